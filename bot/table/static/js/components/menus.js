/**
 * Menus of messages: a button that unfolds a list. Choosing one sends it; where several may be chosen they are ticked
 * and then sent together. A browser's own select is no use here: it would send at every press of an arrow key.
 */

import { el, fill, freshId } from "../dom.js";
import { icon } from "../icons.js";
import { peopleAndPlaces } from "../offers.js";

/** @typedef {{label: string, value: string, description?: string, default?: boolean, emoji?: any}} Entry */

/** @param {any} component @param {any} message @param {import("./render.js").Hands} hands */
export function menu(component, message, hands) {
  const entries = entriesOf(component, hands.table);
  const several = component.max_values > 1 || component.min_values === 0;
  const listId = freshId("menu");
  const title = component.placeholder || "Auswählen";
  const chosen = new Set(entries.filter((entry) => entry.default).map((entry) => entry.value));
  const toggle = el("button", {
    class: "menu-button",
    type: "button",
    "aria-expanded": "false",
    "aria-controls": listId,
    disabled: component.disabled,
    data: { key: component.custom_id },
  });
  const list = el("div", { class: "menu-list", id: listId, role: "group", "aria-label": title, hidden: true });
  const box = el("div", { class: "menu" }, toggle, list);

  const label = () => {
    const names = entries.filter((entry) => chosen.has(entry.value)).map((entry) => entry.label);
    fill(toggle, el("span", { class: names.length ? "" : "menu-hint" }, names.join(", ") || title), icon("down"));
  };
  const unfold = (/** @type {boolean} */ open) => {
    list.hidden = !open;
    toggle.setAttribute("aria-expanded", String(open));
    if (open) (list.querySelector("[aria-pressed=true]") ?? list.querySelector("button"))?.focus();
  };
  const send = async () => {
    unfold(false);
    label();
    toggle.focus();
    const went = await hands.actions.select(message, component.custom_id, [...chosen], toggle);
    if (!went) reset();
  };
  const reset = () => {
    chosen.clear();
    for (const entry of entries) if (entry.default) chosen.add(entry.value);
    mark();
    label();
  };
  const mark = () => {
    for (const option of list.querySelectorAll("button[data-value]")) {
      option.setAttribute("aria-pressed", String(chosen.has(option.dataset.value)));
    }
  };
  const pick = (/** @type {string} */ value) => {
    if (!several) chosen.clear();
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < component.max_values) chosen.add(value);
    mark();
    if (!several) send();
  };

  fill(
    list,
    entries.map((entry) => option(entry, pick)),
    several && sendRow(component, send),
    entries.length === 0 && el("p", { class: "small" }, "Hier gibt es gerade nichts zu wählen."),
  );
  mark();
  label();
  toggle.addEventListener("click", () => unfold(list.hidden));
  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) =>
    steer(event, list, () => {
      unfold(false);
      toggle.focus();
    }),
  );
  return box;
}

/** @param {Entry} entry @param {(value: string) => void} pick */
function option(entry, pick) {
  const node = el(
    "button",
    { class: "menu-option", type: "button", "aria-pressed": "false", data: { value: entry.value } },
    icon("check"),
    el(
      "span",
      {},
      entry.emoji?.name && !entry.emoji.id ? `${entry.emoji.name} ` : null,
      entry.label,
      entry.description && el("span", { class: "menu-description" }, entry.description),
    ),
  );
  node.addEventListener("click", () => pick(entry.value));
  return node;
}

/** @param {any} component @param {() => void} send */
function sendRow(component, send) {
  const range =
    component.min_values === component.max_values
      ? `${component.max_values}`
      : `${component.min_values} bis ${component.max_values}`;
  return el(
    "div",
    { class: "menu-send" },
    el("span", { class: "small" }, `Wähle ${range}.`),
    el("button", { class: "button primary", type: "button", onclick: send }, "Übernehmen"),
  );
}

/**
 * Arrow keys walk through the list, Escape folds it up.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} list
 * @param {() => void} close
 */
function steer(event, list, close) {
  if (list.hidden) return;
  if (event.key === "Escape") {
    event.stopPropagation();
    return close();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button")]);
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

/** @param {any} component @param {import("../table.js").Table} table @returns {Entry[]} */
export function entriesOf(component, table) {
  if (component.options) return component.options;
  const defaults = new Set((component.default_values ?? []).map((/** @type {any} */ one) => one.id));
  return peopleAndPlaces(component.type, table).map((one) => ({
    label: one.name,
    value: one.value,
    default: defaults.has(one.value),
  }));
}
