// What the pages of one person do better with a script: passkeys, settings that are saved at once, lists whose rows move. Everything but passkeys
// also works without it.

const sent = (address, body, type) => fetch(address, {
  method: "POST", headers: { Accept: "application/json", "Content-Type": type }, body,
});

// MARK: Passkeys

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const uuid = (value) => Uint8Array.from(value.replaceAll("-", "").match(/../g), (pair) => parseInt(pair, 16));

/**
 * What a new passkey has: the authenticator's data, and its public key as SubjectPublicKeyInfo (RFC 5480). Browsers without getPublicKey() give
 * the CBOR in which both stand; of the keys in it only ES256 is read, the first that we ask for.
 */
const keyOf = (response) => {
  if (response.getPublicKey && response.getAuthenticatorData) {
    return {
      authenticatorData: text(response.getAuthenticatorData()), publicKey: text(response.getPublicKey()),
      algorithm: response.getPublicKeyAlgorithm(),
    };
  }
  // "authData" (RFC 8949: text of 8 bytes), then a byte string whose length is in one byte (0x58) or two (0x59).
  const all = new Uint8Array(response.attestationObject);
  const name = [0x68, ...new TextEncoder().encode("authData")];
  const at = all.findIndex((_, start) => name.every((byte, place) => all[start + place] === byte)) + name.length;
  const isShort = all[at] === 0x58;
  const from = at + (isShort ? 2 : 3);
  const data = all.slice(from, from + (isShort ? all[at + 1] : all[at + 1] * 256 + all[at + 2]));
  // Web Authentication, 6.5.1: hash 32, flags 1, counter 4, AAGUID 16, length of the identifier 2, the identifier, the key (RFC 9052).
  const key = data.slice(55 + data[53] * 256 + data[54]);
  const starts = [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32];
  if (!starts.every((byte, place) => key[place] === byte)) throw new Error("no ES256 key");
  const spki = [
    0x30, 0x59, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7, 3, 0x42, 0, 4,
    ...key.slice(10, 42), ...key.slice(45, 77),
  ];
  return { authenticatorData: text(data), publicKey: text(new Uint8Array(spki)), algorithm: -7 };
};

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
        user: { id: uuid(user), name: account || location.hostname, displayName: account || location.hostname },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }, { type: "public-key", alg: -257 }],
        authenticatorSelection: { residentKey: "required", userVerification: "required" }, attestation: "none",
      },
    });
    return {
      name: form.elements.name.value, to: form.elements.to?.value, user: form.dataset.user, clientData: text(made.response.clientDataJSON),
      ...keyOf(made.response),
    };
  },
};

for (const form of document.querySelectorAll("[data-passkey]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failure = form.querySelector(".fault");
    failure.textContent = "";
    try {
      const answer = await (await sent(form.action, JSON.stringify(await passkeys[form.dataset.passkey](form)), "application/json")).json();
      if (answer.to) return location.assign(answer.to);
      failure.textContent = answer.error ?? form.dataset.failure;
    } catch {
      failure.textContent = form.dataset.failure;
    }
  });
}

// MARK: Saving at once

/** What this page shows; the server names it anew with each change. */
let revision = document.querySelector("[data-revision]")?.dataset.revision;

/**
 * Saves some values of a form.
 * @returns the sentence that says why nothing was saved, and whether the value may stay; null if it was saved.
 */
const saved = async (form, pairs) => {
  const words = form.dataset;
  let answer;
  try {
    answer = await sent(form.action, new URLSearchParams(pairs).toString(), "application/x-www-form-urlencoded");
  } catch {
    return { text: words.offline, stays: false };
  }
  if (answer.status === 401) return { text: words.ended, stays: true };
  const { revision: made, error } = await answer.json().catch(() => ({ error: words.offline }));
  if (!answer.ok) return { text: error ?? words.offline, stays: false };
  revision = made ?? revision;
  return null;
};

/** One after the other, so that the last change wins. */
let line = Promise.resolve();
const next = (action) => {
  line = line.then(action, action);
  return line;
};

const value = (control) => control.type === "checkbox" ? (control.checked ? "on" : "off") : control.value;

for (const form of document.querySelectorAll("form[data-save]:not([data-picking])")) {
  for (const button of form.querySelectorAll("[type=submit]")) button.hidden = true;
  const before = new Map([...form.elements].filter(({ name }) => name).map((control) => [control, value(control)]));
  form.addEventListener("change", ({ target: control }) => {
    if (!before.has(control)) return;
    // Two times make sense only together.
    const together = control.dataset.with ? [control, form.elements[control.dataset.with]] : [control];
    if (together.some((one) => !value(one)) && !together.every((one) => !value(one))) return;
    next(async () => {
      const problem = await saved(form, together.map((one) => [one.name, value(one)]));
      const box = control.closest(".field");
      box.querySelector(".fault.said")?.remove();
      control.toggleAttribute("aria-invalid", Boolean(problem));
      if (!problem) {
        for (const one of together) {
          before.set(one, value(one));
          one.defaultValue = one.value;
        }
        return tell(form.dataset.save);
      }
      const note = Object.assign(document.createElement("p"), { className: "fault said", textContent: problem.text });
      note.setAttribute("role", "alert");
      box.append(note);
      if (problem.stays) return;
      for (const one of together) {
        if (one.type === "checkbox") one.checked = before.get(one) === "on";
        else one.value = before.get(one);
      }
    });
  });
}

/** A short word that something was done. */
const said = Object.assign(document.createElement("p"), { className: "toast", hidden: true });
said.setAttribute("role", "status");
document.body.append(said);
let quiet;
const tell = (text) => {
  said.hidden = false;
  said.textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { said.hidden = true; }, 2_000);
};

// MARK: Lists whose rows move

for (const form of document.querySelectorAll("form[data-picking]")) {
  form.querySelector("[data-unsaved]").hidden = true;
  const [on, off] = ["on", "off"].map((part) => form.querySelector(`[data-part=${part}]`));
  const [fault, status] = form.querySelectorAll(".fault, .heard");
  const count = form.querySelector("[data-count]");
  const move = (row, isOn) => {
    const list = isOn ? on : off;
    const place = Number(row.dataset.place);
    list.insertBefore(row, [...list.children].find((other) => Number(other.dataset.place) > place) ?? null);
    count.textContent = on.children.length;
  };
  form.addEventListener("change", ({ target: box }) => {
    if (box.name !== "key") return;
    const row = box.closest("li");
    fault.textContent = "";
    move(row, box.checked);
    // The focus stays on the row, and the page does not jump to it.
    box.focus({ preventScroll: true });
    const wanted = box.checked;
    const name = row.querySelector("strong").textContent;
    next(async () => {
      const problem = await saved(form, [["change", box.value], ["on", wanted ? "on" : "off"]]);
      if (problem) {
        fault.textContent = `${name}：${problem.text}`;
        if (problem.stays) return;
        box.checked = !wanted;
        move(row, !wanted);
        return;
      }
      status.textContent = form.dataset.picking.replace("%", name).replace("%", on.children.length);
    });
  });
}

// MARK: Other devices

// What another device has changed is shown here as soon as somebody looks, unless something is being typed.
if (revision) {
  const look = () => next(async () => {
    if (document.hidden) return;
    const answer = await fetch("/settings/revision", { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    const { revision: present } = await answer.json();
    const typing = document.activeElement?.matches("input:not([type=checkbox]), textarea") && document.activeElement.value !== document.activeElement.defaultValue;
    if (present !== revision && !typing) location.reload();
  });
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);
  setInterval(look, 20_000);
}

// MARK: The position

for (const button of document.querySelectorAll("[data-position]")) {
  button.hidden = !navigator.geolocation || !isSecureContext;
  button.addEventListener("click", () => {
    const done = () => location.assign(button.dataset.position);
    navigator.geolocation.getCurrentPosition(done, () => {
      button.closest(".stack").querySelector(".fault").textContent = button.dataset.refused;
    }, { timeout: 10_000 });
  });
}
