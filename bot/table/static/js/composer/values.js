/** The values of options: what can be chosen, and what a typed text means. Each refusal is one German sentence. */

import { Refusal } from "../api.js";
import { people, places, roles } from "../offers.js";
import { fold } from "./search.js";

/** @typedef {import("../offers.js").Offer} Offer */
/** @typedef {import("../table.js").Table} Table */

const YES_NO = [
  { name: "Ja", value: true },
  { name: "Nein", value: false },
];
/** @type {Record<string, string>} */
const KINDS = {
  user: "einen Spieler dieser Runde",
  channel: "einen Kanal dieser Runde",
  role: "eine Rolle dieser Runde",
  mentionable: "einen Spieler oder eine Rolle",
};

/**
 * All that can be chosen for an option, or null if it is free text.
 * @param {any} option
 * @param {Table} table
 * @returns {Offer[] | null}
 */
export function offersFor(option, table) {
  if (option.choices.length) return option.choices;
  switch (option.type) {
    case "boolean":
      return YES_NO;
    case "user":
      return people(table);
    case "role":
      return roles(table);
    case "mentionable":
      return [...people(table), ...roles(table)];
    case "channel":
      return places(table);
    default:
      return null;
  }
}

/** What a typed text means. @param {any} option @param {string} text @param {Table} table @returns {any} */
export function readValue(option, text, table) {
  const offers = offersFor(option, table);
  if (offers) return readOffer(option, text, offers);
  switch (option.type) {
    case "integer":
    case "number":
      return readNumber(option, text);
    case "attachment":
      throw new Refusal(`„${option.name}“ braucht eine Datei.`, 400);
    default:
      return readText(option, text);
  }
}

/** The offer that a text names exactly. @param {Offer[]} offers @param {string} text */
export function namedBy(offers, text) {
  const wanted = fold(text);
  const bare = (/** @type {any} */ name) => fold(String(name).replace(/^[@#]/, ""));
  return (
    offers.find((offer) => String(offer.value) === text) ??
    offers.find((offer) => fold(offer.name) === wanted || fold(String(offer.value)) === wanted) ??
    offers.find((offer) => bare(offer.name) === bare(text))
  );
}

/** @param {any} option @param {string} text @param {Offer[]} offers */
function readOffer(option, text, offers) {
  const found = namedBy(offers, text);
  if (found) return found.value;
  if (option.type === "boolean") throw new Refusal(`„${option.name}“ ist Ja oder Nein.`, 400);
  throw new Refusal(
    KINDS[option.type]
      ? `„${option.name}“ braucht ${KINDS[option.type]}.`
      : `„${option.name}“ hat die Auswahl „${text}“ nicht.`,
    400,
  );
}

/** @param {any} option @param {string} text */
function readNumber(option, text) {
  const whole = option.type === "integer";
  const shape = whole ? /^[+-]?\d{1,15}$/ : /^[+-]?\d{1,15}(?:[.,]\d{1,10})?$/;
  if (!shape.test(text)) throw new Refusal(`„${option.name}“ ist ${whole ? "eine ganze Zahl" : "eine Zahl"}.`, 400);
  const value = Number(text.replace(",", "."));
  const { min_value: least, max_value: most } = option;
  if (isSet(least) && value < least) throw new Refusal(`„${option.name}“ ist mindestens ${least}.`, 400);
  if (isSet(most) && value > most) throw new Refusal(`„${option.name}“ ist höchstens ${most}.`, 400);
  return value;
}

/** @param {any} option @param {string} text */
function readText(option, text) {
  const { min_length: least, max_length: most } = option;
  if (isSet(least) && text.length < least)
    throw new Refusal(`„${option.name}“ braucht mindestens ${least} Zeichen.`, 400);
  if (isSet(most) && text.length > most) throw new Refusal(`„${option.name}“ hat höchstens ${most} Zeichen.`, 400);
  return text;
}

/** @param {number | null | undefined} bound */
const isSet = (bound) => bound !== null && bound !== undefined;
