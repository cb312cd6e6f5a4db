/**
 * What this window knows of the table: who plays, which channels there are, what was said. Views listen to it and draw;
 * the live line and the calls fill it.
 * Events: `people`, `channels`, `open`, `log` (detail: what changed), `typing`, `bot`.
 */

import { isNewer } from "./ids.js";
import { ChannelLog } from "./log.js";

export class Table extends EventTarget {
  /** @type {any} */ me = null;
  /** @type {any[]} */ players = [];
  /** @type {any} */ bot = { id: "0", name: "Herold", initials: "H", colour: "#7a4a12", online: true };
  /** @type {any[]} */ guilds = [];
  /** @type {Map<string, any>} */ channels = new Map();
  /** @type {Map<string, ChannelLog>} */ logs = new Map();
  /** The channel that is open. @type {string | null} */ openId = null;

  /** @param {any} state the answer of `/api/state` */
  load(state) {
    this.me = state.me;
    this.players = state.players;
    this.bot = state.bot;
    this.guilds = state.guilds;
    this.channels = new Map(state.channels.map((/** @type {any} */ channel) => [channel.id, channel]));
    // Nothing is repeated after a break: a log that is not shown is fetched anew when it is opened.
    for (const id of this.logs.keys()) if (id !== this.openId) this.logs.delete(id);
    this.#tell("people");
    this.#tell("channels");
    this.#tell("bot");
  }

  get open() {
    return this.openId === null ? undefined : this.channels.get(this.openId);
  }

  /** The roles of the guild to which the open channel belongs. */
  get roles() {
    return this.guilds.find((guild) => guild.id === this.open?.guild_id)?.roles ?? [];
  }

  /** @param {string} id */
  log(id) {
    let log = this.logs.get(id);
    if (!log) this.logs.set(id, (log = new ChannelLog()));
    return log;
  }

  /** The log of the open channel. */
  get openLog() {
    return this.openId === null ? new ChannelLog() : this.log(this.openId);
  }

  /** @param {string} id */
  openChannel(id) {
    this.openId = id;
    this.#tell("open");
    this.#tell("channels");
  }

  /** Says that the log of a channel has changed otherwise than by an event. @param {string} channelId */
  touched(channelId) {
    this.#tell("log", { channelId, kind: "loaded" });
  }

  /** @param {any} event of the live line */
  apply(event) {
    switch (event.type) {
      case "message":
      case "message_changed":
        return this.#putMessage(event.message);
      case "message_gone":
        this.logs.get(event.channel_id)?.drop(event.message_id);
        return this.#tell("log", { channelId: event.channel_id, kind: "gone" });
      case "channel":
        this.channels.set(event.channel.id, event.channel);
        return this.#tell("channels");
      case "channel_gone":
        this.channels.delete(event.channel_id);
        this.logs.delete(event.channel_id);
        return this.#tell("channels");
      case "typing":
        return this.#tell("typing", event);
      case "bot":
        this.bot = event.bot;
        return this.#tell("bot");
    }
  }

  /** @param {any} message */
  #putMessage(message) {
    const log = this.logs.get(message.channel_id);
    if (!log?.isLoaded) return;
    const before = log.find(message.id);
    // A change to something older than what is loaded has no place to go.
    if (!before && log.more && log.messages.length > 0 && isNewer(log.messages[0].id, message.id)) return;
    log.put(message);
    this.#tell("log", { channelId: message.channel_id, kind: before ? "changed" : "new", message, before });
  }

  /** @param {string} name @param {any} [detail] */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {string} name @param {(detail: any) => void} listener */
  on(name, listener) {
    this.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));
  }
}
