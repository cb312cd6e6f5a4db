/** The card for whoever is here for the first time: from nothing to a battle in three steps. */

import { Refusal } from "./api.js";
import { search } from "./composer/search.js";
import { el, fill } from "./dom.js";
import { closeButton } from "./dialogs.js";
import { windowLink } from "./seats.js";

const COMMAND = "partie neu";
const SCENARIO = "Das Geheimdokument";
const FIRST_MESSAGES = 5;

/**
 * @typedef {object} Tools
 * @property {import("./table.js").Table} table
 * @property {import("./api.js").Api} api
 * @property {import("./memory.js").Memory} memory
 * @property {import("./composer/composer.js").Composer} composer
 */

export class StartCard {
  #isAsked = false;
  /** The channel that was found empty. @type {string | null} */
  #freshId = null;

  /**
   * @param {HTMLElement} root
   * @param {Tools} tools
   */
  constructor(root, tools) {
    this.root = root;
    this.tools = tools;
    tools.table.on("log", () => this.sync());
    tools.table.on("open", () => {
      this.#isAsked = false;
      fill(root);
      this.sync();
    });
  }

  /** Shows the card although it was put away or the channel is in use. */
  ask() {
    this.#isAsked = true;
    this.sync();
    this.root.scrollIntoView({ block: "start" });
    this.root.querySelector("button")?.focus({ preventScroll: true });
  }

  sync() {
    const { table, memory } = this.tools;
    const log = table.openLog;
    if (log.isLoaded && log.messages.length === 0 && table.open?.kind === "text") this.#freshId = table.openId;
    // It stays for the first messages: the second window is opened after the battle was set up.
    const isFresh =
      this.#freshId === table.openId && log.messages.length < FIRST_MESSAGES && !memory.get("start-away", false);
    if (!this.#isAsked && !isFresh) return fill(this.root);
    if (!this.root.firstChild) fill(this.root, this.#card());
  }

  #card() {
    const { table } = this.tools;
    const other = table.players.find((player) => player.id !== table.me.id);
    const note = el("p", { class: "composer-note", role: "alert", hidden: true });
    const begin = el(
      "button",
      { class: "button primary", type: "button", data: { start: "neu" } },
      `Neue Partie: ${SCENARIO}`,
    );
    begin.addEventListener("click", () => this.#begin(note));
    return el(
      "section",
      { class: "start-card", "aria-labelledby": "start-title" },
      closeButton("Karte weglegen", () => this.#putAway()),
      el("h2", { id: "start-title" }, `Willkommen am Tisch, ${table.me.name}!`),
      el("p", {}, "Herold kennt die Regeln, würfelt und zeigt das Brett. In drei Schritten steht die erste Schlacht:"),
      el(
        "ol",
        { class: "steps" },
        el(
          "li",
          {},
          el("strong", {}, "Partie anlegen."),
          " Der Knopf füllt den Befehl aus; mit Enter oder „Senden“ geht er ab.",
          el("div", {}, begin),
          note,
        ),
        el(
          "li",
          {},
          el("strong", {}, "Gegner dazuholen."),
          " Öffne ein zweites Fenster und tritt dort der Partie bei.",
          other && el("div", {}, windowLink(other, table.openId)),
        ),
        el(
          "li",
          {},
          el("strong", {}, "Spielen."),
          " Tippe ",
          el("kbd", {}, "/"),
          " und wähle, was deine Figur tut. ",
          el("code", {}, "/hilfe"),
          " sagt jederzeit, was gerade geht.",
        ),
      ),
    );
  }

  #putAway() {
    this.#isAsked = false;
    this.tools.memory.set("start-away", true);
    fill(this.root);
    this.tools.composer.focus();
  }

  /** @param {HTMLElement} note */
  async #begin(note) {
    const { composer } = this.tools;
    const command = composer.commands.find((one) => one.name === COMMAND);
    note.hidden = Boolean(command);
    if (!command) {
      note.textContent = "Herold ist noch nicht da. Warte einen Augenblick und versuch es dann noch einmal.";
      return;
    }
    composer.useCommand(COMMAND, await this.#filled(command));
  }

  /** Finds the option that takes the scenario, whatever it is called. @param {any} command */
  async #filled(command) {
    for (const option of command.options) {
      const offer = search(
        await this.#offers(command, option),
        SCENARIO,
        (/** @type {any} */ one) => `${one.name} ${one.value}`,
      )[0];
      if (offer) return { [option.name]: { text: offer.name, picked: offer } };
    }
    return {};
  }

  /** @param {any} command @param {any} option @returns {Promise<any[]>} */
  async #offers(command, option) {
    if (!option.autocomplete) return option.choices;
    const { api, table } = this.tools;
    const question = { command: command.name, options: { [option.name]: "Geheimdokument" }, focused: option.name };
    try {
      return (await api.post(`channels/${table.openId}/autocomplete`, question)).choices;
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  }
}
