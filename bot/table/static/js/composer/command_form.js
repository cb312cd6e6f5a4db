/**
 * A command being filled in: its options as fields, one after the other. Those that must be there stand from the start,
 * the others are one press away. Enter takes what is suggested, then goes on, and sends when nothing is missing.
 */

import { Refusal } from "../api.js";
import { el } from "../dom.js";
import { icon } from "../icons.js";
import { ExtraOptions } from "./extra_options.js";
import { OptionField } from "./option_field.js";
import { search } from "./search.js";
import { writeLine } from "./typed.js";
import { offersFor } from "./values.js";

/**
 * @typedef {object} Tools
 * @property {import("../table.js").Table} table
 * @property {import("../api.js").Api} api
 * @property {import("./suggestions.js").Suggestions} suggestions
 * @property {import("./lookup.js").Lookup} lookup
 *
 * @typedef {object} Wants
 * @property {(command: any, values: Record<string, any>, line: string) => Promise<void>} send
 * @property {(line: string) => void} leave back to the plain line, with this text in it
 * @property {() => void} changed
 * @property {(sentence: string | null) => void} note
 */

export class CommandForm {
  /** @type {any} */
  command = null;
  /** @type {OptionField[]} */
  fields = [];

  /**
   * @param {Tools} tools
   * @param {Wants} wants
   */
  constructor(tools, wants) {
    this.tools = tools;
    this.wants = wants;
    this.title = el("span", { class: "command-name" });
    this.about = el("span", { class: "command-about" });
    this.row = el("div", { class: "options" });
    this.extras = new ExtraOptions();
    this.submit = el("button", { class: "button primary send", type: "submit" }, icon("send"), "Senden");
    this.element = el(
      "form",
      { class: "command-form", hidden: true, novalidate: true, "aria-label": "Befehl ausfüllen" },
      el(
        "div",
        { class: "command-head" },
        this.title,
        this.about,
        el(
          "button",
          {
            class: "icon-button",
            type: "button",
            "aria-label": "Befehl verwerfen",
            title: "Befehl verwerfen",
            onclick: () => wants.leave(""),
          },
          icon("close"),
        ),
      ),
      this.row,
      el("div", { class: "command-foot" }, this.extras.element, this.submit),
    );
    this.element.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.send();
    });
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && !event.defaultPrevented) wants.leave(this.line);
    });
  }

  /**
   * @param {any} command
   * @param {Record<string, string | {text: string, picked: any}>} [filled] texts by option, with what was picked
   */
  open(command, filled = {}) {
    this.command = command;
    this.title.textContent = `/${command.name}`;
    this.about.textContent = command.description;
    this.fields = [];
    this.extras.fold();
    this.row.replaceChildren();
    for (const option of command.options) {
      const given = filled[option.name];
      if (option.required || given !== undefined) this.#add(option, given);
    }
    this.#drawExtras();
    this.element.hidden = false;
  }

  close() {
    this.element.hidden = true;
    this.command = null;
    this.fields = [];
    this.tools.lookup.cancel();
    this.tools.suggestions.hide();
  }

  /** Puts the cursor where something is missing. */
  focus() {
    (this.#nextMissing(null)?.input ?? this.submit).focus();
  }

  get texts() {
    return Object.fromEntries(this.fields.map((field) => [field.option.name, field.typed]));
  }

  /** The command as a typed line. */
  get line() {
    return writeLine(this.command, this.texts);
  }

  /** What must be kept to fill it in again after a reload. */
  get draft() {
    const filled = this.fields.map((field) => [field.option.name, { text: field.text, picked: field.choice }]);
    return { command: this.command.name, filled: Object.fromEntries(filled) };
  }

  async send() {
    if (this.submit.getAttribute("aria-busy")) return;
    this.tools.suggestions.hide();
    this.wants.note(null);
    this.submit.setAttribute("aria-busy", "true");
    try {
      const values = await this.#read();
      if (values) await this.wants.send(this.command, values, this.line);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.wants.note(error.message);
    } finally {
      this.submit.removeAttribute("aria-busy");
    }
  }

  async #read() {
    const { table, api, lookup } = this.tools;
    /** @type {Record<string, any>} */
    const values = {};
    for (const field of this.fields) {
      try {
        const value = await field.read(
          table,
          (option) => lookup.resolve(this.command, this.texts, option),
          (file) => api.upload(file),
        );
        if (value !== undefined) values[field.option.name] = value;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        field.setError(error.message);
        field.input.focus();
        return null;
      }
    }
    return values;
  }

  /** @param {any} option @param {string | {text: string, picked: any} | undefined} given */
  #add(option, given) {
    const field = new OptionField(option, (one) => this.#remove(one));
    if (typeof given === "string") field.setText(given);
    else if (given?.picked) field.pick(given.picked);
    else if (given) field.setText(given.text);
    const order = this.command.options.indexOf(option);
    const next = this.fields.findIndex((one) => this.command.options.indexOf(one.option) > order);
    const place = next < 0 ? this.fields.length : next;
    this.row.insertBefore(field.element, this.row.children[place] ?? null);
    this.fields.splice(place, 0, field);
    if (option.type !== "attachment") this.tools.suggestions.serve(field.input);
    field.input.addEventListener("focus", () => this.#suggest(field, true));
    field.input.addEventListener("blur", () => {
      this.tools.lookup.cancel();
      this.tools.suggestions.hide();
    });
    field.input.addEventListener("input", () => {
      this.#suggest(field, false);
      this.wants.changed();
    });
    field.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event, field));
    return field;
  }

  /** @param {OptionField} field */
  #remove(field) {
    field.element.remove();
    this.fields = this.fields.filter((one) => one !== field);
    this.#drawExtras();
    this.wants.changed();
    (this.fields.at(-1)?.input ?? this.submit).focus();
  }

  #drawExtras() {
    const absent = this.command.options.filter(
      (/** @type {any} */ option) => !this.fields.some((field) => field.option === option),
    );
    this.extras.draw(absent, (option) => {
      const field = this.#add(option, undefined);
      this.#drawExtras();
      field.input.focus();
    });
  }

  /** @param {OptionField} field @param {boolean} now */
  #suggest(field, now) {
    const { suggestions, lookup, table } = this.tools;
    const { option } = field;
    lookup.cancel();
    const offers = offersFor(option, table);
    // What was chosen is not searched for again: all choices are offered instead.
    const typed = field.choice ? "" : field.text;
    const head = `${option.name}: ${option.description}`;
    const items = (/** @type {import("../offers.js").Offer[]} */ list) =>
      list.map((offer) => ({ title: offer.name, detail: offer.detail, pick: () => this.#pick(field, offer) }));
    const eager = !field.choice && (option.required || typed !== "");
    if (offers)
      return suggestions.show(field.input, head, items(search(offers, typed, (offer) => offer.name)), { eager });
    if (!option.autocomplete) return suggestions.show(field.input, head, []);
    if (now) suggestions.show(field.input, head, []);
    else suggestions.setStale();
    const texts = { ...this.texts, [option.name]: typed };
    lookup.ask(
      this.command,
      texts,
      option.name,
      (choices, failed) => {
        const words = choices.length
          ? head
          : `${head} – ${failed ? "keine Antwort, tippe selbst." : "kein Vorschlag."}`;
        suggestions.show(field.input, words, items(choices), { eager });
      },
      { now },
    );
  }

  /** @param {OptionField} field @param {import("../offers.js").Offer} offer */
  #pick(field, offer) {
    this.tools.lookup.cancel();
    field.pick(offer);
    this.wants.changed();
    const missing = this.#nextMissing(field);
    if (missing) missing.input.focus();
    else this.tools.suggestions.show(field.input, "Enter sendet den Befehl.", []);
  }

  /** @param {KeyboardEvent} event @param {OptionField} field */
  #key(event, field) {
    const { suggestions, lookup } = this.tools;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && suggestions.isOpen) {
      event.preventDefault();
      suggestions.move(step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const missing = this.#nextMissing(field);
      if (suggestions.active) suggestions.active.pick();
      else if (missing && !field.isEmpty) missing.input.focus();
      else this.send();
    } else if (event.key === "Tab" && !event.shiftKey && suggestions.active) {
      lookup.cancel();
      const wanted = suggestions.active;
      if (!field.isEmpty || suggestions.hasMoved || field.option.required) wanted.pick();
      // Picking has already gone to the next field where one is missing.
      if (document.activeElement !== field.input) event.preventDefault();
    } else if (event.key === "Escape" && suggestions.isOpen) {
      event.preventDefault();
      suggestions.hide();
    } else if (event.key === "Backspace" && field.isEmpty && field.option.type !== "attachment") {
      event.preventDefault();
      if (!field.option.required) this.#remove(field);
      else if (field === this.fields[0]) this.wants.leave(`/${this.command.name}`);
      else this.fields[this.fields.indexOf(field) - 1].input.focus();
    }
  }

  /** The next field that must be filled in, the ones behind this one first. @param {OptionField | null} from */
  #nextMissing(from) {
    const at = from ? this.fields.indexOf(from) : -1;
    const order = [...this.fields.slice(at + 1), ...this.fields.slice(0, at + 1)];
    return order.find((field) => field.option.required && field.isEmpty);
  }
}
