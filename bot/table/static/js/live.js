/** The live line: one WebSocket that finds its way back by itself. What its events mean is decided elsewhere. */

const WAITS = [500, 1000, 2000, 4000, 8000, 15000];

export class LiveLine {
  #socket = /** @type {WebSocket | null} */ (null);
  #timer = 0;
  #tries = 0;

  /**
   * @param {string} address
   * @param {{event: (event: any) => void, lost: (seconds: number) => void}} hears
   *   `event` for each event, `hello` being the sign that the line stands; `lost` when it is down, with the wait ahead
   */
  constructor(address, hears) {
    this.address = address;
    this.hears = hears;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
  }

  start() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("message", (frame) => {
      if (socket === this.#socket) this.#hear(JSON.parse(frame.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#waitAndRetry();
    });
  }

  /** Drops the line and starts anew, for instance when its first answers made no sense. */
  restart() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#waitAndRetry();
  }

  /** Tries at once instead of waiting. */
  retryNow() {
    this.#tries = 0;
    this.#hurry();
  }

  #hurry() {
    if (this.#timer) this.start();
  }

  /** @param {any} event */
  #hear(event) {
    if (event.type === "hello") this.#tries = 0;
    this.hears.event(event);
  }

  #waitAndRetry() {
    clearTimeout(this.#timer);
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => this.start(), wait);
    this.hears.lost(wait / 1000);
  }
}
