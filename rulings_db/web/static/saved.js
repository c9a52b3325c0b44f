// Starts the keeping of visited pages (worker.js), and lists them on the page for that.
"use strict";

(() => {
  if (!navigator.serviceWorker) return;
  const { worker, base } = document.currentScript.dataset;
  const pages = `rulings ${base} pages `;

  // The page on which the worker starts is kept too.
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener(
      "controllerchange",
      () => fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => {}),
      { once: true },
    );
  navigator.serviceWorker.register(worker, { scope: base, updateViaCache: "none" }).catch(() => {});

  async function kept() {
    const found = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith(pages)) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const at = response.headers.get("saved-at");
        found.push({ address: request.url, title: page.title, lang: page.documentElement.lang, at });
      }
    }
    return found.sort((one, other) => other.at.localeCompare(one.at));
  }

  function item({ address, title, lang, at }) {
    const link = document.createElement("a");
    link.href = address;
    link.lang = lang;
    link.textContent = title.replace(/ · Rulings$/, "");
    const time = document.createElement("time");
    time.dateTime = at;
    time.textContent = new Date(at).toLocaleString(document.documentElement.lang, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    const line = document.createElement("li");
    line.append(link, " ", time);
    return line;
  }

  async function list() {
    const place = document.getElementById("kept");
    if (!place) return;
    const found = (await kept()).filter(({ address }) => !address.endsWith("/saved"));
    place.querySelector("ol").replaceChildren(...found.map(item));
    place.querySelector("ol").hidden = found.length === 0;
    place.querySelector(".warning").hidden = true;
    place.querySelector(".nothing").hidden = found.length > 0;
    place.querySelector("button").hidden = found.length === 0;
  }

  document.addEventListener("click", async (event) => {
    if (event.target.id !== "forget") return;
    for (const name of await caches.keys()) if (name.startsWith(pages)) await caches.delete(name);
    await list();
    document.querySelector("h1").focus();
  });
  document.addEventListener("shown", list);
  list();
})();
