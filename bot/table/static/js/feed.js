/**
 * The messages of the open channel, kept in step with the table. It stays at the end while the player is there, stays
 * put while he reads further up, and finds the same place again after a reload.
 */

import { el } from "./dom.js";
import { isNewer } from "./ids.js";
import { drawMessage } from "./message.js";
import { dayName, startOfDay } from "./time.js";

const NEAR_END = 60;
const NEAR_START = 400;
const COMPACT_MS = 5 * 60 * 1000;

export class Feed {
  /** @type {Map<string, {message: any, node: HTMLElement}>} */
  #items = new Map();
  #isAtEnd = true;
  #isRestoring = false;
  #lastTop = 0;
  /** @type {string | null} messages after this one were new when the channel was opened */
  #newAfter = null;

  /**
   * @param {{scroller: HTMLElement, list: HTMLElement, older: HTMLElement, toNewest: HTMLElement}} places
   * @param {import("./components/render.js").Hands} hands
   * @param {import("./memory.js").Memory} memory
   * @param {{loadOlder: () => Promise<void>, seen: (messageId: string) => void}} wants
   */
  constructor(places, hands, memory, wants) {
    this.places = places;
    this.hands = hands;
    this.table = hands.table;
    this.memory = memory;
    this.wants = wants;
    places.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    places.older.addEventListener("click", () => wants.loadOlder());
    places.toNewest.addEventListener("click", () => this.toEnd());
    document.addEventListener("visibilitychange", () => this.#markSeen());
    const keep = new ResizeObserver(() => this.#isAtEnd && !this.#isRestoring && this.toEnd());
    keep.observe(places.scroller);
    keep.observe(places.list);
    this.table.on("log", ({ channelId, kind, message }) => {
      if (channelId !== this.table.openId) return;
      this.sync();
      if (kind === "new") this.#greet(message);
    });
  }

  /** Shows another channel from its beginning. Its log may still be empty. */
  show() {
    this.#items.clear();
    this.places.list.replaceChildren();
    this.#newAfter = this.table.open?.unread ? this.table.open.last_read_id : null;
    this.#isAtEnd = true;
    this.#isRestoring = true;
    this.sync();
  }

  /** Goes to where the player was in this channel, once it is loaded. */
  async restore() {
    if (!this.#isRestoring) return;
    const place = this.memory.get(`scroll:${this.table.openId}`, /** @type {any} */ (null));
    for (let tries = 0; place && tries < 5 && !this.#items.has(place.id) && this.table.openLog.more; tries += 1) {
      await this.wants.loadOlder();
    }
    const item = place && this.#items.get(place.id);
    if (item) {
      this.places.scroller.scrollTop += item.node.getBoundingClientRect().top - this.#top - place.offset;
      this.#isAtEnd = this.#distance < NEAR_END;
    } else {
      this.toEnd();
    }
    this.#isRestoring = false;
    this.#scrolled();
  }

  toEnd() {
    this.#isAtEnd = true;
    this.places.scroller.scrollTop = this.places.scroller.scrollHeight;
    this.#lastTop = this.places.scroller.scrollTop;
    this.places.toNewest.hidden = true;
    this.#markSeen();
  }

  /** Brings the list in step with the log. */
  sync() {
    const anchor = this.#isAtEnd ? null : this.#anchor();
    const log = this.table.openLog;
    const nodes = this.#nodes(log.messages);
    this.#place(nodes);
    this.places.older.hidden = !log.isLoaded || !log.more;
    if (anchor) this.places.scroller.scrollTop += anchor.node.getBoundingClientRect().top - this.#top - anchor.offset;
    else if (!this.#isRestoring) this.toEnd();
  }

  /** @param {any[]} messages @returns {HTMLElement[]} */
  #nodes(messages) {
    const nodes = [];
    const kept = new Map();
    let previous = /** @type {any} */ (null);
    for (const message of messages) {
      const isNewDay =
        !previous || startOfDay(new Date(previous.timestamp)) !== startOfDay(new Date(message.timestamp));
      const isFirstNew =
        isNewer(message.id, this.#newAfter) && this.#newAfter && !isNewer(previous?.id, this.#newAfter);
      if (isNewDay) nodes.push(divider("day", dayName(new Date(message.timestamp))));
      if (isFirstNew) nodes.push(divider("new", "Neu"));
      const item = this.#item(message);
      item.node.classList.toggle("compact", !isNewDay && !isFirstNew && continues(previous, message));
      kept.set(message.id, item);
      nodes.push(item.node);
      previous = message;
    }
    this.#items = kept;
    return nodes;
  }

  /** @param {any} message */
  #item(message) {
    const known = this.#items.get(message.id);
    if (known && known.message === message) return known;
    const node = known?.node ?? el("li", { data: { message: message.id } });
    const focused = node.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    const key = focused?.dataset.key;
    node.replaceChildren(drawMessage(message, this.hands));
    // Whoever works by keyboard stays where he is, although the message was drawn anew.
    if (focused) {
      const again =
        key && [...node.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && !one.disabled);
      (again || node.firstElementChild).focus({ preventScroll: true });
    }
    return { message, node };
  }

  /** @param {HTMLElement[]} nodes */
  #place(nodes) {
    const list = this.places.list;
    const wanted = new Set(nodes);
    for (const node of [...list.children]) {
      if (wanted.has(/** @type {HTMLElement} */ (node))) continue;
      if (node.contains(document.activeElement)) this.places.scroller.focus({ preventScroll: true });
      node.remove();
    }
    let next = list.firstElementChild;
    for (const node of nodes) {
      if (node === next) next = next.nextElementSibling;
      else list.insertBefore(node, next);
    }
  }

  /** @param {any} message a new one */
  #greet(message) {
    if (isOwn(message, this.table.me.id)) this.toEnd();
    else if (!this.#isAtEnd) this.places.toNewest.hidden = false;
    else this.#markSeen();
  }

  #scrolled() {
    if (this.#isRestoring) return;
    const top = this.places.scroller.scrollTop;
    // Only going up leaves the end; that the list grows below, for instance by a picture, does not.
    if (this.#distance < NEAR_END) this.#isAtEnd = true;
    else if (top < this.#lastTop) this.#isAtEnd = false;
    this.#lastTop = top;
    if (this.#isAtEnd) {
      this.places.toNewest.hidden = true;
      this.#markSeen();
    }
    const anchor = this.#isAtEnd ? null : this.#anchor();
    this.memory.set(
      `scroll:${this.table.openId}`,
      anchor && { id: anchor.node.dataset.message, offset: anchor.offset },
    );
    if (this.places.scroller.scrollTop < NEAR_START && this.table.openLog.isLoaded && this.table.openLog.more)
      this.wants.loadOlder();
  }

  #markSeen() {
    const newest = this.table.openLog.messages.at(-1)?.id;
    if (!this.#isAtEnd || document.visibilityState !== "visible" || !newest) return;
    if (isNewer(newest, this.table.open?.last_read_id)) this.wants.seen(newest);
  }

  get #distance() {
    const { scrollHeight, scrollTop, clientHeight } = this.places.scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  get #top() {
    return this.places.scroller.getBoundingClientRect().top;
  }

  /** The first message in view and how far it stands below the upper edge. */
  #anchor() {
    const top = this.#top;
    for (const { node } of this.#items.values()) {
      const box = node.getBoundingClientRect();
      if (box.bottom > top) return { node, offset: box.top - top };
    }
    return null;
  }
}

/** Whether the player said it, or the bot says it because of what he did. @param {any} message @param {string} me */
function isOwn(message, me) {
  return message.author.id === me || message.ephemeral || message.interaction_metadata?.user?.id === me;
}

/** @param {string} kind @param {string} text */
function divider(kind, text) {
  return el("li", { class: `divider ${kind}` }, el("span", {}, text));
}

/** Whether a message goes on where the one before it ended. @param {any} previous @param {any} message */
function continues(previous, message) {
  return (
    previous &&
    !message.used &&
    previous.author.id === message.author.id &&
    previous.ephemeral === message.ephemeral &&
    new Date(message.timestamp).getTime() - new Date(previous.timestamp).getTime() < COMPACT_MS
  );
}
