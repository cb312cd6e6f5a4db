/** Says new messages aloud for those who listen: a live region that holds the last few lines. */

import { el } from "./dom.js";
import { plainText } from "./markdown/plain.js";

const LINES = 5;
const LENGTH = 300;

/** @param {HTMLElement} region @param {import("./table.js").Table} table */
export function announce(region, table) {
  table.on("log", ({ channelId, kind, message, before }) => {
    const isAnswer = kind === "changed" && before?.thinking && !message.thinking;
    if (channelId !== table.openId || !(kind === "new" || isAnswer) || message.author.id === table.me.id) return;
    const words = plainText(message).slice(0, LENGTH);
    region.append(el("p", {}, `${message.author.name}: ${words}${message.ephemeral ? " (nur für dich)" : ""}`));
    while (region.children.length > LINES) region.firstElementChild?.remove();
  });
}
