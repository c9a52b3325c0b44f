// Keeps the pages that were visited, and shows them when there is no network.
// The server puts SITE before this: `base`, the path of the site; `version` of its files; `files`,
// all of them, by address; `saved`, the page that lists what is kept.
"use strict";

const MOST_PAGES = 200;
const OURS = `rulings ${SITE.base} `;
const FILES = `${OURS}files ${SITE.version}`;
const PAGES = `${OURS}pages `;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (SITE.files.includes(url.pathname + url.search)) event.respondWith(file(request));
  else if (!url.pathname.startsWith(SITE.base)) return;
  else if (request.headers.get("accept")?.includes("text/html")) event.respondWith(page(event));
});

async function install() {
  const cache = await caches.open(FILES);
  await cache.addAll([...SITE.files, SITE.saved]);
  await self.skipWaiting();
}

// What an older version of the site has kept goes: its pages need files that are no more.
async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith(OURS) && !name.endsWith(SITE.version)) await caches.delete(name);
  await self.clients.claim();
}

// A file's address holds its version, so that it never changes.
async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function page(event) {
  try {
    const response = await fetch(event.request, { cache: "no-cache" });
    const build = response.headers.get("rulings-build");
    if (response.ok && build) event.waitUntil(save(response.clone(), build));
    return response;
  } catch {
    const kept = (await find(event.request.url)) ?? (await find(SITE.saved));
    return kept ? marked(kept) : Response.error();
  }
}

// Keep a page, drop those of another build of the database, and the oldest beyond MOST_PAGES.
async function save(response, build) {
  const name = PAGES + build;
  for (const other of await caches.keys())
    if (other.startsWith(PAGES) && other !== name) await caches.delete(other);
  const headers = new Headers(response.headers);
  headers.set("saved-at", new Date().toISOString());
  const cache = await caches.open(name);
  const address = plain(response.url);
  const kept = new Response(await response.blob(), { headers });
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, kept);
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST_PAGES).map((old) => cache.delete(old, { ignoreVary: true })));
}

// "pages" come before "files": a page that both have is newer there.
async function find(address) {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS)).sort().reverse();
  for (const name of names) {
    const cache = await caches.open(name);
    const kept = await cache.match(plain(address), { ignoreVary: true });
    if (kept) return kept;
  }
  return undefined;
}

// A kept page with its notice shown: that there is no network, and when the page was saved.
async function marked(kept) {
  const html = await kept.text();
  const language = /<html lang="([\w-]+)"/.exec(html)?.[1];
  const at = new Date(kept.headers.get("saved-at") ?? kept.headers.get("date") ?? Date.now());
  const said = at.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  const shown = html
    .replace('class="offline" hidden', 'class="offline"')
    .replace('<span class="saved-at"></span>', `<time datetime="${at.toISOString()}">${said}</time>`);
  return new Response(shown, { headers: kept.headers });
}

function plain(address) {
  const url = new URL(address, location.href);
  url.hash = "";
  return url.href;
}
