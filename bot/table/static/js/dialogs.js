/** Windows over the table: a picture looked at large, and the frame in which the bot's forms stand. */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { PanZoom } from "./panzoom.js";

/**
 * A dialog that takes the focus, gives it back, and is gone when closed.
 * @param {string} className @param {string} label @param {...Node} children
 * @returns {HTMLDialogElement}
 */
export function openDialog(className, label, ...children) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const dialog = el("dialog", { class: className, "aria-label": label }, ...children);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} label @param {() => void} close */
export function closeButton(label, close) {
  return el(
    "button",
    { class: "icon-button close", type: "button", "aria-label": label, title: label, onclick: close },
    icon("close"),
  );
}

/** @param {{url: string, alt: string}} picture */
export function showPicture({ url, alt }) {
  const image = el("img", { src: url, alt });
  const frame = el(
    "div",
    {
      class: "large-frame",
      tabindex: "0",
      role: "group",
      "aria-label": "Bild. Plus und Minus vergrößern und verkleinern, Pfeiltasten verschieben, Escape schließt.",
    },
    image,
  );
  const zoom = new PanZoom(frame, image);
  const tool = (
    /** @type {Parameters<typeof icon>[0]} */ sign,
    /** @type {string} */ name,
    /** @type {() => void} */ act,
  ) =>
    el("button", { class: "icon-button", type: "button", "aria-label": name, title: name, onclick: act }, icon(sign));
  const dialog = openDialog(
    "large",
    "Bild groß",
    frame,
    el(
      "div",
      { class: "large-foot" },
      el("details", { class: "large-words" }, el("summary", {}, "Beschreibung"), el("p", {}, alt)),
      el(
        "div",
        { class: "large-tools" },
        tool("minus", "Verkleinern", () => zoom.zoom(-1)),
        tool("plus", "Vergrößern", () => zoom.zoom(1)),
        tool("fit", "Ganz zeigen", () => zoom.fit()),
        el(
          "a",
          { class: "icon-button", href: url, download: "", "aria-label": "Herunterladen", title: "Herunterladen" },
          icon("download"),
        ),
        closeButton("Schließen", () => dialog.close()),
      ),
    ),
  );
  frame.focus();
}
