/** What a player must know about the table itself: the line is down, Herold is away, something was refused. */

import { el } from "./dom.js";

export class Notices {
  /** @type {Map<string, HTMLElement>} */
  #shown = new Map();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    root.setAttribute("role", "status");
  }

  /**
   * @param {string} key one notice of a kind at a time
   * @param {string} sentence
   * @param {{label: string, act: () => void}} [button]
   */
  show(key, sentence, button) {
    if (this.#shown.get(key)?.dataset.sentence === sentence) return;
    this.clear(key);
    const notice = el(
      "div",
      { class: `notice notice-${key}`, data: { sentence } },
      el("span", {}, sentence),
      button && el("button", { class: "text-button", type: "button", onclick: button.act }, button.label),
    );
    this.#shown.set(key, notice);
    this.root.append(notice);
  }

  /** @param {string} key */
  clear(key) {
    this.#shown.get(key)?.remove();
    this.#shown.delete(key);
  }
}
