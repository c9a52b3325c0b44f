// Suggests cards while one types in a search box. Without it, the box searches just the same.
"use strict";

(() => {
  const WAIT = 120;

  function named(text, tag, look = "") {
    const part = document.createElement("span");
    part.lang = tag;
    part.className = look;
    part.textContent = text;
    return part;
  }

  function attach(input) {
    const list = document.createElement("ul");
    list.id = "suggestions";
    list.className = "suggestions";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", input.dataset.list);
    list.hidden = true;
    input.parentElement.append(list);
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-controls", list.id);
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");

    let timer = 0;
    let request = null;
    let chosen = -1;

    function close() {
      clearTimeout(timer);
      request?.abort();
      list.hidden = true;
      chosen = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    }

    function show(cards) {
      list.replaceChildren(
        ...cards.map((card, place) => {
          const item = document.createElement("li");
          item.id = `suggestion-${place}`;
          item.setAttribute("role", "option");
          item.append(named(card.found_as ?? card.name, card.tag ?? "en"));
          if (card.found_as) item.append(" ", named(card.name, "en", "quiet"));
          item.dataset.address = input.dataset.card + encodeURIComponent(card.slug);
          item.addEventListener("mousedown", (event) => event.preventDefault());
          item.addEventListener("click", () => location.assign(item.dataset.address));
          return item;
        }),
      );
      chosen = -1;
      list.hidden = cards.length === 0;
      input.setAttribute("aria-expanded", String(cards.length > 0));
    }

    function choose(place) {
      const items = [...list.children];
      chosen = (place + items.length + 1) % (items.length + 1);
      if (chosen === items.length) chosen = -1;
      items.forEach((item, at) => item.setAttribute("aria-selected", String(at === chosen)));
      if (chosen < 0) input.removeAttribute("aria-activedescendant");
      else input.setAttribute("aria-activedescendant", items[chosen].id);
    }

    async function suggest() {
      const text = input.value.trim();
      if (text.length < 2 && !/[^\u0000-\u2fff]/.test(text)) return close();
      request?.abort();
      request = new AbortController();
      try {
        const address = `${input.dataset.suggest}?q=${encodeURIComponent(text)}`;
        const answer = await fetch(address, { signal: request.signal });
        if (answer.ok && document.activeElement === input) show((await answer.json()).cards);
      } catch (error) {
        if (error.name !== "AbortError") close();
      }
    }

    input.addEventListener("input", (event) => {
      clearTimeout(timer);
      if (!event.isComposing) timer = setTimeout(suggest, WAIT);
    });
    input.addEventListener("compositionend", suggest);
    input.addEventListener("blur", close);
    input.form.addEventListener("submit", close);
    input.addEventListener("keydown", (event) => {
      if (list.hidden || event.isComposing) return;
      if (event.key === "ArrowDown") choose(chosen + 1);
      else if (event.key === "ArrowUp") choose(chosen < 0 ? list.children.length - 1 : chosen - 1);
      else if (event.key === "Escape") close();
      else if (event.key === "Enter" && chosen >= 0) location.assign(list.children[chosen].dataset.address);
      else return;
      event.preventDefault();
    });
  }

  function start() {
    document.querySelectorAll("input[data-suggest]:not([role])").forEach(attach);
  }

  document.addEventListener("shown", start);
  start();
})();
