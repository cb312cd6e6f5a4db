/** The calls of the page API. Its shapes are described in `bot/table/page.py`; what they mean is decided elsewhere. */

/** Something was refused. The message is one German sentence for the player. */
export class Refusal extends Error {
  /** @param {string} sentence @param {number} status 0 if the table was not reached at all */
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

const UNREACHED = "Der Tisch ist gerade nicht erreichbar. Es wurde nichts geändert.";

export class Api {
  /** @param {string} player the key of the player who sits at this window */
  constructor(player) {
    this.player = player;
  }

  /** @param {string} path @param {Record<string, string | number>} [query] @returns {Promise<any>} */
  get(path, query = {}) {
    return call(this.#address(path, query), { method: "GET" });
  }

  /** @param {string} path @param {object} [body] @returns {Promise<any>} */
  post(path, body = {}) {
    const headers = { "Content-Type": "application/json" };
    return call(this.#address(path), { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** @param {File} file @returns {Promise<{id: string, name: string, size: number}>} */
  upload(file) {
    return call(this.#address("files", { name: file.name }), { method: "POST", body: file });
  }

  /** The address of the live line. */
  get line() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${location.host}${this.#address("live")}`;
  }

  /** @param {string} path @param {Record<string, string | number>} [query] */
  #address(path, query = {}) {
    const asked = new URLSearchParams({ spieler: this.player });
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
    return `/api/${path}?${asked}`;
  }
}

/** Who could sit down. @returns {Promise<any[]>} */
export async function fetchPlayers() {
  return (await call("/api/players", { method: "GET" })).players;
}

/** @param {string} address @param {RequestInit} request */
async function call(address, request) {
  let response;
  let body;
  try {
    response = await fetch(address, request);
    body = await response.json();
  } catch {
    throw new Refusal(UNREACHED, response?.status ?? 0);
  }
  if (!response.ok) throw new Refusal(body.error ?? UNREACHED, response.status);
  return body;
}
