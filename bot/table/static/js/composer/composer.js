/** The place where a player speaks: a plain line, or a command being filled in. It sends, keeps drafts and refusals. */

import { Refusal } from "../api.js";
import { el, fill } from "../dom.js";
import { CommandForm } from "./command_form.js";
import { History } from "./history.js";
import { Lookup } from "./lookup.js";
import { Suggestions } from "./suggestions.js";
import { TextLine } from "./text_line.js";
import { readLine } from "./typed.js";
import { readValue } from "./values.js";

const BY_FINGER = matchMedia("(pointer: coarse)");

/**
 * @typedef {object} Tools
 * @property {import("../table.js").Table} table
 * @property {import("../api.js").Api} api
 * @property {import("../memory.js").Memory} memory
 * @property {import("../actions.js").Actions} actions
 */

export class Composer {
  /** @type {any[]} */
  #commands = [];
  /** @type {string | null} */
  #channelId = null;
  /** A command that stood there before the commands were known. @type {any} */
  #awaited = null;

  /**
   * @param {HTMLElement} root
   * @param {Tools} tools
   */
  constructor(root, { table, api, memory, actions }) {
    this.table = table;
    this.api = api;
    this.memory = memory;
    this.actions = actions;
    const suggestions = new Suggestions();
    this.lookup = new Lookup(api, table);
    this.history = new History(memory);
    this.note = el("p", { class: "composer-note", role: "alert", hidden: true });
    const changed = () => {
      this.#say(null);
      this.#keepDraft();
    };
    this.line = new TextLine(
      { table, suggestions, lookup: this.lookup, history: this.history, commands: () => this.#commands },
      { send: (text) => this.#send(text), useCommand: (command) => this.#openForm(command), changed },
    );
    this.form = new CommandForm(
      { table, api, suggestions, lookup: this.lookup },
      {
        send: async (command, values, line) => {
          await this.#command(command, values, line);
          if (this.form.command === command) this.#leaveForm("");
        },
        leave: (line) => this.#leaveForm(line),
        changed,
        note: (sentence) => this.#say(sentence),
      },
    );
    fill(root, suggestions.element, this.note, this.form.element, this.line.element);
  }

  /** Takes up the draft of the channel that was opened. */
  show() {
    this.#channelId = this.table.openId;
    this.#commands = [];
    this.form.close();
    this.line.element.hidden = false;
    this.#say(null);
    const draft = this.memory.get(`draft:${this.#channelId}`, /** @type {any} */ ({}));
    this.#awaited = draft.command ? draft : null;
    this.line.setText(draft.text ?? "");
  }

  /** @param {any[]} commands what can be typed in the open channel */
  setCommands(commands) {
    this.#commands = commands;
    const draft = this.#awaited;
    const command = draft && commands.find((one) => one.name === draft.command);
    if (!command) return;
    this.#awaited = null;
    this.#unfold(command, draft.filled);
  }

  get commands() {
    return this.#commands;
  }

  focus() {
    if (this.form.command) this.form.focus();
    else this.line.focus();
  }

  /**
   * Opens a command by its name, filled in as far as is known.
   * @param {string} name
   * @param {Record<string, any>} [filled]
   */
  useCommand(name, filled = {}) {
    const command = this.#commands.find((one) => one.name === name);
    if (command) this.#openForm(command, filled);
    else {
      // A group has no form of its own: its commands are listed.
      this.#leaveForm(`/${name} `);
      this.line.input.dispatchEvent(new Event("input"));
    }
  }

  /** @param {any} command @param {Record<string, any>} [filled] */
  #openForm(command, filled = {}) {
    this.#unfold(command, filled);
    this.form.focus();
    this.#keepDraft();
  }

  /** @param {any} command @param {Record<string, any>} filled */
  #unfold(command, filled) {
    this.#say(null);
    this.lookup.cancel();
    this.form.tools.suggestions.hide();
    this.line.setText("");
    this.line.element.hidden = true;
    this.form.open(command, filled);
  }

  /** @param {string} line */
  #leaveForm(line) {
    // Where a keyboard would slide over the board, it comes only for those who already type.
    const isTyping = document.activeElement?.matches("input, textarea");
    this.form.close();
    this.line.element.hidden = false;
    this.line.setText(line);
    this.#say(null);
    this.#keepDraft();
    if (isTyping || !BY_FINGER.matches) this.line.focus();
  }

  /** @param {string} text */
  async #send(text) {
    this.line.setBusy(true);
    this.form.tools.suggestions.hide();
    try {
      if (text.startsWith("/")) await this.#typed(text);
      else await this.#plain(text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#say(error.message);
    } finally {
      this.line.setBusy(false);
    }
  }

  /** @param {string} text */
  async #plain(text) {
    await this.api.post(`channels/${this.#channelId}/messages`, { content: text });
    this.history.add(text);
    this.line.setText("");
    this.#keepDraft();
  }

  /** @param {string} text a command typed by hand */
  async #typed(text) {
    const read = readLine(text, this.#commands);
    if (!read)
      throw new Refusal(`Den Befehl ${text.split(/\s/)[0]} gibt es hier nicht. Tippe / und wähle aus der Liste.`, 404);
    const { command, texts, loose } = read;
    if (loose) this.#placeLoose(command, texts, loose);
    if (command.options.some((option) => option.required && !texts[option.name])) return this.#openForm(command, texts);
    await this.#command(command, await this.#values(command, texts), text);
    this.line.setText("");
    this.#keepDraft();
  }

  /** @param {any} command @param {Record<string, string>} texts */
  async #values(command, texts) {
    /** @type {Record<string, any>} */
    const values = {};
    for (const option of command.options) {
      if (!texts[option.name]) continue;
      values[option.name] = option.autocomplete
        ? await this.lookup.resolve(command, texts, option)
        : readValue(option, texts[option.name], this.table);
    }
    return values;
  }

  /**
   * Words without an option's name go to the only option they can mean.
   * @param {any} command
   * @param {Record<string, string>} texts
   * @param {string} loose
   */
  #placeLoose(command, texts, loose) {
    const open = command.options.filter((/** @type {any} */ option) => !(option.name in texts));
    const wanted = open.filter((/** @type {any} */ option) => option.required);
    const example = command.options[0]?.name ?? "name";
    const target = wanted.length === 1 ? wanted[0] : open.length === 1 ? open[0] : null;
    if (!target)
      throw new Refusal(
        `„${loose}“ lässt sich nicht zuordnen. Schreib die Optionen als name:wert, zum Beispiel ${example}:…`,
        400,
      );
    texts[target.name] = loose;
  }

  /** @param {any} command @param {Record<string, any>} values @param {string} line */
  async #command(command, values, line) {
    const outcome = await this.api.post(`channels/${this.#channelId}/command`, {
      command: command.name,
      options: values,
    });
    this.actions.settle(outcome);
    this.history.add(line);
  }

  /** @param {string | null} sentence */
  #say(sentence) {
    this.note.textContent = sentence ?? "";
    this.note.hidden = !sentence;
  }

  #keepDraft() {
    if (!this.#channelId) return;
    const draft = this.form.command ? this.form.draft : this.line.text ? { text: this.line.text } : null;
    this.memory.set(`draft:${this.#channelId}`, draft);
  }
}
