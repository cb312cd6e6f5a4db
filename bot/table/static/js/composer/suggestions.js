/** The list above the input: commands, options, values. It belongs to whichever input is being typed in. */

import { el, fill, freshId } from "../dom.js";

/** @typedef {{title: string, detail?: string, pick: () => void}} Suggestion */

const MOST = 200;

export class Suggestions {
  /** @type {Suggestion[]} */
  #items = [];
  #active = -1;
  #hasMoved = false;
  /** @type {HTMLElement | null} */
  #input = null;

  constructor() {
    this.list = el("ul", {
      class: "suggestion-list",
      role: "listbox",
      id: freshId("list"),
      "aria-label": "Vorschläge",
    });
    this.head = el("p", { class: "suggestion-head" });
    this.element = el("div", { class: "suggestions", hidden: true }, this.head, this.list);
    // The input keeps the focus while the list is used.
    this.element.addEventListener("pointerdown", (/** @type {Event} */ event) => event.preventDefault());
    this.list.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const row = /** @type {HTMLElement} */ (event.target).closest("[data-number]");
      if (row) this.#items[Number(/** @type {HTMLElement} */ (row).dataset.number)]?.pick();
    });
  }

  /** Marks an input as one that this list serves. @param {HTMLElement} input */
  serve(input) {
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
    })) {
      input.setAttribute(name, value);
    }
  }

  /**
   * @param {HTMLElement} input @param {string} head @param {Suggestion[]} items
   * @param {{eager?: boolean}} [how] `eager`: the first one is taken by Enter unless the player says otherwise
   */
  show(input, head, items, { eager = false } = {}) {
    if (this.#input !== input) this.hide();
    this.#input = input;
    this.#items = items.slice(0, MOST);
    this.#active = eager && items.length ? 0 : -1;
    this.#hasMoved = false;
    this.head.textContent = head;
    fill(
      this.list,
      this.#items.map((item, number) => row(item, number, `${this.list.id}-${number}`)),
    );
    this.element.classList.remove("stale");
    this.element.hidden = !head && !items.length;
    this.list.hidden = !items.length;
    this.#mark();
  }

  /** What is listed belongs to an earlier text; it stays in sight but nothing of it is taken by Enter. */
  setStale() {
    this.#active = -1;
    this.element.classList.add("stale");
    this.#mark();
  }

  hide() {
    this.#items = [];
    this.#active = -1;
    this.element.hidden = true;
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
    this.#input = null;
  }

  get isOpen() {
    return !this.element.hidden && this.#items.length > 0;
  }

  /** Whether the player has walked through the list. */
  get hasMoved() {
    return this.#hasMoved;
  }

  /** @returns {Suggestion | undefined} */
  get active() {
    return this.#items[this.#active];
  }

  /** @returns {Suggestion | undefined} */
  get first() {
    return this.element.classList.contains("stale") ? undefined : this.#items[0];
  }

  /** @param {number} step */
  move(step) {
    const count = this.#items.length;
    if (!count || this.element.classList.contains("stale")) return;
    this.#active = this.#active < 0 ? (step > 0 ? 0 : count - 1) : (this.#active + step + count) % count;
    this.#hasMoved = true;
    this.#mark();
  }

  #mark() {
    const rows = [...this.list.children];
    rows.forEach((one, number) => one.setAttribute("aria-selected", String(number === this.#active)));
    rows[this.#active]?.scrollIntoView({ block: "nearest" });
    this.#input?.setAttribute("aria-expanded", String(this.isOpen));
    if (this.#active >= 0) this.#input?.setAttribute("aria-activedescendant", rows[this.#active].id);
    else this.#input?.removeAttribute("aria-activedescendant");
  }
}

/** @param {Suggestion} item @param {number} number @param {string} id */
function row(item, number, id) {
  return el(
    "li",
    { class: "suggestion", role: "option", id, "aria-selected": "false", data: { number: String(number) } },
    el("span", { class: "suggestion-title" }, item.title),
    item.detail && el("span", { class: "suggestion-detail" }, item.detail),
  );
}
