// Buttons that copy a text: `data-copy` is the id of the element that holds it.
"use strict";

(() => {
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
    button.classList.add("copied");
    setTimeout(() => button.classList.remove("copied"), 2000);
    const said = document.getElementById("said");
    said.textContent = "";
    setTimeout(() => (said.textContent = said.dataset.copied), 50);
  });

  document.addEventListener("shown", show);
  show();
})();
