/** Building elements. Nothing here ever reads text as HTML: what players write stays text. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with its attributes, listeners (`onclick: f`), data attributes (`data: {…}`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function present(children) {
  return /** @type {any} */ (
    children.flat().filter((child) => child !== null && child !== undefined && child !== false)
  );
}

/**
 * Puts these children in the place of all that was there.
 * @param {Element} node
 * @param {...(Child | Child[])} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
}

/** @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

let counter = 0;

/** An id that no other element of this window has. */
export function freshId(prefix = "h") {
  counter += 1;
  return `${prefix}-${counter}`;
}
