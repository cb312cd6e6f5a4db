/** The list of channels where there is no room for it beside the talk: it slides in, and out again. */

import { icon } from "./icons.js";

const WIDE = matchMedia("(min-width: 1100px)");

export class Drawer {
  /**
   * @param {{table: HTMLElement, side: HTMLElement, open: HTMLElement, close: HTMLElement, shade: HTMLElement}} places
   */
  constructor(places) {
    this.places = places;
    places.open.append(icon("menu"));
    places.close.append(icon("close"));
    places.open.setAttribute("aria-label", "Kanäle und Spieler zeigen");
    places.open.addEventListener("click", () => this.set(true));
    places.close.addEventListener("click", () => this.set(false));
    places.shade.addEventListener("click", () => this.set(false));
    places.side.addEventListener("keydown", (event) => event.key === "Escape" && this.set(false));
    WIDE.addEventListener("change", () => this.#apply(false));
    this.#apply(false);
  }

  /** @param {boolean} isOpen */
  set(isOpen) {
    if (WIDE.matches || isOpen === this.places.table.classList.contains("side-open")) return;
    this.#apply(isOpen);
    (isOpen ? this.places.close : this.places.open).focus();
  }

  /** @param {boolean} isOpen */
  #apply(isOpen) {
    const { table, side, open } = this.places;
    table.classList.toggle("side-open", isOpen);
    open.setAttribute("aria-expanded", String(isOpen));
    // What is out of sight is out of reach of the keyboard as well.
    side.inert = !WIDE.matches && !isOpen;
  }
}
