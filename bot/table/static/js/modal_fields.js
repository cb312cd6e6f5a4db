/** The fields of a form: texts, menus, radio buttons, ticks, files. Each says what is wrong in one sentence. */

import { Refusal } from "./api.js";
import { entriesOf } from "./components/menus.js";
import { KIND } from "./components/render.js";
import { el, freshId } from "./dom.js";
import { markdown } from "./markdown/blocks.js";

const SHORT = 1;

/** @typedef {{node: Node, id?: string, read?: () => any | Promise<any>}} Field */

/** @param {any[]} components @param {import("./table.js").Table} table @param {import("./api.js").Api} api */
export function drawFields(components, table, api) {
  const fields = components.flatMap((component) => fieldsOf(component, table, api));
  const read = async () => {
    /** @type {Record<string, any>} */
    const values = {};
    for (const field of fields) if (field.id && field.read) values[field.id] = await field.read();
    return values;
  };
  return { nodes: fields.map((field) => field.node), read };
}

/**
 * @param {any} component
 * @param {import("./table.js").Table} table
 * @param {import("./api.js").Api} api
 * @returns {Field[]}
 */
function fieldsOf(component, table, api) {
  switch (component.type) {
    case KIND.row:
      return component.components.map((/** @type {any} */ one) =>
        field(one, one.label ?? one.placeholder ?? "", null, table, api),
      );
    case KIND.label:
      return [field(component.component, component.label, component.description, table, api)];
    case KIND.text:
      return [{ node: el("div", { class: "words" }, ...markdown(component.content, { names: {} })) }];
    default:
      return [];
  }
}

/**
 * @param {any} input
 * @param {string} label
 * @param {string | null} description
 * @param {import("./table.js").Table} table
 * @param {import("./api.js").Api} api
 * @returns {Field}
 */
function field(input, label, description, table, api) {
  const hint = description ? el("p", { class: "small", id: freshId("hint") }, description) : null;
  const about = { label, hint, needed: input.required !== false, id: input.custom_id };
  switch (input.type) {
    case KIND.textInput:
      return textField(input, about);
    case KIND.checkbox:
      return tick(input, about);
    case KIND.fileUpload:
      return files(input, about, api);
    case KIND.radioGroup:
      return group("radio", input.options, 1, about);
    case KIND.checkboxGroup:
      return group("checkbox", input.options, input.max_values, about);
    default: {
      const entries = entriesOf(input, table);
      return input.max_values > 1 ? group("checkbox", entries, input.max_values, about) : choice(input, entries, about);
    }
  }
}

/** @typedef {{label: string, hint: HTMLElement | null, needed: boolean, id: string}} About */

/** @param {About} about */
const missing = (about) => new Refusal(`„${about.label}“ muss ausgefüllt werden.`, 400);

/** @param {About} about @param {HTMLElement} input */
function labelled(about, input) {
  const id = freshId("field");
  input.id = id;
  if (about.hint) input.setAttribute("aria-describedby", about.hint.id);
  if (about.needed) input.setAttribute("aria-required", "true");
  return el(
    "div",
    { class: "form-field" },
    el("label", { for: id }, about.label, !about.needed && el("span", { class: "small" }, " (freiwillig)")),
    about.hint,
    input,
  );
}

/** @param {any} input @param {About} about @returns {Field} */
function textField(input, about) {
  const props = { placeholder: input.placeholder, maxlength: input.max_length, autocomplete: "off", name: about.id };
  const node =
    input.style === SHORT ? el("input", { type: "text", ...props }) : el("textarea", { rows: "5", ...props });
  node.value = input.value ?? "";
  const read = () => {
    const text = node.value;
    if (!text.trim() && about.needed) throw missing(about);
    if (text && text.length < (input.min_length ?? 0))
      throw new Refusal(`„${about.label}“ braucht mindestens ${input.min_length} Zeichen.`, 400);
    return text;
  };
  return { node: labelled(about, node), id: about.id, read };
}

/** @param {any} input @param {any[]} entries @param {About} about @returns {Field} */
function choice(input, entries, about) {
  const node = el(
    "select",
    { name: about.id },
    el("option", { value: "" }, input.placeholder || "Auswählen"),
    ...entries.map((entry) =>
      el(
        "option",
        { value: entry.value, selected: entry.default },
        entry.description ? `${entry.label} – ${entry.description}` : entry.label,
      ),
    ),
  );
  const read = () => {
    if (!node.value && about.needed) throw missing(about);
    return node.value ? [node.value] : [];
  };
  return { node: labelled(about, node), id: about.id, read };
}

/**
 * @param {"radio" | "checkbox"} type
 * @param {any[]} entries
 * @param {number} most
 * @param {About} about
 * @returns {Field}
 */
function group(type, entries, most, about) {
  const name = freshId("group");
  const inputs = entries.map((entry) => {
    const input = el("input", { type, name, value: entry.value, checked: entry.default });
    return {
      input,
      row: el(
        "label",
        { class: "form-tick" },
        input,
        el("span", {}, entry.label, entry.description && el("span", { class: "menu-description" }, entry.description)),
      ),
    };
  });
  const read = () => {
    const values = inputs.filter(({ input }) => input.checked).map(({ input }) => input.value);
    if (!values.length && about.needed) throw missing(about);
    if (values.length > most) throw new Refusal(`Bei „${about.label}“ sind höchstens ${most} möglich.`, 400);
    return values;
  };
  const node = el(
    "fieldset",
    { class: "form-field" },
    el("legend", {}, about.label),
    about.hint,
    ...inputs.map(({ row }) => row),
  );
  return { node, id: about.id, read };
}

/** @param {any} input @param {About} about @returns {Field} */
function tick(input, about) {
  const box = el("input", { type: "checkbox", checked: input.default });
  return {
    node: el(
      "div",
      { class: "form-field" },
      el("label", { class: "form-tick" }, box, el("span", {}, about.label)),
      about.hint,
    ),
    id: about.id,
    read: () => box.checked,
  };
}

/** @param {any} input @param {About} about @param {import("./api.js").Api} api @returns {Field} */
function files(input, about, api) {
  const node = el("input", { type: "file", multiple: input.max_values > 1 });
  const read = async () => {
    if (!node.files.length && about.needed) throw missing(about);
    const sent = [];
    for (const file of node.files) sent.push((await api.upload(file)).id);
    return sent;
  };
  return { node: labelled(about, node), id: about.id, read };
}
