/** Embeds, kept small: the bot speaks in components, and embeds are only for what it cannot help. */

import { el } from "../dom.js";
import { markdown } from "../markdown/blocks.js";
import { picture } from "./media.js";
import { surroundings } from "./render.js";

/** @param {any} data @param {any} message @param {import("./render.js").Hands} hands */
export function embed(data, message, hands) {
  const around = surroundings(message, hands);
  const words = (/** @type {string | undefined} */ text) => (text ? markdown(text, around) : []);
  const box = el(
    "div",
    { class: "container accented" },
    data.author?.name && el("p", { class: "small" }, data.author.name),
    data.title && el("h3", { class: "heading-3" }, data.title),
    el("div", { class: "words" }, ...words(data.description)),
    ...(data.fields ?? []).map((/** @type {any} */ field) =>
      el("div", { class: "words" }, el("h4", { class: "heading-3" }, field.name), ...words(field.value)),
    ),
    data.image &&
      el(
        "div",
        { class: "gallery gallery-1" },
        picture({ media: data.image, description: data.title }, hands, "gallery-item"),
      ),
    data.footer?.text && el("p", { class: "small" }, data.footer.text),
  );
  if (typeof data.color === "number") box.style.setProperty("--bar", `#${data.color.toString(16).padStart(6, "0")}`);
  return box;
}
