/** Autocomplete: asks the bot what fits, not at every letter, and never heeds an answer that is out of date. */

import { Refusal } from "../api.js";
import { namedBy, readValue } from "./values.js";

const PAUSE = 150;

export class Lookup {
  #timer = 0;
  #number = 0;

  /** @param {import("../api.js").Api} api @param {import("../table.js").Table} table */
  constructor(api, table) {
    this.api = api;
    this.table = table;
  }

  /** Forgets the question that is on its way. */
  cancel() {
    clearTimeout(this.#timer);
    this.#number += 1;
  }

  /**
   * @param {any} command @param {Record<string, string>} texts what is filled in so far
   * @param {string} focused the option in question
   * @param {(choices: import("../offers.js").Offer[], failed: boolean) => void} hear
   * @param {{now?: boolean}} [how] `now` without the pause for typing
   */
  ask(command, texts, focused, hear, { now = false } = {}) {
    this.cancel();
    const number = this.#number;
    this.#timer = setTimeout(
      async () => {
        const { choices, failed } = await this.#fetch(command, texts, focused);
        if (number === this.#number) hear(choices, failed);
      },
      now ? 0 : PAUSE,
    );
  }

  /**
   * The value that a typed text stands for: that of the choice which it names exactly, else the text itself.
   * @param {any} command @param {Record<string, string>} texts @param {any} option
   */
  async resolve(command, texts, option) {
    const text = texts[option.name];
    const { choices } = await this.#fetch(command, texts, option.name);
    return namedBy(choices, text)?.value ?? readValue(option, text, this.table);
  }

  /** @param {any} command @param {Record<string, string>} texts @param {string} focused */
  async #fetch(command, texts, focused) {
    /** @type {Record<string, any>} */
    const options = { [focused]: texts[focused] ?? "" };
    for (const option of command.options) {
      const text = texts[option.name];
      if (option.name === focused || !text) continue;
      try {
        options[option.name] = readValue(option, text, this.table);
      } catch {
        // A neighbour that is not finished is no part of the question.
      }
    }
    try {
      return await this.api.post(`channels/${this.table.openId}/autocomplete`, {
        command: command.name,
        options,
        focused,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { choices: [], failed: true };
    }
  }
}
