/** The options of a command that need not be there: each one press away, a long list of them only on demand. */

import { el, fill } from "../dom.js";
import { icon } from "../icons.js";

const FEW = 3;

export class ExtraOptions {
  #isUnfolded = false;

  constructor() {
    this.element = el("div", { class: "extras" });
  }

  /** A long list is folded up again. */
  fold() {
    this.#isUnfolded = false;
  }

  /** @param {any[]} options those that are not filled in @param {(option: any) => void} add */
  draw(options, add) {
    if (options.length > FEW && !this.#isUnfolded) {
      const unfold = () => {
        this.#isUnfolded = true;
        this.draw(options, add);
        this.element.querySelector("button")?.focus();
      };
      return fill(this.element, extra(`${options.length} weitere Angaben`, "", unfold));
    }
    fill(
      this.element,
      options.map((option) => extra(option.name, option.description, () => add(option))),
    );
  }
}

/** @param {string} label @param {string} title @param {() => void} act */
function extra(label, title, act) {
  return el("button", { class: "extra", type: "button", title: title || null, onclick: act }, icon("plus"), label);
}
