/** Which pictures are boards, and in which order they came. How the newest is shown is in `board.js`. */

import { compareIds } from "./ids.js";

const GALLERY = 12;
const FILE = /^\/api\/files\/(\d{1,20})\/([^?]*)/;
// By their file names: charts and films are looked at once, and must not take the board's place.
const NO_BOARD = /statistik|diagramm|film/i;

/** @typedef {{id: string, url: string, alt: string, time: Date}} Board */

/** Whether the picture at this address is a board. @param {string} url */
export function isBoard(url) {
  const file = FILE.exec(url);
  return file !== null && !NO_BOARD.test(file[2]);
}

/** All boards of these messages, oldest first. @param {any[]} messages @returns {Board[]} */
export function boardsOf(messages) {
  /** @type {Map<string, Board>} */
  const found = new Map();
  for (const message of messages) {
    for (const { url, alt } of pictures(message)) {
      // The number in the address grows with time: a message that is edited later does not bring its old board back.
      const id = FILE.exec(url)?.[1];
      if (id && isBoard(url)) found.set(id, { id, url, alt, time: new Date(message.timestamp) });
    }
  }
  return [...found.values()].sort((a, b) => compareIds(a.id, b.id));
}

/** @param {any} message @returns {Generator<{url: string, alt: string}>} */
function* pictures(message) {
  for (const one of message.v2 ? [] : message.attachments) {
    if (one.content_type?.startsWith("image/")) yield { url: one.url, alt: one.description ?? "Brett" };
  }
  yield* inComponents(message.components ?? []);
}

/** @param {any[]} components @returns {Generator<{url: string, alt: string}>} */
function* inComponents(components) {
  for (const component of components) {
    if (component.type === GALLERY) {
      for (const item of component.items) yield { url: item.media.url, alt: item.description ?? "Brett" };
    }
    if (component.components) yield* inComponents(component.components);
  }
}
