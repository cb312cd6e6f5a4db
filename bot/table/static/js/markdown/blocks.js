/** Discord's markdown in blocks: headings, small print, quotes, lists, code. Within a line: `inline.js`. */

import { el } from "../dom.js";
import { inline } from "./inline.js";

/** @typedef {import("./inline.js").Surroundings} Surroundings */

const FENCE = /```(?:[\w+.-]*\n)?([\s\S]*?)```/g;
const ITEM = /^(\s*)([-*]|\d{1,9}[.)])\s+(.*)$/;

/** @param {string} text @param {Surroundings} around @returns {Node[]} */
export function markdown(text, around) {
  /** @type {Node[]} */
  const nodes = [];
  let at = 0;
  for (const fence of text.matchAll(FENCE)) {
    nodes.push(...lines(text.slice(at, fence.index), around));
    nodes.push(el("pre", { tabindex: "0" }, el("code", {}, fence[1].replace(/\n$/, ""))));
    at = fence.index + fence[0].length;
  }
  nodes.push(...lines(text.slice(at), around));
  return nodes;
}

/** @param {string} text @param {Surroundings} around @returns {Node[]} */
function lines(text, around) {
  /** @type {Node[]} */
  const nodes = [];
  /** @type {string[]} */
  let paragraph = [];
  const endParagraph = () => {
    if (paragraph.length) nodes.push(el("p", {}, ...inline(paragraph.join("\n"), around)));
    paragraph = [];
  };
  const all = text.split("\n");
  for (let number = 0; number < all.length; number += 1) {
    const line = all[number];
    const block = single(line, around);
    if (block || !line.trim()) {
      endParagraph();
      if (block) nodes.push(block);
      continue;
    }
    const end = runEnd(all, number);
    if (end === number) {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    const run = all.slice(number, end);
    nodes.push(ITEM.test(line) ? list(run, around) : quote(run, around));
    number = end - 1;
  }
  endParagraph();
  return nodes;
}

/** A block that is one line. @param {string} line @param {Surroundings} around */
function single(line, around) {
  const heading = /^(#{1,3})\s+(.+)$/.exec(line);
  if (heading) {
    // The channel's name is the page's heading; those of messages stand below it.
    return el(`h${heading[1].length + 2}`, { class: `heading-${heading[1].length}` }, ...inline(heading[2], around));
  }
  const small = /^-#\s+(.+)$/.exec(line);
  return small ? el("p", { class: "small" }, ...inline(small[1], around)) : null;
}

/** Where the list or quote that begins here ends; here, if none begins. @param {string[]} all @param {number} start */
function runEnd(all, start) {
  if (all[start].startsWith(">>> ")) return all.length;
  const belongs = all[start].startsWith("> ")
    ? (/** @type {string} */ line) => line.startsWith("> ")
    : (/** @type {string} */ line) => ITEM.test(line);
  let end = start;
  while (end < all.length && belongs(all[end])) end += 1;
  return end;
}

/** @param {string[]} run @param {Surroundings} around */
function quote(run, around) {
  const text = run.map((line) => line.replace(/^>{1,3} ?/, "")).join("\n");
  return el("blockquote", {}, ...lines(text, around));
}

/** @param {string[]} run @param {Surroundings} around */
function list(run, around) {
  const items = run.map((line) => {
    const [, indent, sign, text] = /** @type {RegExpExecArray} */ (ITEM.exec(line));
    return { depth: indent.length, ordered: /\d/.test(sign), start: Number.parseInt(sign, 10), text };
  });
  const root = newList(items[0]);
  /** @type {{depth: number, node: HTMLElement}[]} */
  const open = [{ depth: items[0].depth, node: root }];
  for (const item of items) {
    while (open.length > 1 && item.depth < open[open.length - 1].depth) open.pop();
    const current = open[open.length - 1];
    if (item.depth > current.depth + 1 && current.node.lastElementChild) {
      const deeper = newList(item);
      current.node.lastElementChild.append(deeper);
      open.push({ depth: item.depth, node: deeper });
    }
    open[open.length - 1].node.append(el("li", {}, ...inline(item.text, around)));
  }
  return root;
}

/** @param {{ordered: boolean, start: number}} item */
function newList(item) {
  return item.ordered ? el("ol", { start: item.start }) : el("ul");
}
