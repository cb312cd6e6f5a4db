/** What a player does with a message: press, choose, put away; and with a form. Answers come by the live line. */

import { Refusal } from "./api.js";

export class Actions {
  /** @param {import("./api.js").Api} api @param {(modal: any) => void} openModal */
  constructor(api, openModal) {
    this.api = api;
    this.openModal = openModal;
  }

  /** @param {any} message @param {string} customId @param {HTMLElement} node what was pressed */
  press(message, customId, node) {
    return this.#busy(node, () => this.api.post(`messages/${message.id}/press`, { custom_id: customId }));
  }

  /** @param {any} message @param {string} customId @param {string[]} values @param {HTMLElement} node */
  select(message, customId, values, node) {
    return this.#busy(node, () => this.api.post(`messages/${message.id}/select`, { custom_id: customId, values }));
  }

  /** @param {any} message @param {HTMLElement} node */
  dismiss(message, node) {
    return this.#busy(node, () => this.api.post(`messages/${message.id}/dismiss`));
  }

  /** Reads an Outcome: opens its modal, or throws the sentence of its failure. @param {any} outcome */
  settle(outcome) {
    if (outcome.state === "failed") throw new Refusal(outcome.error, 504);
    if (outcome.state === "modal") this.openModal(outcome.modal);
  }

  /**
   * One press at a time; the sentence of a refusal goes beside what was pressed.
   * @param {HTMLElement} node @param {() => Promise<any>} act @returns {Promise<boolean>} whether it went through
   */
  async #busy(node, act) {
    if (node.getAttribute("aria-busy") === "true") return false;
    const note = /** @type {HTMLElement | null} */ (node.closest(".message")?.querySelector(".message-note") ?? null);
    if (note) note.hidden = true;
    node.setAttribute("aria-busy", "true");
    try {
      this.settle(await act());
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (note) {
        note.textContent = error.message;
        note.hidden = false;
      }
      return false;
    } finally {
      node.removeAttribute("aria-busy");
    }
  }
}
