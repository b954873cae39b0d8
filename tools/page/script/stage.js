// The picture of the costume that is open, with marks over it, and what is under the pointer.

import { byId } from "./dom.js";
import { celBox, Painter, zoomSize, zoomToFit } from "./painter.js";

const MARGIN = 10; // pixels of the costume around it
export const MOST_ZOOM = 16;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SHIFT_STEP = 8; // pixels of the room
const LIMB_HUES = [212, 24, 130, 285, 48, 340, 175, 75];

/** The colour of a limb's marks. */
export function limbColor(limb) {
  return `hsl(${LIMB_HUES[limb % LIMB_HUES.length]} 85% ${limb < LIMB_HUES.length ? 55 : 72}%)`;
}

export class Stage {
  #frame = byId("stage");
  #painter = new Painter(byId("stage-picture"));
  #marks = byId("stage-marks");
  #context = this.#marks.getContext("2d");
  #lit = null; // the pixel value that is lit up
  zoom = 0; // 0: as large as fits
  outlines = false;
  anchor = false;
  mirror = false;
  /** A RoomScene to draw in, with the `actor` and `planes` of its draw(); null: none. */
  scene = null;
  /** Called with what is under the pointer: {x, y, value, cel} or null. */
  onPoint = () => {};
  /** Called with where in the room the actor was dragged to: {x, y}. */
  onDrag = () => {};

  constructor() {
    this.#frame.addEventListener("pointermove", (event) => this.#point(event));
    this.#frame.addEventListener("pointerdown", (event) => this.#point(event));
    this.#painter.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#frame.addEventListener("pointerleave", () => { this.pointed = null; this.onPoint(null); });
    new ResizeObserver(() => { if (this.box) this.resize(); }).observe(this.#frame);
  }

  /** Shows a box around the anchor, with a margin. */
  setBox({ left, top, width, height }) {
    this.scene = null;
    this.box = { left: left - MARGIN, top: top - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
    this.#painter.setBox(this.box);
    this.resize();
  }

  /** Shows a room, or the box again. */
  setScene(scene, box) {
    if (scene === null) return this.setBox(box);
    const { width, height } = scene.room;
    this.scene = scene;
    this.box = { left: 0, top: 0, width, height };
    this.#painter.setBox(this.box);
    this.resize();
  }

  /** Where the actor is in the room, or the anchor of the box. */
  get #origin() {
    return this.scene ? this.actor : { x: 0, y: 0 };
  }

  get shownZoom() {
    const { clientWidth, clientHeight } = this.#frame;
    return this.zoom || Math.max(1, zoomToFit(this.box, clientWidth - 2, clientHeight - 2, MOST_ZOOM));
  }

  resize() {
    this.#painter.setZoom(this.shownZoom);
    const size = zoomSize(this.shownZoom), dots = window.devicePixelRatio || 1;
    this.dot = Math.round(size * dots); // of the screen, for each pixel
    this.#marks.width = Math.min(this.box.width * this.dot, 8192);
    this.#marks.height = Math.min(this.box.height * this.dot, 8192);
    this.#marks.style.width = this.box.width * size + "px";
    this.#marks.style.height = this.box.height * size + "px";
    this.#mark();
  }

  draw(cels, costume, colors) {
    this.cels = cels;
    this.costume = costume;
    this.colors = colors;
    this.background = costume.background;
    this.redraw();
  }

  redraw() {
    if (!this.cels) return;
    if (this.scene) this.#painter.show(this.scene.draw(this.cels, this.costume, this.actor, this.planes));
    else this.#painter.draw(this.cels, this.background, this.#litColors(), this.mirror);
    this.#mark();
    if (this.pointed) this.onPoint(this.#at(this.pointed.column, this.pointed.row));
  }

  /** Lights the pixels of a value; null: none. */
  light(value) {
    this.#lit = value;
    if (this.colors && !this.scene) this.#painter.color(this.#litColors());
  }

  #litColors() {
    if (this.#lit === null) return this.colors;
    const dimmed = this.colors.map((color) => (color >>> 24 ? (color & 0xffffff) | 0x28000000 : 0));
    dimmed[this.#lit] = this.colors[this.#lit];
    return dimmed;
  }

  /** Marks a cel of this tick; null: none. */
  markCel(cel) {
    this.marked = cel;
    this.#mark();
  }

  #mark() {
    const context = this.#context;
    context.clearRect(0, 0, this.#marks.width, this.#marks.height);
    if (this.outlines && !this.scene) for (const cel of this.cels ?? []) this.#outline(cel, limbColor(cel.limb), 1);
    if (!this.scene && this.marked && this.cels?.includes(this.marked)) this.#outline(this.marked, limbColor(this.marked.limb), 3);
    if (this.anchor) this.#cross();
  }

  #outline(cel, color, width) {
    const { left, top, width: across, height } = celBox(cel), { dot } = this;
    const x = this.#column(left, across) * dot, y = (top - this.box.top) * dot;
    for (const [style, wide] of [["#0008", width + 2], [color, width]]) {
      this.#context.strokeStyle = style;
      this.#context.lineWidth = wide;
      this.#context.strokeRect(x + 0.5, y + 0.5, across * dot - 1, height * dot - 1);
    }
  }

  /** Where a box of some width starts on the canvas, in pixels of the costume. */
  #column(left, width) {
    return this.mirror && !this.scene ? this.box.left + this.box.width - left - width : left - this.box.left;
  }

  #cross() {
    const { dot } = this, context = this.#context, arm = Math.max(8, 4 * dot);
    const at = this.#origin, x = (this.#column(at.x, 1) + 0.5) * dot, y = (at.y + 0.5 - this.box.top) * dot;
    for (const [style, wide] of [["#000c", 4], ["#ff3ea5", 2]]) {
      context.strokeStyle = style;
      context.lineWidth = wide;
      context.beginPath();
      context.moveTo(x - arm, y);
      context.lineTo(x + arm, y);
      context.moveTo(x, y - arm);
      context.lineTo(x, y + arm);
      context.stroke();
    }
  }

  #point(event) {
    if (!this.cels) return;
    const place = this.#painter.canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - place.left) / place.width * this.box.width);
    const row = Math.floor((event.clientY - place.top) / place.height * this.box.height);
    const inside = column >= 0 && row >= 0 && column < this.box.width && row < this.box.height;
    this.pointed = inside ? { column, row } : null;
    this.onPoint(inside ? this.#at(column, row) : null);
    if (inside && this.scene && event.buttons & 1) {
      event.preventDefault();
      this.onDrag({ x: column, y: row });
    }
  }

  /** Arrow keys move the actor. */
  #key(event) {
    const [x, y] = ARROWS[event.key] ?? [];
    if (!this.scene || x === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const far = event.shiftKey ? SHIFT_STEP : 1;
    this.onDrag({ x: this.actor.x + x * far, y: this.actor.y + y * far });
  }

  /** The pixel at a place of the canvas: where it is from the anchor, its value, and the cel that drew it. */
  #at(column, row) {
    if (this.scene) return { x: column, y: row, value: null, cel: null, color: this.scene.colorAt(column, row) };
    const value = this.#painter.indices[row * this.box.width + column];
    const x = (this.mirror ? this.box.width - 1 - column : column) + this.box.left, y = row + this.box.top;
    const cel = this.cels.findLast((one) => isDrawn(one, x - one.x, y - one.y)) ?? null;
    return { x, y, value, cel };
  }
}

/** Whether a cel draws the pixel of its box there. */
function isDrawn({ picture, flip }, x, y) {
  const { width, height, transparent, indices } = picture;
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  return indices[y * width + (flip ? width - 1 - x : x)] !== transparent;
}
