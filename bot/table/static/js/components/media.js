/** Pictures and files in messages. A picture can be looked at large; what is covered shows itself on demand. */

import { isBoard } from "../boards.js";
import { el } from "../dom.js";
import { icon } from "../icons.js";
import { fileSize } from "../time.js";

const NO_WORDS = "Bild ohne Beschreibung";

/** @param {any} component @param {import("./render.js").Hands} hands */
export function gallery(component, hands) {
  const items = component.items.map((/** @type {any} */ item) => picture(item, hands, "gallery-item"));
  return el("div", { class: `gallery gallery-${Math.min(items.length, 4)}` }, ...items);
}

/**
 * @param {any} item with `media`, `description`, `spoiler`
 * @param {import("./render.js").Hands} hands
 * @param {string} className
 */
export function picture(item, hands, className) {
  const alt = item.description || NO_WORDS;
  const { url, width, height } = item.media;
  const image = el("img", { src: url, alt, width, height, loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.classList.add("broken"));
  const node = el("button", { class: `picture ${className}`, type: "button", data: { key: url } }, image);
  // Boards are small in the feed: the newest is in view at full size anyway.
  if (isBoard(url)) node.classList.add("is-board");
  if (width && height) {
    // It takes its place before it has come, so that nothing jumps.
    node.classList.add("sized");
    node.style.setProperty("--ratio", String(width / height));
    node.style.setProperty("--wide", `${width}px`);
  }
  // The button is named after what it shows, and says what it does.
  node.append(el("span", { class: "unseen" }, " – vergrößern"));
  node.addEventListener("click", () => hands.showPicture({ url, alt }));
  return item.spoiler ? covered(node) : node;
}

/** @param {any} attachment @param {import("./render.js").Hands} hands */
export function attachment(attachment, hands) {
  if (attachment.content_type?.startsWith("image/")) {
    const { url, width, height, description } = attachment;
    return el(
      "div",
      { class: "gallery gallery-1" },
      picture({ media: { url, width, height }, description }, hands, "gallery-item"),
    );
  }
  return fileCard(attachment.url, attachment.filename, attachment.size);
}

/** @param {string} url @param {string | null} name @param {number | null} size */
export function fileCard(url, name, size) {
  return el(
    "a",
    { class: "file", href: url, download: name ?? "" },
    icon("file"),
    el(
      "span",
      { class: "file-words" },
      el("span", { class: "file-name" }, name ?? "Datei"),
      size ? el("span", { class: "small" }, fileSize(size)) : null,
    ),
    icon("download"),
    el("span", { class: "unseen" }, "herunterladen"),
  );
}

/** @param {HTMLElement} node */
export function covered(node) {
  const box = el("div", { class: "covered-box" });
  const reveal = el("button", { class: "quiet-button", type: "button" }, icon("eye"), "Verdeckt – zeigen");
  reveal.addEventListener("click", () => {
    box.replaceChildren(node);
    (node.matches("button") ? node : box).focus();
  });
  box.append(reveal);
  return box;
}
