/** "Herold schreibt …", for as long as it holds. */

/** @param {HTMLElement} place @param {import("./table.js").Table} table */
export function showTyping(place, table) {
  /** @type {Map<string, {name: string, channelId: string, timer: number}>} */
  const typing = new Map();
  const draw = () => {
    const names = [...typing.values()].filter((one) => one.channelId === table.openId).map((one) => one.name);
    place.textContent = names.length ? `${names.join(" und ")} ${names.length > 1 ? "schreiben" : "schreibt"} …` : "";
  };
  const stop = (/** @type {string} */ id) => {
    clearTimeout(typing.get(id)?.timer);
    typing.delete(id);
    draw();
  };
  table.on("typing", ({ user_id: id, channel_id: channelId, name, seconds }) => {
    if (id === table.me?.id) return;
    clearTimeout(typing.get(id)?.timer);
    typing.set(id, { name, channelId, timer: setTimeout(() => stop(id), seconds * 1000) });
    draw();
  });
  table.on("log", ({ message }) => message && stop(message.author.id));
  table.on("open", draw);
}
