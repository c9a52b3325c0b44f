// In a row of links to parts of the page, marks the one to the part that is shown, as `:target` does.
"use strict";

(() => {
  function show() {
    const row = document.querySelector("nav.switch");
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const part = target?.closest("section.column")?.id ?? "texts";
    for (const link of row?.querySelectorAll("a") ?? []) {
      const current = link.hash === `#${part}`;
      link.toggleAttribute("aria-current", current);
      if (!current) continue;
      link.setAttribute("aria-current", "true");
      row.scrollTo({ left: link.offsetLeft - row.clientWidth / 2 + link.offsetWidth / 2 });
    }
  }

  addEventListener("hashchange", show);
  show();
})();
