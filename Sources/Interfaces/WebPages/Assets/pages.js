// What pages do better with a script. Everything but passkeys also works without it.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const asked = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  return answer.ok ? answer.json() : null;
};

const sent = async (address, value) => {
  const answer = await fetch(address, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
  return answer.json();
};

/** Calls a function when somebody pauses typing. */
const settled = (action, milliseconds = 200) => {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
};

// MARK: Passkeys

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const uuid = (value) => Uint8Array.from(value.replaceAll("-", "").match(/../g), (pair) => parseInt(pair, 16));

const passkeys = {
  async get(form) {
    const { challenge, host } = form.dataset;
    const made = await navigator.credentials.get({
      publicKey: { challenge: bytes(challenge), rpId: host, userVerification: "required" },
    });
    return {
      id: made.id, to: form.elements.to.value, clientData: text(made.response.clientDataJSON),
      authenticatorData: text(made.response.authenticatorData), signature: text(made.response.signature),
    };
  },
  async create(form) {
    const { challenge, host, user, account } = form.dataset;
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: bytes(challenge), rp: { name: document.querySelector(".brand").textContent, id: host },
        user: { id: uuid(user), name: account, displayName: account },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }, { type: "public-key", alg: -257 }],
        authenticatorSelection: { residentKey: "required", userVerification: "required" }, attestation: "none",
      },
    });
    return {
      name: form.elements.name.value, clientData: text(made.response.clientDataJSON),
      authenticatorData: text(made.response.getAuthenticatorData()), publicKey: text(made.response.getPublicKey()),
      algorithm: made.response.getPublicKeyAlgorithm(),
    };
  },
};

for (const form of document.querySelectorAll("[data-passkey]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failure = form.querySelector(".fault");
    failure.textContent = "";
    try {
      const answer = await sent(form.action, await passkeys[form.dataset.passkey](form));
      if (answer.to) return location.assign(answer.to);
      failure.textContent = answer.error ?? form.dataset.failure;
    } catch {
      failure.textContent = form.dataset.failure;
    }
  });
}

// MARK: Forms

for (const form of document.querySelectorAll("[data-edit]")) {
  const state = () => new URLSearchParams(new FormData(form)).toString();
  const before = form.dataset.typed ? "" : state();
  let leaves = false;
  form.addEventListener("submit", () => { leaves = true; });
  addEventListener("beforeunload", (event) => {
    if (!leaves && state() !== before) {
      event.preventDefault();
      event.returnValue = form.dataset.edit;
    }
  });
}
document.querySelector("#faults")?.focus();

// The next days of a rule.
for (const input of document.querySelectorAll("[data-rule]")) {
  const list = document.getElementById(input.dataset.rule);
  let latest = 0;
  const show = async () => {
    const number = ++latest;
    const answer = await asked("/admin/rule?rule=" + encodeURIComponent(input.value));
    if (!answer || number !== latest) return;
    const rows = (answer.days ?? []).map((day) =>
      element("li", {}, day.date + " ", element("span", { textContent: day.lunar })));
    const note = answer.error ?? answer.none;
    if (note) rows.push(element("li", { className: answer.error ? "fault" : "", textContent: note }));
    if (answer.rule && answer.rule !== input.value.trim()) rows.push(element("li", {}, element("code", { textContent: answer.rule })));
    list.replaceChildren(...rows);
  };
  input.addEventListener("input", settled(show));
  if (input.value) show();
}

// Names to choose from, for fields that name other records.
let lists = 0;
const offer = (input) => {
  const choices = element("datalist", { id: `choices-${++lists}` });
  input.after(choices);
  input.setAttribute("list", choices.id);
  input.addEventListener("input", settled(async () => {
    const search = input.value.replace(/（[^（]*）$/, "").trim();
    if (!search || [...choices.children].some((option) => option.value === input.value)) return;
    const names = await asked(`/admin/choices/${input.dataset.reference}?search=${encodeURIComponent(search)}`);
    choices.replaceChildren(...(names ?? []).map((value) => element("option", { value })));
  }));
};
document.querySelectorAll("[data-reference]").forEach(offer);

// Lists of inputs: add, remove, up, down without asking the server.
const renumber = (list) => [...list.children].forEach((item, place) => {
  for (const button of item.querySelectorAll("[data-move]")) {
    button.value = `${button.dataset.move}:${list.dataset.list}:${place}`;
  }
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move]");
  if (!button) return;
  const list = button.closest(".field").querySelector("[data-list]");
  const item = button.closest("li");
  event.preventDefault();
  switch (button.dataset.move) {
    case "add": {
      const copy = list.lastElementChild.cloneNode(true);
      const input = copy.querySelector("input");
      input.value = "";
      input.removeAttribute("id");
      copy.querySelector("datalist")?.remove();
      list.append(copy);
      if (input.dataset.reference) offer(input);
      input.focus();
      break;
    }
    case "remove":
      if (list.children.length > 1) item.remove(); else item.querySelector("input").value = "";
      list.querySelector("input").focus();
      break;
    case "up": item.previousElementSibling?.before(item); button.focus(); break;
    case "down": item.nextElementSibling?.after(item); button.focus(); break;
  }
  renumber(list);
});

// The converter beside the rule.
for (const box of document.querySelectorAll("[data-converter]")) {
  const value = (name) => box.querySelector(`[name=${name}]`);
  const query = () => new URLSearchParams({
    _month: value("_month").value, _day: value("_day").value, _leap: value("_leap").checked ? "on" : "",
    _year: value("_year").value,
  });
  box.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    const answer = await asked("/admin/convert?" + query());
    if (!answer) return;
    if (button.value === "use") {
      const rule = document.getElementById(box.dataset.converter);
      rule.value = answer.rule;
      rule.dispatchEvent(new Event("input", { bubbles: true }));
      rule.focus();
    } else {
      box.querySelector("output").replaceChildren(...answer.lines.map((line) => element("span", { textContent: line })));
    }
  });
}
