/** Who one is: the choice at the door, and the seats of the others, which a second window can take. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { avatar } from "./message.js";

/** The address of a window for a player, in the same channel. @param {any} player @param {string | null} channelId */
export function seatAddress(player, channelId) {
  return `/?spieler=${encodeURIComponent(player.key)}${channelId ? `#${channelId}` : ""}`;
}

/** @param {HTMLElement} root @param {any[]} players @param {string | null} sentence why one has to choose */
export function drawChooser(root, players, sentence) {
  fill(
    root,
    el(
      "div",
      { class: "door" },
      el("img", { src: "/static/herold.svg", alt: "", width: "72", height: "72" }),
      el("h1", {}, "Herold"),
      el("p", { class: "door-words" }, sentence ?? "Der Schiedsrichter für eure Schlachten. Wer bist du heute?"),
      el(
        "ul",
        { class: "door-players" },
        players.map((player) =>
          el(
            "li",
            {},
            el("a", { class: "door-player", href: seatAddress(player, null) }, avatar(player, "big"), player.name),
          ),
        ),
      ),
      el(
        "p",
        { class: "small" },
        "Zu zweit an einem Rechner? Wähle hier den ersten Platz; den zweiten öffnest du dann in einem eigenen Fenster.",
      ),
    ),
  );
  root.hidden = false;
}

/** @param {HTMLElement} root @param {import("./table.js").Table} table */
export function drawSeats(root, table) {
  const others = table.players.filter((player) => player.id !== table.me.id);
  const isOpen = root.querySelector("details")?.open ?? false;
  fill(
    root,
    el(
      "div",
      { class: "seat-me" },
      avatar(table.me),
      el("strong", { class: "seat-name" }, el("span", { class: "unseen" }, "Du bist "), table.me.name),
      el("a", { class: "text-button", href: "/" }, "Wechseln"),
    ),
    el(
      "details",
      { class: "seat-others", open: isOpen },
      el("summary", {}, "Zweites Fenster"),
      el(
        "ul",
        {},
        others.map((player) => el("li", {}, windowLink(player, table.openId))),
      ),
    ),
  );
}

/** @param {any} player @param {string | null} channelId */
export function windowLink(player, channelId) {
  return el(
    "a",
    { class: "window-link", href: seatAddress(player, channelId), target: "_blank", rel: "noopener" },
    avatar(player, "tiny"),
    el("span", {}, `als ${player.name} öffnen`),
    icon("window"),
  );
}
