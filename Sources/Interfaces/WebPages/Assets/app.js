// What the pages for everybody do better with a script. All of them work without it.

const toast = (text) => {
  const made = Object.assign(document.createElement("p"), { className: "toast", role: "status" });
  document.body.append(made);
  // A screen reader tells what is put into a region that is there.
  setTimeout(() => { made.textContent = text; }, 50);
  setTimeout(() => made.remove(), 4000);
};

// 「複製地址」
for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    toast(button.dataset.done);
  });
}

// Values that depend on another field: the townships of a county.
for (const select of document.querySelectorAll("[data-by]")) {
  const other = select.form.elements[select.dataset.by];
  const choices = JSON.parse(select.dataset.choices);
  other.addEventListener("change", () => {
    select.replaceChildren(select.options[0], ...(choices[other.value] ?? []).map((name) => new Option(name, name)));
    select.value = "";
  });
}

// The position, on a tap only.
for (const form of document.querySelectorAll("form[action='/near']")) {
  const { lat, lng } = form.elements;
  const words = document.querySelector("[data-here]")?.dataset;
  if (!words || !navigator.geolocation || !isSecureContext) continue;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: words.here });
  button.addEventListener("click", () => navigator.geolocation.getCurrentPosition(({ coords }) => {
    lat.value = coords.latitude.toFixed(5);
    lng.value = coords.longitude.toFixed(5);
    form.elements.county.value = form.elements.town.value = "";
    form.requestSubmit();
  }, () => toast(words.none), { timeout: 10_000, maximumAge: 60_000 }));
  form.querySelector(".ways").prepend(button);
}
