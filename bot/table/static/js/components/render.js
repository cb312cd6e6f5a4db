/** The components of a message, each by its type. Buttons, menus and pictures have rooms of their own. */

import { el } from "../dom.js";
import { markdown } from "../markdown/blocks.js";
import { button } from "./buttons.js";
import { menu } from "./menus.js";
import { covered, fileCard, gallery, picture } from "./media.js";

/**
 * What a drawn message can do.
 * @typedef {object} Hands
 * @property {import("../table.js").Table} table
 * @property {import("../actions.js").Actions} actions
 * @property {(picture: {url: string, alt: string}) => void} showPicture
 * @property {(id: string) => void} openChannel
 * @property {(name: string) => void} useCommand
 */

/** Type numbers as Discord documents them. */
export const KIND = Object.freeze({
  row: 1,
  button: 2,
  stringMenu: 3,
  textInput: 4,
  userMenu: 5,
  roleMenu: 6,
  mentionableMenu: 7,
  channelMenu: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  fileUpload: 19,
  radioGroup: 21,
  checkboxGroup: 22,
  checkbox: 23,
});

/** @param {any[]} components @param {any} message @param {Hands} hands @returns {Node[]} */
export function renderComponents(components, message, hands) {
  return (components ?? []).map((component) => render(component, message, hands)).filter((node) => node !== null);
}

/** @param {any} component @param {any} message @param {Hands} hands @returns {Node | null} */
function render(component, message, hands) {
  const inside = () => renderComponents(component.components, message, hands);
  switch (component.type) {
    case KIND.row:
      return el("div", { class: "row" }, ...inside());
    case KIND.button:
      return button(component, message, hands);
    case KIND.stringMenu:
    case KIND.userMenu:
    case KIND.roleMenu:
    case KIND.mentionableMenu:
    case KIND.channelMenu:
      return menu(component, message, hands);
    case KIND.section:
      return el(
        "div",
        { class: "section" },
        el("div", { class: "section-words" }, ...inside()),
        el("div", { class: "section-side" }, ...renderComponents([component.accessory], message, hands)),
      );
    case KIND.text:
      return el("div", { class: "words" }, ...markdown(component.content, surroundings(message, hands)));
    case KIND.thumbnail:
      return picture(component, hands, "thumbnail");
    case KIND.gallery:
      return gallery(component, hands);
    case KIND.file:
      return fileCard(component.file.url, component.name, component.size);
    case KIND.separator:
      return el("hr", {
        class: `gap gap-${component.spacing === 2 ? "large" : "small"}${component.divider === false ? " bare" : ""}`,
      });
    case KIND.container:
      return container(component, inside());
    default:
      return el("p", { class: "small" }, "(Dieser Teil der Nachricht lässt sich hier nicht zeigen.)");
  }
}

/** @param {any} component @param {Node[]} inside */
function container(component, inside) {
  const box = el("div", { class: "container" }, ...inside);
  if (typeof component.accent_color === "number") {
    box.classList.add("accented");
    box.style.setProperty("--bar", `#${component.accent_color.toString(16).padStart(6, "0")}`);
  }
  return component.spoiler ? covered(box) : box;
}

/** @param {any} message @param {Hands} hands @returns {import("../markdown/inline.js").Surroundings} */
export function surroundings(message, hands) {
  return {
    names: message.mentions ?? {},
    me: hands.table.me?.id,
    openChannel: hands.openChannel,
    useCommand: hands.useCommand,
  };
}
