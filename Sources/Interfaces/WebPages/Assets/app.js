// What the pages for everybody do better with a script. All of them work without it.

const toast = (text) => {
  const made = Object.assign(document.createElement("p"), { className: "toast", role: "status" });
  document.body.append(made);
  // A screen reader tells what is put into a region that is there.
  setTimeout(() => { made.textContent = text; }, 50);
  setTimeout(() => made.remove(), 4000);
};

// Whose today it is: that of this device's time zone, until somebody chooses another. Browsers that hide the zone say UTC.
const follow = async (assumed) => {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  if (!zone?.includes("/") || zone === assumed || zone === "Etc/UTC" || sessionStorage.getItem("zone") === zone) return;
  // Once only: a server that does not know the zone is not asked on each page.
  sessionStorage.setItem("zone", zone);
  const answer = await fetch("/region", { method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams({ zone }) });
  if (answer.ok) location.reload();
};
if (document.body.dataset.zone) follow(document.body.dataset.zone).catch(() => {});

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
    form.elements.at.value = form.elements.county.value = form.elements.town.value = "";
    form.requestSubmit();
  }, () => toast(words.none), { timeout: 10_000, maximumAge: 60_000 }));
  form.querySelector(":scope > .ways").prepend(button);
}

// Finding in a long list of choices. The folded list opens when something is found in it.
for (const input of document.querySelectorAll("[data-filter]")) {
  input.hidden = false;
  const labels = [...input.closest("details, form").querySelectorAll("[data-names]")];
  // Who finds something with Enter does not send the form.
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    for (const label of labels) {
      const found = !wanted || label.dataset.names.toLowerCase().replaceAll("-", "").includes(wanted) || label.textContent.includes(wanted);
      label.parentElement.hidden = !found && !label.querySelector("input").checked;
    }
  });
}
for (const zone of document.querySelectorAll("input[name=zone]")) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

// Push messages on this device. Permission is asked on a tap only; what the form holds stays if it is refused.
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const renewed = async (old, made) => {
  const answer = await fetch("/push/renew", {
    method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify({ old, new: made }),
  });
  return answer.ok;
};
const subscribed = async (key) => {
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const made = await pushManager.subscribe(wanted).catch(async (error) => {
    // A subscription for a former key of the server must end first.
    if (error.name !== "InvalidStateError") throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const text = JSON.stringify(made);
  await (await caches.open("push")).put("/push/own", new Response(text));
  return text;
};
/** Why this browser cannot be told: one inside another app, an iPhone or iPad that has not installed the page, or any other. */
const unable = (words) => {
  if (/\bLine\/|FBA[NV]|Instagram/.test(navigator.userAgent)) return words.inApp;
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const isPad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isPad || /iPhone|iPad/.test(navigator.userAgent) ? words.iphone : words.missing;
};
for (const form of document.querySelectorAll("[data-push]")) {
  const words = form.dataset;
  const note = Object.assign(document.createElement("p"), { className: "fault" });
  note.setAttribute("role", "alert");
  form.append(note);
  const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && isSecureContext;
  if (!canPush) note.textContent = unable(words);
  for (const button of form.querySelectorAll("[data-push-button]")) {
    button.hidden = !canPush;
    button.addEventListener("click", async (event) => {
      if (form.elements.push.value) return;
      event.preventDefault();
      if (!form.reportValidity()) return;
      note.textContent = "";
      button.disabled = true;
      try {
        if (await Notification.requestPermission() !== "granted") {
          note.textContent = words.refused;
          return;
        }
        form.elements.push.value = await subscribed(words.push);
        button.disabled = false;
        form.requestSubmit(button);
      } catch {
        note.textContent = words.failed;
      } finally {
        button.disabled = false;
      }
    });
  }
}

// The service worker. The policy of the pages wants script addresses that somebody has vouched for (Trusted Types).
if ("serviceWorker" in navigator) {
  const address = globalThis.trustedTypes?.createPolicy("folkcal", { createScriptURL: () => "/sw.js" }).createScriptURL("") ?? "/sw.js";
  addEventListener("load", async () => {
    await navigator.serviceWorker.register(address).catch(() => {});
    // A browser may have replaced the subscription while no page was open.
    try {
      const cache = await caches.open("push");
      const old = await (await cache.match("/push/own"))?.text();
      if (!old) return;
      const { pushManager } = await navigator.serviceWorker.ready;
      const made = await pushManager.getSubscription();
      const text = made && JSON.stringify(made);
      if (text && text !== old && await renewed(old, text)) await cache.put("/push/own", new Response(text));
    } catch {
      // Private windows keep nothing, and without a network the next visit tries again.
    }
  });
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "offline") toast(document.body.dataset.offline);
  });
}

// Without a network: when the page was kept, and which others were.
const kept = document.querySelector("#kept[data-kept]");
if (kept) kept.append(new Date(kept.dataset.kept).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }));
for (const list of globalThis.caches ? document.querySelectorAll("[data-seen]") : []) {
  const cache = await caches.open("pages");
  for (const request of await cache.keys()) {
    const { pathname, href } = new URL(request.url);
    if (!/^\/(event|deity|temple|group|day|month)\//.test(pathname)) continue;
    const title = /<h1>([^<]*)</.exec(await (await cache.match(request, { ignoreVary: true })).text())?.[1];
    const link = Object.assign(document.createElement("a"), { href, className: "button plain", textContent: title ?? pathname });
    list.append(link, " ");
  }
}

// The converter: the calendar core itself runs in the page.
for (const box of document.querySelectorAll("[data-core]")) {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(box.dataset.core)).catch(() => ({}));
  if (!instance) break;
  const { lunar_date: lunarDate, julian_day: julianDay } = instance.exports;
  const lang = document.documentElement.lang;
  const [toLunar, toSolar] = document.querySelectorAll("form[action='/convert']");
  const EPOCH = 2_440_588;
  const DAY = 86_400_000;
  const digits = "一二三四五六七八九十";
  const dayName = (day) => day <= 10 ? "初" + digits[day - 1] : day < 20 ? "十" + digits[day - 11] : day === 20 ? "二十" : day < 30 ? "廿" + digits[day - 21] : "三十";
  const lunarName = (found) => {
    const [number, isLeap] = [Math.abs(found), found < 0];
    const [month, day] = [Math.floor(number / 100) % 100, number % 100];
    if (lang === "en") return `lunar ${isLeap ? "leap " : ""}${month}/${day}`;
    return (lang === "zh-Hans" ? "农历" : "農曆") + (isLeap ? (lang === "zh-Hans" ? "闰" : "閏") : "") + toSolar.elements._month.options[month - 1].text.slice(2) + dayName(day);
  };
  const iso = (julian) => new Date((julian - EPOCH) * DAY).toISOString().slice(0, 10);
  const weekday = (julian) => new Intl.DateTimeFormat(lang, { weekday: "long", timeZone: "UTC" }).format((julian - EPOCH) * DAY);
  const output = (form) => {
    const made = Object.assign(document.createElement("output"), { className: "card converted" });
    form.after(made);
    return made;
  };
  const [lunar, solar] = [output(toLunar), output(toSolar)];
  const showLunar = () => {
    // What the server showed was of another day.
    document.querySelector("main .bare .days")?.closest("section").remove();
    const found = lunarDate(Date.parse(toLunar.elements.date.value + "T00:00Z") / DAY + EPOCH);
    lunar.textContent = found ? `${lunarName(found)}（${Math.floor(Math.abs(found) / 1e4)}）` : box.dataset.none;
  };
  const showSolar = () => {
    const { _month: month, _day: day, _leap: leap, _year: year } = toSolar.elements;
    const first = Number(year.value);
    const days = [];
    for (let count = 0; count < (leap.checked ? 121 : 10) && days.length < (leap.checked ? 5 : 10); count++) {
      const julian = Number.isInteger(first) && julianDay(first + count, Number(month.value), leap.checked ? 1 : 0, Number(day.value));
      if (julian) days.push(`${iso(julian)} ${weekday(julian)}`);
    }
    solar.replaceChildren(...(days.length ? days : [box.dataset.none]).map((text) => Object.assign(document.createElement("div"), { textContent: text })));
  };
  for (const [form, show] of [[toLunar, showLunar], [toSolar, showSolar]]) {
    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      show();
    });
  }
}

// The list of what to bring: ticks stay on this device until the day's list is another one.
for (const guide of document.querySelectorAll(".guide[data-print]")) {
  const boxes = [...guide.querySelectorAll(".checks input")];
  const name = (box) => box.nextElementSibling.textContent;
  const key = `checks:${location.pathname}`;
  try {
    const ticked = JSON.parse(localStorage.getItem(key) ?? "[]");
    for (const box of boxes) box.checked = ticked.includes(name(box).split(" ")[0]);
  } catch { /* Without storage the ticks last as long as the page. */ }
  guide.addEventListener("change", () => {
    try {
      localStorage.setItem(key, JSON.stringify(boxes.filter((box) => box.checked).map((box) => name(box).split(" ")[0])));
    } catch { /* As above. */ }
  });
  const ways = Object.assign(document.createElement("p"), { className: "ways" });
  const add = (text, act) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button plain", textContent: text });
    button.addEventListener("click", act);
    ways.append(button);
  };
  add(guide.dataset.print, () => print());
  if (navigator.share) {
    const text = boxes.map((box) => `${box.checked ? "☑" : "☐"} ${name(box)}`).join("\n");
    add(guide.dataset.share, () => navigator.share({ title: document.title, text, url: location.href }).catch(() => {}));
  }
  guide.append(ways);
}

// The place of a search for temples, or of a day's sun and moon, is that of the next day too; it stays on this device.
try {
  for (const field of document.querySelectorAll("select[name=county], form[action*='/day/'] input[name=at], form[action$='/sky'] input[name=at]")) {
    field.form.addEventListener("submit", () => localStorage.setItem("place", field.value));
  }
  const at = document.querySelector("form[action*='/day/'] input[name=at], form[action$='/sky'] input[name=at]");
  const place = localStorage.getItem("place");
  const asked = new URLSearchParams(location.search);
  if (at && place && !asked.has("at")) {
    asked.set("at", place);
    location.replace(`?${asked}`);
  }
} catch { /* Without storage each day begins with Taipei. */ }
