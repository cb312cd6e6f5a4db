/** The list of channels, with what is new in each. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";

/** @param {HTMLElement} root @param {import("./table.js").Table} table @param {(id: string) => void} open */
export function drawChannels(root, table, open) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.channel;
  const all = [...table.channels.values()];
  fill(
    root,
    table.guilds.map((guild) => {
      const inside = all.filter((channel) => channel.guild_id === guild.id);
      return (
        inside.length &&
        el(
          "section",
          { class: "guild" },
          el("h2", {}, guild.name),
          el(
            "ul",
            {},
            ordered(inside).map((channel) => el("li", {}, entry(channel, table, open))),
          ),
        )
      );
    }),
  );
  if (focused) /** @type {HTMLElement | null} */ (root.querySelector(`[data-channel="${focused}"]`))?.focus();
}

/** Each channel followed by its threads; archived ones last. @param {any[]} channels */
function ordered(channels) {
  const tops = channels.filter(
    (channel) => channel.kind !== "thread" || !channels.some((one) => one.id === channel.parent_id),
  );
  const threads = (/** @type {any} */ top) =>
    channels.filter((channel) => channel.kind === "thread" && channel.parent_id === top.id);
  return tops.flatMap((top) => [top, ...threads(top).sort((a, b) => Number(a.archived) - Number(b.archived))]);
}

/** @param {any} channel @param {import("./table.js").Table} table @param {(id: string) => void} open */
function entry(channel, table, open) {
  const isOpen = channel.id === table.openId;
  const classes = ["channel", channel.kind];
  if (channel.unread && !isOpen) classes.push("unread");
  if (channel.archived) classes.push("archived");
  const sign =
    channel.kind === "thread"
      ? icon("thread")
      : el("span", { class: "hash", "aria-hidden": "true" }, channel.kind === "dm" ? "@" : "#");
  return el(
    "button",
    {
      class: classes.join(" "),
      type: "button",
      "aria-current": isOpen ? "page" : null,
      data: { channel: channel.id },
      onclick: () => open(channel.id),
    },
    sign,
    el("span", { class: "channel-name" }, channel.name),
    channel.archived && el("span", { class: "unseen" }, " (archiviert)"),
    counter(channel, isOpen),
  );
}

/** @param {any} channel @param {boolean} isOpen */
function counter(channel, isOpen) {
  if (channel.mentions)
    return el(
      "span",
      { class: "count mentions" },
      String(channel.mentions),
      el("span", { class: "unseen" }, " Erwähnungen"),
    );
  if (channel.unread && !isOpen)
    return el(
      "span",
      { class: "count" },
      channel.unread > 99 ? "99+" : String(channel.unread),
      el("span", { class: "unseen" }, " ungelesen"),
    );
  return null;
}

/**
 * The title of the window: what is open, and how often the player was named.
 * @param {import("./table.js").Table} table
 */
export function windowTitle(table) {
  const named = [...table.channels.values()].reduce((sum, channel) => sum + channel.mentions, 0);
  const place = table.open ? `${table.open.kind === "dm" ? "" : "#"}${table.open.name} · ` : "";
  return `${named ? `(${named}) ` : ""}${place}${table.me ? `${table.me.name} · ` : ""}Herold`;
}
