/** Forms that the bot opens ("modals"), as accessible dialogs. What one field looks like is in `modal_fields.js`. */

import { Refusal } from "./api.js";
import { closeButton, openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { drawFields } from "./modal_fields.js";

/**
 * @param {{title: string, components: any[]}} modal
 * @param {import("./table.js").Table} table
 * @param {import("./api.js").Api} api
 * @param {(values: Record<string, any>) => Promise<void>} send throws a Refusal whose sentence is shown in the form
 */
export function openForm(modal, table, api, send) {
  const { nodes, read } = drawFields(modal.components, table, api);
  const note = el("p", { class: "form-note", role: "alert", hidden: true });
  const submit = el("button", { class: "button primary", type: "submit" }, "Absenden");
  const close = () => dialog.close();
  const form = el(
    "form",
    { novalidate: true },
    el("header", { class: "form-head" }, el("h2", {}, modal.title), closeButton("Schließen", close)),
    el("div", { class: "form-body" }, ...nodes),
    note,
    el(
      "footer",
      { class: "form-foot" },
      el("button", { class: "button secondary", type: "button", onclick: close }, "Abbrechen"),
      submit,
    ),
  );
  const dialog = openDialog("form", modal.title, form);
  const refuse = (/** @type {string} */ sentence) => {
    note.textContent = sentence;
    note.hidden = false;
  };
  form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (submit.getAttribute("aria-busy")) return;
    submit.setAttribute("aria-busy", "true");
    note.hidden = true;
    try {
      await send(await read());
      dialog.close();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error.message);
    } finally {
      submit.removeAttribute("aria-busy");
    }
  });
  form.querySelector("input, textarea, select")?.focus();
}
