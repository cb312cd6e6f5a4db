/** Small signs for buttons, drawn as lines in the colour of the text. They never carry a meaning alone. */

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 12l16-7-5 15-4-6z",
  slash: "M9 19l6-14",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  large: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  back: "M15 5l-7 7 7 7",
  forth: "M9 5l7 7-7 7",
  down: "M5 9l7 7 7-7",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  eye: "M3 12c4-6 14-6 18 0-4 6-14 6-18 0zM12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z",
  pin: "M9 4h6l-1 6 4 4H6l4-4zM12 14v6",
  thread: "M5 5v8a4 4 0 004 4h10M15 13l4 4-4 4",
  window: "M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9",
  check: "M5 13l5 5 9-11",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
};

const SVG = "http://www.w3.org/2000/svg";

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
