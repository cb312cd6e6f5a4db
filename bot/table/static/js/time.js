/** Times as players read them, in German and in their own time zone. */

const CLOCK = new Intl.DateTimeFormat("de-DE", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("de-DE", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const FULL = new Intl.DateTimeFormat("de-DE", { dateStyle: "full", timeStyle: "short" });
const RELATIVE = new Intl.RelativeTimeFormat("de-DE", { numeric: "auto" });

/** @type {Record<string, Intl.DateTimeFormat>} */
const STYLES = {
  t: CLOCK,
  T: new Intl.DateTimeFormat("de-DE", { timeStyle: "medium" }),
  d: new Intl.DateTimeFormat("de-DE", { dateStyle: "short" }),
  D: new Intl.DateTimeFormat("de-DE", { dateStyle: "long" }),
  f: new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeStyle: "short" }),
  F: FULL,
};

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** @param {Date} date */
export const clock = (date) => CLOCK.format(date);

/** @param {Date} date */
export const fullTime = (date) => FULL.format(date);

/** The day as a heading. @param {Date} date */
export function dayName(date) {
  const days = Math.round((startOfDay(date) - startOfDay(new Date())) / 86_400_000);
  if (days === 0) return "Heute";
  if (days === -1) return "Gestern";
  return DAY.format(date);
}

/** @param {Date} date */
export function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** A time inside a text: `<t:…>` with its style. @param {Date} date @param {string} style */
export function timeInText(date, style) {
  if (style !== "R") return (STYLES[style] ?? STYLES.f).format(date);
  const seconds = Math.round((date.getTime() - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[UNITS.length - 1];
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

/** @param {number} bytes */
export function fileSize(bytes) {
  const number = (/** @type {number} */ value) => value.toLocaleString("de-DE", { maximumFractionDigits: 1 });
  if (bytes < 1024) return `${bytes} Byte`;
  if (bytes < 1024 * 1024) return `${number(bytes / 1024)} KB`;
  return `${number(bytes / 1024 / 1024)} MB`;
}
