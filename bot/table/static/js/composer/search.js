/** Finding by a few typed letters: capitals, accents and the spelling of umlauts make no difference. */

/** @param {string} text */
export function fold(text) {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/([aou])e/g, "$1")
    .trim();
}

/**
 * What fits, best first: beginnings before beginnings of words before anything else.
 * @template T
 * @param {T[]} items @param {string} typed @param {(item: T) => string} name @param {(item: T) => string} [about]
 * @returns {T[]}
 */
export function search(items, typed, name, about = () => "") {
  const wanted = fold(typed);
  if (!wanted) return items;
  const rank = (/** @type {T} */ item) => {
    const text = fold(name(item));
    if (text === wanted) return 0;
    if (text.startsWith(wanted)) return 1;
    if (text.split(/[\s_-]+/).some((word) => word.startsWith(wanted))) return 2;
    if (text.includes(wanted)) return 3;
    return fold(about(item)).includes(wanted) ? 4 : 5;
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) })).filter((one) => one.rank < 5);
  return ranked.sort((a, b) => a.rank - b.rank).map((one) => one.item);
}
