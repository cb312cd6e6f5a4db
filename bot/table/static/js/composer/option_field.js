/** One option of a command as a field: its name, what is typed, what was chosen, and what is wrong with it. */

import { Refusal } from "../api.js";
import { el, freshId } from "../dom.js";
import { icon } from "../icons.js";
import { readValue } from "./values.js";

export class OptionField {
  /**
   * The choice that was taken from the list, as long as its name stands in the input.
   * @type {import("../offers.js").Offer | null}
   */
  picked = null;
  /** @type {File | null} */
  file = null;

  /** @param {any} option @param {(field: OptionField) => void} remove for one that need not be there */
  constructor(option, remove) {
    this.option = option;
    const id = freshId("option");
    this.input =
      option.type === "attachment"
        ? el("input", { type: "file", id })
        : el("input", {
            type: "text",
            id,
            autocomplete: "off",
            autocapitalize: "off",
            spellcheck: "false",
            enterkeyhint: "next",
            inputmode: option.type === "integer" ? "numeric" : option.type === "number" ? "decimal" : null,
            maxlength: option.max_length,
          });
    this.input.dataset.option = option.name;
    this.note = el("p", { class: "option-note", id: freshId("note"), hidden: true });
    this.input.setAttribute("aria-describedby", this.note.id);
    if (option.required) this.input.setAttribute("aria-required", "true");
    const away =
      !option.required &&
      el(
        "button",
        {
          class: "option-away",
          type: "button",
          "aria-label": `„${option.name}“ weglassen`,
          title: "Weglassen",
          onclick: () => remove(this),
        },
        icon("close"),
      );
    this.element = el(
      "div",
      { class: "option" },
      el("label", { for: id, title: option.description }, option.name),
      el("div", { class: "option-line" }, this.input, away),
      this.note,
    );
    this.input.addEventListener("input", () => this.setError(null));
    this.input.addEventListener("change", () => (this.file = this.input.files?.[0] ?? null));
  }

  get text() {
    return this.option.type === "attachment" ? "" : this.input.value.trim();
  }

  get isEmpty() {
    return this.option.type === "attachment" ? !this.file : !this.text;
  }

  /** @param {string} text */
  setText(text) {
    if (this.option.type !== "attachment") this.input.value = text;
    this.picked = null;
  }

  /** @param {import("../offers.js").Offer} offer */
  pick(offer) {
    this.input.value = offer.name;
    this.picked = offer;
    this.setError(null);
  }

  /** The chosen offer, if the text still is its name. */
  get choice() {
    return this.picked && this.picked.name.trim() === this.text ? this.picked : null;
  }

  /** What is to be typed to get the same again. */
  get typed() {
    const choice = this.choice;
    return choice && this.option.autocomplete ? String(choice.value) : this.text;
  }

  /** @param {string | null} sentence */
  setError(sentence) {
    this.note.textContent = sentence ?? "";
    this.note.hidden = !sentence;
    this.input.setAttribute("aria-invalid", String(Boolean(sentence)));
  }

  /**
   * The value to send; undefined if it is left out.
   * @param {import("../table.js").Table} table
   * @param {(option: any) => Promise<any>} lookUp for texts that the bot may know by another value
   * @param {(file: File) => Promise<{id: string}>} upload
   */
  async read(table, lookUp, upload) {
    if (this.isEmpty) {
      if (this.option.required) throw new Refusal(`„${this.option.name}“ fehlt noch.`, 400);
      return undefined;
    }
    if (this.file) return (await upload(this.file)).id;
    if (this.choice) return this.choice.value;
    return this.option.autocomplete ? lookUp(this.option) : readValue(this.option, this.text, table);
  }
}
