/** Buttons of messages: Discord's five styles. What pressing does is in `actions.js`. */

import { el } from "../dom.js";
import { icon } from "../icons.js";

const STYLES = ["", "primary", "secondary", "success", "danger", "link"];

/** @param {any} component @param {any} message @param {import("./render.js").Hands} hands */
export function button(component, message, hands) {
  const sign = component.emoji?.id ? `:${component.emoji.name}:` : component.emoji?.name;
  const label = [
    sign && el("span", { class: "emoji", "aria-hidden": component.label ? "true" : null }, sign),
    component.label,
  ];
  const style = STYLES[component.style] ?? "secondary";
  if (component.url) {
    return el(
      "a",
      { class: `button ${style}`, href: safe(component.url), target: "_blank", rel: "noopener noreferrer" },
      ...label,
      icon("window"),
      el("span", { class: "unseen" }, "(neues Fenster)"),
    );
  }
  const node = el(
    "button",
    {
      class: `button ${style}`,
      type: "button",
      disabled: component.disabled,
      data: { key: component.custom_id },
    },
    ...label,
  );
  node.addEventListener("click", () => hands.actions.press(message, component.custom_id, node));
  return node;
}

/** Only addresses of the web lead out of here. @param {string} url */
function safe(url) {
  return /^https?:\/\//i.test(url) ? url : "#";
}
