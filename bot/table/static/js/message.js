/** One message as it stands in the feed. */

import { attachment } from "./components/media.js";
import { embed } from "./components/embeds.js";
import { renderComponents, surroundings } from "./components/render.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown/blocks.js";
import { clock, fullTime } from "./time.js";

/** @param {any} person @param {string} [size] */
export function avatar(person, size = "") {
  const node = el("span", { class: `avatar ${size}`, "aria-hidden": "true" }, person.initials);
  node.style.backgroundColor = person.colour;
  return node;
}

/**
 * @param {any} message
 * @param {import("./components/render.js").Hands} hands
 * @returns {HTMLElement}
 */
export function drawMessage(message, hands) {
  const date = new Date(message.timestamp);
  const classes = ["message"];
  if (message.mentions_me) classes.push("mentions-me");
  if (message.ephemeral) classes.push("ephemeral");
  return el(
    "article",
    { class: classes.join(" "), tabindex: "-1", "aria-label": `${message.author.name}, ${clock(date)}` },
    message.used && usedLine(message, hands),
    avatar(message.author),
    el(
      "div",
      { class: "message-head" },
      el("span", { class: "author" }, message.author.name),
      message.author.bot && el("span", { class: "tag" }, "Schiedsrichter"),
      el("time", { class: "time", datetime: message.timestamp, title: fullTime(date) }, clock(date)),
      message.pinned && el("span", { class: "tag" }, icon("pin"), "angeheftet"),
    ),
    el("div", { class: "message-body" }, ...body(message, hands)),
    // The sentence about a press that went wrong stands beside what was pressed.
    el("p", { class: "message-note", role: "alert", hidden: true }),
    message.ephemeral && hiddenLine(message, hands),
  );
}

/** @param {any} message @param {import("./components/render.js").Hands} hands */
function usedLine(message, hands) {
  const player = hands.table.players.find((one) => one.name === message.used.name);
  return el(
    "p",
    { class: "used" },
    player && avatar(player, "tiny"),
    el("span", {}, el("strong", {}, message.used.name), " nutzt ", el("code", {}, message.used.command)),
  );
}

/** @param {any} message @param {import("./components/render.js").Hands} hands @returns {Node[]} */
function body(message, hands) {
  if (message.failed)
    return [el("p", { class: "failed" }, `${message.author.name} hat nicht geantwortet. Versuch es noch einmal.`)];
  if (message.thinking) {
    return [
      el(
        "p",
        { class: "thinking" },
        `${message.author.name} denkt nach `,
        el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      ),
    ];
  }
  const inside = renderComponents(message.components, message, hands);
  const edited = message.edited_timestamp && !message.used ? [el("span", { class: "edited" }, "(bearbeitet)")] : [];
  if (message.v2) return [...inside, ...edited];
  const words = message.content
    ? [el("div", { class: "words" }, ...markdown(message.content, surroundings(message, hands)))]
    : [];
  const files = message.attachments.map((/** @type {any} */ one) => attachment(one, hands));
  const embeds = message.embeds.map((/** @type {any} */ one) => embed(one, message, hands));
  return [...words, ...edited, ...files, ...embeds, ...inside, ...threadLink(message, hands)];
}

/** @param {any} message @param {import("./components/render.js").Hands} hands @returns {Node[]} */
function threadLink(message, hands) {
  if (!message.thread) return [];
  const open = () => hands.openChannel(message.thread.id);
  return [
    el(
      "button",
      { class: "quiet-button", type: "button", onclick: open },
      icon("thread"),
      `Faden „${message.thread.name}“ öffnen`,
    ),
  ];
}

/** @param {any} message @param {import("./components/render.js").Hands} hands */
function hiddenLine(message, hands) {
  const away = el("button", { class: "text-button", type: "button", data: { key: "dismiss" } }, "Verwerfen");
  away.addEventListener("click", () => hands.actions.dismiss(message, away));
  return el("p", { class: "hidden-line" }, icon("eye"), "Nur du siehst dies", away);
}
