// Buttons that copy a text: `data-copy` is the id of the element that holds it.
"use strict";

(() => {
  const running = new WeakMap();

  function show() {
    for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
  }

  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    // Browsers have a clipboard on secure addresses only.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (!done) throw new Error("not copied");
  }

  // What a button is called stands in its first element; for two seconds, that it has copied.
  function tell(button, said) {
    const label = button.firstElementChild;
    button.dataset.label ??= label.textContent;
    label.textContent = said;
    button.classList.add("copied");
    clearTimeout(running.get(button));
    const back = () => {
      label.textContent = button.dataset.label;
      button.classList.remove("copied");
    };
    running.set(button, setTimeout(back, 2000));
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("button[data-copy]");
    const text = button && document.getElementById(button.dataset.copy)?.innerText;
    if (!text) return;
    try {
      await copy(text.trim());
    } catch {
      return;
    }
    button.focus();
    const said = document.getElementById("said");
    tell(button, said.dataset.copied);
    said.textContent = "";
    setTimeout(() => (said.textContent = said.dataset.copied), 50);
  });

  document.addEventListener("shown", show);
  show();
})();
