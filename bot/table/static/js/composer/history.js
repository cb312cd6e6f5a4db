/** The lines a player has sent, to be called back with the arrow keys. */

const MOST = 50;

export class History {
  #place = -1;

  /** @param {import("../memory.js").Memory} memory */
  constructor(memory) {
    this.memory = memory;
    /** @type {string[]} newest first */
    this.lines = memory.get("history", /** @type {string[]} */ ([]));
  }

  /** @param {string} line */
  add(line) {
    this.#place = -1;
    this.lines = [line, ...this.lines.filter((one) => one !== line)].slice(0, MOST);
    this.memory.set("history", this.lines);
  }

  get isBrowsing() {
    return this.#place >= 0;
  }

  stop() {
    this.#place = -1;
  }

  /** @param {number} step 1 for older, -1 for newer @returns {string | null} null where there is no further line */
  go(step) {
    const place = this.#place + step;
    if (place < -1 || place >= this.lines.length) return null;
    this.#place = place;
    return this.lines[place] ?? "";
  }
}
