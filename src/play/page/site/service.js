// Keeps the page for times without a network: at the first visit what a game of freestyle needs, the rest when there is time.
// Another version of the page is another cache; it takes over when no page of the old one is open, or the only one asks for it.
// Other pages of the same origin have caches beside these.
const OWN = `kagetsu ${registration.scope} `;
const VERSION = `${OWN}@VERSION@`;
const [FIRST, REST] = [@FIRST@, @REST@];

/** Keeps files; those that are kept already stay. What the visit has loaded just now is asked for by its tag, not once more. */
async function keep(files) {
  const cache = await caches.open(VERSION);
  for (const file of files) if (!(await cache.match(file))) await cache.add(new Request(file, { cache: "no-cache" }));
}

self.oninstall = (event) => event.waitUntil(keep(FIRST));
self.onactivate = (event) => event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(OWN) && name !== VERSION).map((name) => caches.delete(name)))));

/** Takes the place of the version before, for a page of that. Scripts of two versions do not go together, so it must be the only
    page, and the files that it has used are to be kept first. */
async function takeOver(page, files) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const isOnly = pages.every(({ id, url }) => id === page.id || !url.startsWith(registration.scope));
  if (isOnly && (await keep(files).then(() => true, () => false))) skipWaiting();
  else page.postMessage("later");
}

self.onmessage = (event) => {
  const { data, source } = event;
  const done = data.takeOver ? takeOver(source, data.takeOver) : keep(data === "rest" ? REST : data).catch(() => {});
  event.waitUntil(done);
};

async function answer(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  // Where there is no room it comes from the network alone.
  if (fresh.ok && request.method === "GET") await cache.put(request, fresh.clone()).catch(() => {});
  return fresh;
}
self.onfetch = (event) => {
  if (new URL(event.request.url).origin === location.origin) event.respondWith(answer(event.request));
};
