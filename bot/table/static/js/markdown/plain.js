/** A message as plain words, for the announcer and for what must fit in one line. */

import { markdown } from "./blocks.js";

const TEXT = 10;

/** @param {any} message @returns {string} */
export function plainText(message) {
  if (message.thinking) return "denkt nach …";
  const texts = message.v2 ? [...textsOf(message.components)] : [message.content];
  const around = { names: message.mentions ?? {} };
  const words = texts.filter(Boolean).map((text) => {
    const parts = markdown(text, around).map((node) => node.textContent ?? "");
    return parts.join(" ");
  });
  return words.join(" ").replace(/\s+/g, " ").trim();
}

/** @param {any[]} components @returns {Generator<string>} */
function* textsOf(components) {
  for (const component of components ?? []) {
    if (component.type === TEXT) yield component.content;
    if (component.components) yield* textsOf(component.components);
  }
}
