// Shows searches without loading the whole page anew: what leads to the search page is fetched, and
// its contents take the place of what is shown. Whatever goes wrong here, the browser goes there
// by itself.
"use strict";

(() => {
  const home = new URL(document.querySelector("a.home").href).pathname;
  const files = fingerprint(document);
  let shown = location.pathname + location.search;
  let request = null;

  // The language of a page and the files that it needs; where they differ, it is loaded whole.
  function fingerprint(page) {
    const files = [...page.querySelectorAll("head script[src], head link[rel=stylesheet]")].map(
      (part) => part.getAttribute("src") ?? part.getAttribute("href"),
    );
    return [page.documentElement.lang, ...files].join();
  }

  async function go(url, { push, focus, top }) {
    request?.abort();
    const mine = (request = new AbortController());
    const main = document.querySelector("main");
    const slow = setTimeout(() => main.setAttribute("aria-busy", "true"), 150);
    try {
      const options = { headers: { Accept: "text/html" }, signal: mine.signal };
      const response = await fetch(url, options);
      if (!response.ok) throw new Error(String(response.status));
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (mine.signal.aborted) return;
      if (fingerprint(page) !== files) throw new Error("another version");
      const final = new URL(response.url);
      final.hash = url.hash;
      show(page, final, push, focus, top);
    } catch (error) {
      if (error.name === "AbortError") return;
      if (push) location.assign(url);
      else location.reload();
    } finally {
      clearTimeout(slow);
      main.removeAttribute("aria-busy");
    }
  }

  function show(page, url, push, focus, top) {
    const open = [...document.querySelectorAll("details[id][open]")].map((part) => part.id);
    if (push) {
      history.replaceState({ ...history.state, top: scrollY }, "");
      const same = url.pathname + url.search === shown;
      history[same ? "replaceState" : "pushState"]({}, "", url);
    }
    shown = url.pathname + url.search;
    document.title = page.title;
    document.body.className = page.body.className;
    for (const part of ["header.top", "main", "footer"])
      document.querySelector(part).replaceWith(page.querySelector(part));
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    document.dispatchEvent(new Event("shown"));
    const target = focus && [...document.querySelectorAll("[data-keep]")].find((part) => part.dataset.keep === focus);
    const heading = document.querySelector("h1");
    heading.tabIndex = -1;
    (target || heading).focus({ preventScroll: true });
    if (!target || top !== undefined) scrollTo({ top: top ?? 0, behavior: "instant" });
    document.getElementById("said").textContent = heading.textContent.replace(/\s+/g, " ").trim();
  }

  function leads(url) {
    return url.origin === location.origin && url.pathname === home;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || link.target) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = new URL(link.href);
    if (!leads(url) || !leads(location) || (url.hash && url.pathname + url.search === shown)) return;
    event.preventDefault();
    go(url, { push: true, focus: link.dataset.keep });
  });

  document.addEventListener("submit", (event) => {
    const url = new URL(event.target.action);
    if (event.defaultPrevented || !leads(url) || !leads(location)) return;
    event.preventDefault();
    url.search = new URLSearchParams([...new FormData(event.target)].filter(([, value]) => value));
    go(url, { push: true });
  });

  addEventListener("popstate", (event) => {
    if (location.pathname + location.search === shown) return;
    go(new URL(location.href), { push: false, top: event.state?.top ?? 0 });
  });
})();
