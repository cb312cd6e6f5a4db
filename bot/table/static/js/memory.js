/**
 * What a window remembers over a reload: open channel, scroll, drafts, typed lines. Each player has a memory of his
 * own.
 */

export class Memory {
  /** @param {string} player */
  constructor(player) {
    this.prefix = `herold:${player}:`;
  }

  /** @template T @param {string} name @param {T} otherwise @returns {T} */
  get(name, otherwise) {
    try {
      const text = localStorage.getItem(this.prefix + name);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  }

  /** @param {string} name @param {any} value `null` forgets it */
  set(name, value) {
    try {
      if (value === null) localStorage.removeItem(this.prefix + name);
      else localStorage.setItem(this.prefix + name, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still plays; it only forgets on reload.
    }
  }
}
