// The service worker: pages without a network, and push messages. The server writes `files`, `years` and `version` before it.

const SHELL = "shell-" + version;
const PAGES = "pages";
const SUBSCRIPTION = "push";
/** Seen pages that are kept. */
const MOST = 150;
/** Milliseconds that a kept page waits for the network. */
const PATIENCE = 4000;
const DAY = 86_400_000;
/** Pages of one person, and what is no page; these are never kept. */
const PRIVATE = /^\/(admin|account|choice|choose|settings|welcome|leave|region|sign-in|sign-out|link|language|api|push|images|metrics|sw\.js)(\/|$)/;

self.addEventListener("install", (event) => event.waitUntil((async () => {
  await (await caches.open(SHELL)).addAll(files);
  await keepAhead();
  await self.skipWaiting();
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const used = await usedFiles();
  for (const name of await caches.keys()) {
    if (!name.startsWith("shell-") || name === SHELL) continue;
    // A page that was kept before keeps the style of its time.
    const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    if (!paths.some((path) => used.has(path) && !files.includes(path))) await caches.delete(name);
  }
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const place = new URL(request.url);
  if (place.origin !== location.origin) return;
  if (request.mode === "navigate" && request.method === "POST") return event.respondWith(send(request, event.clientId));
  if (request.method !== "GET") return;
  if (place.pathname.startsWith("/assets/")) return event.respondWith(asset(request));
  if (request.mode === "navigate") event.respondWith(page(request, place, event));
});

/** A file whose address changes with its content. That of a newer page is kept too: the page may be looked at before this worker is replaced. */
const asset = async (request) => {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
};

/** The files that the kept pages name. */
const usedFiles = async () => {
  const cache = await caches.open(PAGES);
  const texts = await Promise.all((await cache.keys()).map(async (request) => (await cache.match(request, { ignoreVary: true }))?.text() ?? ""));
  return new Set(texts.flatMap((text) => [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path)));
};

/** A form. Without a network nothing is written, and the page with what was typed stays. */
const send = async (request, client) => {
  try {
    return await fetch(request);
  } catch {
    (await self.clients.get(client))?.postMessage("offline");
    return new Response(null, { status: 204 });
  }
};

const page = async (request, place, event) => {
  if (PRIVATE.test(place.pathname)) return fetch(request).catch(() => offline());
  const kept = await (await caches.open(PAGES)).match(request, { ignoreVary: true });
  const fresh = fetch(request).then((answer) => {
    event.waitUntil(keep(place, answer.clone()));
    return answer;
  });
  event.waitUntil(fresh.then(keepAhead, () => {}));
  if (!kept) return fresh.catch(() => elsewhere(place));
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  const answer = await Promise.race([fresh.catch(() => null), late]);
  return answer ?? marked(kept);
};

/** Keeps a page that may be kept, with the time. */
const keep = async (place, answer) => {
  if (!answer.ok || answer.redirected || !answer.headers.get("Cache-Control")?.includes("public")) return;
  if (!answer.headers.get("Content-Type")?.startsWith("text/html")) return;
  const headers = new Headers(answer.headers);
  headers.set("X-Kept", new Date().toISOString());
  const cache = await caches.open(PAGES);
  await cache.delete(place.href, { ignoreVary: true });
  await cache.put(place.href, new Response(await answer.blob(), { headers }));
  const all = (await cache.keys()).filter(({ url }) => !isAhead(new URL(url)));
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await cache.delete(old, { ignoreVary: true });
};

const isAhead = ({ pathname }) => /^\/(year\/|convert$|offline$|$)/.test(pathname);

/** The pages of the next 400 days, and those that work without a network: at most a day old. */
const keepAhead = async () => {
  const cache = await caches.open(PAGES);
  for (const path of ["/", "/convert", "/offline", ...years.map((year) => "/year/" + year)]) {
    const place = new URL(path, location);
    const kept = await cache.match(place.href, { ignoreVary: true });
    if (kept && Date.now() - Date.parse(kept.headers.get("X-Kept")) < DAY) continue;
    try {
      await keep(place, await fetch(place, { headers: { Accept: "text/html" } }));
    } catch {
      return;
    }
  }
};

/** A kept page that says when it was kept. */
const marked = async (kept) => {
  const text = await kept.text();
  const noted = text.replace(`id="kept" hidden="hidden"`, `id="kept" data-kept="${kept.headers.get("X-Kept")}"`);
  return new Response(noted, { headers: kept.headers });
};

/** A page that was not seen: a day or a month is in the page of its year. */
const elsewhere = async (place) => {
  const day = /^\/(day|month)\/((\d{4})-\d\d(-\d\d)?)$/.exec(place.pathname);
  const year = day && await (await caches.open(PAGES)).match(new URL("/year/" + day[3], location).href, { ignoreVary: true });
  return year ? Response.redirect(`/year/${day[3]}#d${day[2]}`, 302) : offline();
};

const offline = async () => {
  const kept = await (await caches.open(PAGES)).match(new URL("/offline", location).href, { ignoreVary: true });
  return kept ? marked(kept) : Response.error();
};

// MARK: Push messages

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // Something is always shown: browsers end subscriptions that stay silent.
  }
  event.waitUntil(self.registration.showNotification(message.title ?? "民俗提醒", {
    body: message.body ?? "", tag: message.tag, data: { url: message.url ?? "/" }, icon: "/icon-192.png", badge: "/icon-192.png",
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  // Only pages of ours are opened.
  const named = new URL(event.notification.data?.url ?? "/", location);
  const place = named.origin === location.origin ? named : new URL("/", location);
  event.waitUntil((async () => {
    const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = all.find(({ url }) => url === place.href);
    return open ? open.focus() : self.clients.openWindow(place.href);
  })());
});

/** The browser replaced the subscription: the server must know. */
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil((async () => {
  const cache = await caches.open(SUBSCRIPTION);
  const known = await cache.match("/push/own");
  const old = known ? await known.text() : JSON.stringify(event.oldSubscription ?? {});
  const made = event.newSubscription ?? await self.registration.pushManager.subscribe(event.oldSubscription?.options ?? { userVisibleOnly: true });
  const text = JSON.stringify(made);
  const answer = await fetch("/push/renew", {
    method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify({ old, new: text }),
  });
  if (answer.ok) await cache.put("/push/own", new Response(text));
})()));
