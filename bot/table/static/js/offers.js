/** What stands behind a menu or an option that asks for people or places: players, roles, channels. */

/** @typedef {{name: string, value: any, detail?: string}} Offer */

/** @param {import("./table.js").Table} table @returns {Offer[]} */
export function people(table) {
  return table.players.map((player) => ({ name: `@${player.name}`, value: player.id }));
}

/** @param {import("./table.js").Table} table @returns {Offer[]} */
export function roles(table) {
  return table.roles.map((/** @type {any} */ role) => ({
    name: role.name.startsWith("@") ? role.name : `@${role.name}`,
    value: role.id,
    detail: "Rolle",
  }));
}

/** @param {import("./table.js").Table} table @returns {Offer[]} */
export function places(table) {
  const guild = table.open?.guild_id;
  return [...table.channels.values()]
    .filter((channel) => channel.guild_id === guild)
    .map((channel) => ({
      name: `#${channel.name}`,
      value: channel.id,
      detail: channel.kind === "thread" ? "Faden" : undefined,
    }));
}

/** @param {number} type of a menu @param {import("./table.js").Table} table @returns {Offer[]} */
export function peopleAndPlaces(type, table) {
  switch (type) {
    case 5:
      return people(table);
    case 6:
      return roles(table);
    case 7:
      return [...people(table), ...roles(table)];
    case 8:
      return places(table);
    default:
      return [];
  }
}
