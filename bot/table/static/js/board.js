/**
 * The newest board of the open channel, always in view: beside the talk on a desk, above the input on a phone. Earlier
 * boards can be paged through; a new one comes to the front unless the player is looking at an earlier one.
 */

import { boardsOf } from "./boards.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { PanZoom } from "./panzoom.js";
import { clock } from "./time.js";

export class BoardView {
  /** @type {import("./boards.js").Board[]} */
  #boards = [];
  /** The board that is held although newer ones came. @type {string | null} */
  #heldId = null;

  /**
   * @param {HTMLElement} root
   * @param {import("./table.js").Table} table
   * @param {import("./memory.js").Memory} memory
   * @param {(picture: {url: string, alt: string}) => void} showPicture
   */
  constructor(root, table, memory, showPicture) {
    this.root = root;
    this.table = table;
    this.memory = memory;
    this.picture = el("img", { class: "board-picture", alt: "", decoding: "async" });
    this.frame = el(
      "div",
      {
        class: "board-frame",
        tabindex: "0",
        role: "group",
        "aria-label": "Brett. Plus und Minus vergrößern und verkleinern, Pfeiltasten verschieben, Null zeigt alles.",
      },
      this.picture,
    );
    this.zoom = new PanZoom(this.frame, this.picture);
    this.title = el("span", { class: "board-title" });
    // Only where there is little room: see board.css.
    this.fold = el(
      "button",
      { class: "icon-button fold", type: "button", "aria-controls": "board-body", "aria-label": "Brett zeigen" },
      icon("down"),
    );
    this.newest = el("button", { class: "quiet-button", type: "button", hidden: true }, "Zum neuesten Brett");
    this.back = tool("back", "Früheres Brett", () => this.#step(-1));
    this.forth = tool("forth", "Späteres Brett", () => this.#step(1));
    const tools = el(
      "div",
      { class: "board-tools", role: "group", "aria-label": "Brett" },
      this.back,
      this.forth,
      tool("minus", "Verkleinern", () => this.zoom.zoom(-1), "by-finger"),
      tool("plus", "Vergrößern", () => this.zoom.zoom(1), "by-finger"),
      tool("fit", "Ganz zeigen", () => this.zoom.fit()),
      tool("large", "Groß öffnen", () => this.shown && showPicture(this.shown)),
    );
    this.body = el("div", { class: "board-body", id: "board-body" }, this.frame, this.newest);
    this.empty = el(
      "p",
      { class: "board-empty" },
      "Noch liegt hier kein Brett. Sobald eine Schlacht beginnt, erscheint es an dieser Stelle und bleibt im Blick.",
    );
    fill(root, el("header", { class: "board-head" }, this.fold, this.title, tools), this.body, this.empty);
    this.fold.addEventListener("click", () => this.#setFolded(!this.isFolded));
    this.newest.addEventListener("click", () => this.#hold(null));
    this.#setFolded(memory.get("board-folded", false));
    table.on("log", ({ channelId }) => channelId === table.openId && this.sync());
    table.on("open", () => {
      this.#heldId = null;
      this.sync();
    });
  }

  get isFolded() {
    return this.root.classList.contains("folded");
  }

  /** @returns {import("./boards.js").Board | undefined} */
  get shown() {
    return this.#boards.find((board) => board.id === this.#heldId) ?? this.#boards.at(-1);
  }

  sync() {
    const newestBefore = this.#boards.at(-1)?.id;
    this.#boards = boardsOf(this.table.openLog.messages);
    const shown = this.shown;
    this.root.classList.toggle("without", !shown);
    if (!shown) {
      this.picture.removeAttribute("src");
      return;
    }
    const place = this.#boards.indexOf(shown);
    const isNewest = place === this.#boards.length - 1;
    if (this.picture.getAttribute("src") !== shown.url) this.picture.src = shown.url;
    this.picture.alt = shown.alt;
    this.title.textContent = isNewest
      ? `Brett · ${clock(shown.time)}`
      : `Früheres Brett (${place + 1} von ${this.#boards.length})`;
    this.back.disabled = place === 0;
    this.forth.disabled = isNewest;
    this.newest.hidden = isNewest;
    this.newest.classList.toggle(
      "calling",
      !isNewest && newestBefore !== undefined && newestBefore !== this.#boards.at(-1)?.id,
    );
  }

  /** @param {number} step */
  #step(step) {
    const place = this.shown ? this.#boards.indexOf(this.shown) + step : -1;
    const next = this.#boards[place];
    if (next) this.#hold(place === this.#boards.length - 1 ? null : next.id);
  }

  /** @param {string | null} id */
  #hold(id) {
    this.#heldId = id;
    this.sync();
  }

  /** @param {boolean} isFolded */
  #setFolded(isFolded) {
    this.root.classList.toggle("folded", isFolded);
    this.fold.setAttribute("aria-expanded", String(!isFolded));
    this.memory.set("board-folded", isFolded);
  }
}

/** @param {Parameters<typeof icon>[0]} sign @param {string} label @param {() => void} act */
function tool(sign, label, act, kind = "") {
  return el(
    "button",
    { class: `icon-button ${kind}`, type: "button", "aria-label": label, title: label, onclick: act },
    icon(sign),
  );
}
