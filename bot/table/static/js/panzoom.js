/** A picture that can be moved and magnified: by wheel, finger, mouse and keyboard. It begins as large as it fits. */

const MOST = 6;
const STEP = 1.35;
const PUSH = 60;

export class PanZoom {
  #scale = 1;
  #x = 0;
  #y = 0;
  /** @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  #size = "";

  /** @param {HTMLElement} frame @param {HTMLImageElement} picture a child of the frame */
  constructor(frame, picture) {
    this.frame = frame;
    this.picture = picture;
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      frame.addEventListener(name, (event) => this.#fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    frame.addEventListener("dblclick", (event) => this.#toggle(event));
    frame.addEventListener("keydown", (event) => this.#key(event));
    picture.addEventListener("dragstart", (event) => event.preventDefault());
    picture.addEventListener("load", () => this.#loaded());
  }

  get isFit() {
    return this.#scale === 1;
  }

  fit() {
    this.#scale = 1;
    this.#x = 0;
    this.#y = 0;
    this.#draw();
  }

  /** @param {number} steps positive to magnify */
  zoom(steps) {
    const box = this.frame.getBoundingClientRect();
    this.#zoomAt(STEP ** steps, box.left + box.width / 2, box.top + box.height / 2);
  }

  #loaded() {
    // The same board after an order keeps the view; another cut-out is shown whole.
    const size = `${this.picture.naturalWidth}x${this.picture.naturalHeight}`;
    if (size !== this.#size) this.fit();
    this.#size = size;
  }

  /** @param {number} factor @param {number} clientX @param {number} clientY */
  #zoomAt(factor, clientX, clientY) {
    const scale = Math.min(MOST, Math.max(1, this.#scale * factor));
    const box = this.frame.getBoundingClientRect();
    const x = clientX - box.left - box.width / 2;
    const y = clientY - box.top - box.height / 2;
    this.#x = x - ((x - this.#x) * scale) / this.#scale;
    this.#y = y - ((y - this.#y) * scale) / this.#scale;
    this.#scale = scale;
    this.#draw();
  }

  #draw() {
    // At most so far that the picture's edge reaches the middle of the frame.
    const reachX = ((this.#scale - 1) * this.frame.clientWidth) / 2;
    const reachY = ((this.#scale - 1) * this.frame.clientHeight) / 2;
    this.#x = Math.min(reachX, Math.max(-reachX, this.#x));
    this.#y = Math.min(reachY, Math.max(-reachY, this.#y));
    this.picture.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})`;
    this.frame.classList.toggle("zoomed", !this.isFit);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.#zoomAt(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.frame.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      this.#zoomAt(factor, (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    const share = other ? 2 : 1;
    this.#x += (now.x - before.x) / share;
    this.#y += (now.y - before.y) / share;
    this.#fingers.set(event.pointerId, now);
    this.#draw();
  }

  /** @param {MouseEvent} event */
  #toggle(event) {
    if (this.isFit) this.#zoomAt(2.5, event.clientX, event.clientY);
    else this.fit();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, [number, number]>} */
    const pushes = { ArrowLeft: [PUSH, 0], ArrowRight: [-PUSH, 0], ArrowUp: [0, PUSH], ArrowDown: [0, -PUSH] };
    const push = pushes[event.key];
    if (push) {
      this.#x += push[0];
      this.#y += push[1];
      this.#draw();
    } else if (event.key === "+") this.zoom(1);
    else if (event.key === "-") this.zoom(-1);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
