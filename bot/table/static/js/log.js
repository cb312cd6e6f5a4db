/** The messages of one channel as far as this window has them, oldest first. */

import { compareIds } from "./ids.js";

export class ChannelLog {
  /** @type {any[]} */
  messages = [];
  /** Whether older ones are left on the server. */
  more = true;
  isLoaded = false;

  /** @param {string} id */
  find(id) {
    return this.messages.find((message) => message.id === id);
  }

  /** Adds a message in its place, or replaces it by its newer self. @param {any} message */
  put(message) {
    const place = this.messages.findIndex((one) => compareIds(one.id, message.id) >= 0);
    if (place < 0) this.messages.push(message);
    else this.messages.splice(place, this.messages[place].id === message.id ? 1 : 0, message);
  }

  /** @param {string} id */
  drop(id) {
    this.messages = this.messages.filter((message) => message.id !== id);
  }

  /**
   * Takes over the newest page of the server; older messages stay if it joins on to them.
   * @param {{messages: any[], more: boolean}} page
   */
  refresh(page) {
    const oldest = page.messages[0]?.id;
    const joins = oldest !== undefined && this.messages.some((message) => compareIds(message.id, oldest) >= 0);
    const older = joins ? this.messages.filter((message) => compareIds(message.id, oldest) < 0) : [];
    if (older.length === 0) this.more = page.more;
    this.messages = [...older, ...page.messages];
    this.isLoaded = true;
  }

  /** @param {{messages: any[], more: boolean}} page */
  prepend(page) {
    const oldest = this.messages[0]?.id;
    const older = page.messages.filter((message) => oldest === undefined || compareIds(message.id, oldest) < 0);
    this.messages = [...older, ...this.messages];
    this.more = page.more;
  }
}
