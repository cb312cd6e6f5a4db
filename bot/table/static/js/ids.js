/** Ids are snowflakes: strings of digits that grow with time, too long for a number. */

/** Negative if `a` is older than `b`, positive if it is newer. @param {string} a @param {string} b */
export function compareIds(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @param {string | null | undefined} a @param {string | null | undefined} b */
export function isNewer(a, b) {
  if (!a) return false;
  return !b || compareIds(a, b) > 0;
}
