/** The plain line: messages, and commands typed by hand. It suggests commands, options and values while one types. */

import { el } from "../dom.js";
import { icon } from "../icons.js";
import { search } from "./search.js";
import { commandOf, readLine, spotOf } from "./typed.js";
import { offersFor } from "./values.js";

const MOST = 2000;

/**
 * @typedef {object} Tools
 * @property {import("../table.js").Table} table
 * @property {import("./suggestions.js").Suggestions} suggestions
 * @property {import("./lookup.js").Lookup} lookup
 * @property {import("./history.js").History} history
 * @property {() => any[]} commands what can be typed here
 *
 * @typedef {object} Wants
 * @property {(text: string) => void} send
 * @property {(command: any) => void} useCommand
 * @property {() => void} changed
 */

export class TextLine {
  /**
   * @param {Tools} tools
   * @param {Wants} wants
   */
  constructor(tools, wants) {
    this.tools = tools;
    this.wants = wants;
    this.input = el("textarea", {
      id: "input",
      class: "line-input",
      rows: "1",
      maxlength: String(MOST),
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      "aria-label": "Nachricht oder Befehl",
      placeholder: "Nachricht oder /Befehl",
    });
    this.slash = el(
      "button",
      { class: "icon-button slash", type: "button", "aria-label": "Befehle zeigen", title: "Befehle zeigen" },
      icon("slash"),
    );
    this.submit = el(
      "button",
      { class: "icon-button send", type: "submit", "aria-label": "Senden", title: "Senden" },
      icon("send"),
    );
    this.element = el("form", { class: "line", novalidate: true }, this.slash, this.input, this.submit);
    tools.suggestions.serve(this.input);
    this.slash.addEventListener("click", () => this.#showCommands());
    this.element.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#send();
    });
    this.input.addEventListener("input", () => {
      tools.history.stop();
      this.#changed();
    });
    this.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    this.input.addEventListener("blur", () => {
      tools.lookup.cancel();
      tools.suggestions.hide();
    });
    this.input.addEventListener("focus", () => this.text && !tools.history.isBrowsing && this.#suggest());
  }

  get text() {
    return this.input.value;
  }

  /** @param {string} text */
  setText(text) {
    this.input.value = text;
    this.#grow();
  }

  focus() {
    this.input.focus();
  }

  /** @param {boolean} isBusy */
  setBusy(isBusy) {
    if (isBusy) this.submit.setAttribute("aria-busy", "true");
    else this.submit.removeAttribute("aria-busy");
  }

  #showCommands() {
    if (!this.text.startsWith("/")) this.setText(`/${this.text}`);
    this.focus();
    this.#changed();
  }

  #changed() {
    this.#grow();
    this.#suggest();
    this.wants.changed();
  }

  #grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${this.input.scrollHeight}px`;
  }

  #send() {
    if (this.text.trim() && !this.submit.getAttribute("aria-busy")) this.wants.send(this.text.trim());
  }

  #suggest() {
    const { suggestions, lookup, table } = this.tools;
    const commands = this.tools.commands();
    lookup.cancel();
    const spot = spotOf(this.text, commands);
    if (!spot) return suggestions.hide();
    if (spot.kind === "command") {
      const fits = search(
        commands,
        spot.typed,
        (command) => command.name,
        (command) => command.description,
      );
      const head = fits.length
        ? "Befehle"
        : commands.length
          ? "Diesen Befehl gibt es hier nicht."
          : "Herold ist noch nicht da; gleich gibt es hier Befehle.";
      const items = fits.map((command) => ({
        title: `/${command.name}`,
        detail: command.description,
        pick: () => this.wants.useCommand(command),
      }));
      return suggestions.show(this.input, head, items, { eager: true });
    }
    if (spot.kind === "option") {
      const open = spot.command.options.filter(({ name }) => !spot.used.includes(name) && name.startsWith(spot.typed));
      const items = open.map((option) => ({
        title: `${option.name}:`,
        detail: option.description,
        pick: () => this.#complete(spot.typed, `${option.name}:`),
      }));
      return suggestions.show(this.input, `/${spot.command.name} – ${spot.command.description}`, items);
    }
    const { option, command } = spot;
    const head = `${option.name}: ${option.description}`;
    const show = (/** @type {import("../offers.js").Offer[]} */ offers, /** @type {boolean} */ byValue) =>
      suggestions.show(
        this.input,
        head,
        offers.map((offer) => ({
          title: offer.name,
          detail: offer.detail,
          pick: () => this.#complete(spot.typed, `${byValue ? offer.value : offer.name} `),
        })),
      );
    const offers = offersFor(option, table);
    if (offers)
      return show(
        search(offers, spot.typed, (offer) => offer.name),
        false,
      );
    if (!option.autocomplete) return suggestions.show(this.input, head, []);
    suggestions.setStale();
    const texts = { ...readLine(this.text, this.tools.commands())?.texts, [option.name]: spot.typed };
    lookup.ask(command, texts, option.name, (choices) => show(choices, true));
  }

  /** Replaces the unfinished end of the line. @param {string} typed @param {string} whole */
  #complete(typed, whole) {
    this.setText(this.text.slice(0, this.text.length - typed.length) + whole);
    this.focus();
    this.#changed();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { suggestions } = this.tools;
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && suggestions.isOpen) {
      event.preventDefault();
      suggestions.move(step);
    } else if (step) {
      this.#recall(event, -step);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#enter();
    } else if (event.key === "Tab" && !event.shiftKey && suggestions.isOpen) {
      const wanted = suggestions.active ?? suggestions.first;
      if (wanted) event.preventDefault();
      wanted?.pick();
    } else if (event.key === "Escape" && !suggestions.element.hidden) {
      event.preventDefault();
      suggestions.hide();
    }
  }

  /** Enter takes what the player has walked to; otherwise a line that is complete goes out. */
  #enter() {
    const { suggestions } = this.tools;
    const isWhole = commandOf(this.text.trim(), this.tools.commands()) !== undefined;
    if (suggestions.active && (suggestions.hasMoved || !isWhole)) suggestions.active.pick();
    else this.#send();
  }

  /** @param {KeyboardEvent} event @param {number} step */
  #recall(event, step) {
    const { history } = this.tools;
    if (this.text && !history.isBrowsing) return;
    const line = history.go(step);
    if (line === null) return;
    event.preventDefault();
    this.setText(line);
    this.input.setSelectionRange(line.length, line.length);
    this.wants.changed();
  }
}
