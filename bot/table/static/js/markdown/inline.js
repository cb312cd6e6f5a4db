/** Discord's markdown within a line: emphasis, code, links, mentions, times. Blocks are the business of `blocks.js`. */

import { el } from "../dom.js";
import { timeInText } from "../time.js";

/**
 * What a text needs to know of its surroundings.
 * @typedef {object} Surroundings
 * @property {Record<string, string>} names what stands behind `<@id>`, `<@&id>` and `<#id>`
 * @property {string} [me] the id of the player at this window
 * @property {(id: string) => void} [openChannel]
 * @property {(name: string) => void} [useCommand]
 */

const DEPTH = 8;
const PLAIN = /[^\\`*_~|<[h\n]+/y;

/** @typedef {(match: RegExpExecArray, inner: (text: string) => Node[], around: Surroundings) => Node | string} Build */

/** @type {[RegExp, Build][]} */
const RULES = [
  [/\\([^\p{L}\p{N}\s])/uy, (match) => match[1]],
  [/(`{1,2})(?!`)([\s\S]+?)\1(?!`)/y, (match) => el("code", {}, match[2].trim())],
  [/\*\*\*(?=\S)([\s\S]+?)\*\*\*(?!\*)/y, (match, inner) => el("strong", {}, el("em", {}, ...inner(match[1])))],
  [/\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/y, (match, inner) => el("strong", {}, ...inner(match[1]))],
  [/\*(?=\S)((?:\*\*|[^*])+?)\*(?!\*)/y, (match, inner) => el("em", {}, ...inner(match[1]))],
  [/__([\s\S]+?)__(?!_)/y, (match, inner) => el("u", {}, ...inner(match[1]))],
  [/(?<![\p{L}\p{N}])_(?=\S)([^_\n]+?)_(?![\p{L}\p{N}_])/uy, (match, inner) => el("em", {}, ...inner(match[1]))],
  [/~~([\s\S]+?)~~/y, (match, inner) => el("s", {}, ...inner(match[1]))],
  [/\|\|([\s\S]+?)\|\|/y, (match, inner) => covered(inner(match[1]))],
  [/<(@!?|@&|#)(\d{1,20})>/y, (match, _, around) => mention(match[1], match[2], around)],
  [/<\/([^:>]{1,100}):\d{1,20}>/y, (match, _, around) => command(match[1], around)],
  [/<t:(-?\d{1,12})(?::([tTdDfFR]))?>/y, (match) => time(Number(match[1]), match[2] ?? "f")],
  [/<a?:(\w{2,32}):\d{1,20}>/y, (match) => `:${match[1]}:`],
  [/\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/y, (match, inner) => link(match[2], inner(match[1]))],
  [/<(https?:\/\/[^>\s]+)>/y, (match) => link(match[1], [match[1]])],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'!?)\]]/y, (match) => link(match[0], [match[0]])],
  [/\n/y, () => el("br")],
];

/** @param {string} text @param {Surroundings} around @returns {Node[]} */
export function inline(text, around, depth = 0) {
  /** @type {Node[]} */
  const nodes = [];
  let plain = "";
  const say = () => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
  };
  const inner = (/** @type {string} */ part) => inline(part, around, depth + 1);
  for (let at = 0; at < text.length;) {
    const run = matchAt(PLAIN, text, at);
    if (run) {
      plain += run[0];
      at += run[0].length;
      continue;
    }
    const found = depth < DEPTH && firstRule(text, at);
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    const [match, build] = found;
    const built = build(match, inner, around);
    if (typeof built === "string") plain += built;
    else {
      say();
      nodes.push(built);
    }
    at += match[0].length;
  }
  say();
  return nodes;
}

/** @param {string} text @param {number} at @returns {[RegExpExecArray, Build] | null} */
function firstRule(text, at) {
  for (const [pattern, build] of RULES) {
    const match = matchAt(pattern, text, at);
    if (match) return [match, build];
  }
  return null;
}

/** @param {RegExp} pattern @param {string} text @param {number} at */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @param {Node[]} nodes */
function covered(nodes) {
  const button = el(
    "button",
    { class: "covered", type: "button", "aria-label": "Verdeckter Text, zum Lesen drücken" },
    ...nodes,
  );
  button.addEventListener("click", () => {
    button.classList.add("shown");
    button.removeAttribute("aria-label");
  });
  return button;
}

/** @param {string} sign @param {string} id @param {Surroundings} around */
function mention(sign, id, around) {
  const name = around.names[id] ?? "unbekannt";
  if (sign === "#") {
    return el("button", { class: "mention", type: "button", onclick: () => around.openChannel?.(id) }, `#${name}`);
  }
  return el("span", { class: id === around.me ? "mention me" : "mention" }, `@${name}`);
}

/** @param {string} name @param {Surroundings} around */
function command(name, around) {
  return el("button", { class: "mention", type: "button", onclick: () => around.useCommand?.(name) }, `/${name}`);
}

/** @param {number} seconds @param {string} style */
function time(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
  return el("time", { datetime: date.toISOString(), class: "moment" }, timeInText(date, style));
}

/** @param {string} address @param {(Node | string)[]} nodes */
function link(address, nodes) {
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, ...nodes);
}
