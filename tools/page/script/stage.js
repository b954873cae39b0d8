// The picture of the open costume, with marks over it; the pixel under the pointer; and the bar above the picture.

import { remember, remembered } from "./app.js";
import { byId, icon } from "./dom.js";
import { celBox, Painter, recolored, zoomSize, zoomToFit } from "./painter.js";
import { tellFailure } from "./save.js";

const MARGIN = 10; // around a costume, in its pixels
const MOST_ZOOM = 16;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SHIFT_STEP = 8; // pixels of the room
const LIMB_HUES = [212, 24, 130, 285, 48, 340, 175, 75];

/** The colour of a limb's marks. */
export function limbColor(limb) {
  return `hsl(${LIMB_HUES[limb % LIMB_HUES.length]} 85% ${limb < LIMB_HUES.length ? 55 : 72}%)`;
}

class Stage {
  #frame = byId("stage");
  #painter = new Painter(byId("stage-picture"));
  #marks = byId("stage-marks");
  #context = this.#marks.getContext("2d");
  #lit = null; // the pixel value that is highlighted
  zoom = 0; // 0: as large as fits
  outlines = false;
  anchor = false;
  mirror = false;
  /** A RoomScene in which to draw, with the `actor` and `planes` for its draw(); null: none. */
  scene = null;
  /** Called with the pixel under the pointer: {x, y, value, cel} or null. */
  onPoint = () => {};
  /** Called when a mark has been switched. */
  onMark = () => {};
  /** Called with the position in the room to which the user dragged the actor: {x, y}. */
  onDrag = () => {};

  constructor() {
    this.#frame.addEventListener("pointermove", (event) => this.#point(event));
    this.#frame.addEventListener("pointerdown", (event) => this.#point(event));
    this.#painter.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.#frame.addEventListener("pointerleave", () => { this.pointed = null; this.onPoint(null); });
    new ResizeObserver(() => { if (this.box) this.resize(); }).observe(this.#frame);
  }

  /** Shows a room. Without a `scene`, shows a box around the anchor, with a margin around the box. */
  show(scene, { left, top, width, height }) {
    this.scene = scene;
    this.box = scene ? { left: 0, top: 0, width: scene.room.width, height: scene.room.height }
      : { left: left - MARGIN, top: top - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
    this.#painter.setBox(this.box);
    this.resize();
  }

  get shownZoom() {
    const { clientWidth, clientHeight } = this.#frame, dots = window.devicePixelRatio || 1;
    const fit = zoomToFit(this.box, (clientWidth - 2) * dots, (clientHeight - 2) * dots, MOST_ZOOM * dots) / dots;
    return this.zoom || Math.max(1, fit);
  }

  resize() {
    this.#painter.setZoom(this.shownZoom);
    const size = zoomSize(this.shownZoom), dots = window.devicePixelRatio || 1;
    this.dot = Math.round(size * dots); // width of a pixel in pixels of the screen
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
    this.redraw();
  }

  redraw() {
    if (!this.cels) return;
    if (this.scene) this.#painter.show(this.scene.draw(this.cels, this.costume, this.actor, this.planes));
    else this.#painter.draw(this.cels, this.costume, this.#litColors(), this.mirror);
    this.#mark();
    if (this.pointed) this.onPoint(this.#at(this.pointed.column, this.pointed.row));
  }

  /** Highlights the pixels with this value; null: none. */
  light(value) {
    this.#lit = value;
    if (this.colors && !this.scene) this.#painter.color(this.#litColors());
  }

  #litColors() {
    if (this.#lit === null) return this.colors;
    return recolored(this.colors, (color, value) =>
      (value === this.#lit ? color : color >>> 24 ? (color & 0xffffff) | 0x28000000 : 0));
  }

  /** Marks a cel of this tick; null: none. */
  markCel(cel) {
    this.marked = cel;
    this.#mark();
  }

  #mark() {
    const context = this.#context;
    context.clearRect(0, 0, this.#marks.width, this.#marks.height);
    const cels = this.scene ? [] : this.cels ?? [];
    if (this.outlines) for (const cel of cels) this.#outline(cel, 1);
    if (cels.includes(this.marked)) this.#outline(this.marked, 3);
    if (this.anchor) this.#cross();
  }

  /** Draws a path in a colour between darker lines. */
  #stroke(path, color, width, dark) {
    const context = this.#context;
    for (const [style, wide] of [[dark, width + 2], [color, width]]) {
      context.strokeStyle = style;
      context.lineWidth = wide;
      context.stroke(path);
    }
  }

  #outline(cel, width) {
    const { left, top, width: across, height } = celBox(cel), { dot } = this, path = new Path2D();
    path.rect(this.#column(left, across) * dot + 0.5, (top - this.box.top) * dot + 0.5, across * dot - 1, height * dot - 1);
    this.#stroke(path, limbColor(cel.limb), width, "#0008");
  }

  /** The left edge of a box of this width on the canvas, in pixels of the costume. */
  #column(left, width) {
    return this.mirror && !this.scene ? this.box.left + this.box.width - left - width : left - this.box.left;
  }

  #cross() {
    const { dot } = this, arm = Math.max(8, 4 * dot), at = this.scene ? this.actor : { x: 0, y: 0 };
    const x = (this.#column(at.x, 1) + 0.5) * dot, y = (at.y + 0.5 - this.box.top) * dot;
    this.#stroke(new Path2D(`M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`), "#ff3ea5", 2, "#000c");
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

  /** The wheel zooms around the pointer. */
  #wheel(event) {
    if (!this.box || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const before = this.#painter.canvas.getBoundingClientRect();
    const x = (event.clientX - before.left) / before.width, y = (event.clientY - before.top) / before.height;
    stepZoom(event.deltaY < 0 ? 1 : -1);
    const after = this.#painter.canvas.getBoundingClientRect();
    this.#frame.scrollLeft += after.left + x * after.width - event.clientX;
    this.#frame.scrollTop += after.top + y * after.height - event.clientY;
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

  /** The pixel at a place of the canvas: its position from the anchor, its value, and the cel that draws it. */
  #at(column, row) {
    if (this.scene) return { x: column, y: row, value: null, cel: null, color: this.scene.colorAt(column, row) };
    const value = this.#painter.indices[row * this.box.width + column];
    const x = (this.mirror ? this.box.width - 1 - column : column) + this.box.left, y = row + this.box.top;
    const cel = this.cels.findLast((one) => isDrawn(one, x - one.x, y - one.y)) ?? null;
    return { x, y, value, cel };
  }
}

/** Whether a cel draws the pixel at x, y of its box. */
function isDrawn({ picture, flip }, x, y) {
  const { width, height, transparent, indices } = picture;
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  return indices[y * width + (flip ? width - 1 - x : x)] !== transparent;
}

export const stage = new Stage();

const MARKS = ["outlines", "anchor", "mirror"];

export function fillStageBar() {
  const zoom = byId("zoom");
  for (let times = 1; times <= MOST_ZOOM; ++times) zoom.add(new Option(times + "×", times));
  zoom.addEventListener("change", () => setZoom(Number(zoom.value)));
  setZoom(remembered("zoom", 0, (value) => Number.isInteger(value) && value >= 0 && value <= MOST_ZOOM));
  byId("fullscreen").append(icon("full"));
  byId("fullscreen").addEventListener("click", switchFullscreen);
  for (const name of MARKS) {
    byId(name).addEventListener("click", () => setMark(name));
    if (remembered(name, false, (value) => value === true)) setMark(name);
  }
}

function setZoom(zoom) {
  stage.zoom = zoom;
  byId("zoom").value = zoom;
  remember("zoom", zoom);
  if (stage.box) stage.resize();
}

export function stepZoom(by) {
  if (!stage.box) return;
  const whole = by > 0 ? Math.floor(stage.shownZoom) : Math.ceil(stage.shownZoom);
  setZoom(Math.max(1, Math.min(MOST_ZOOM, whole + by)));
}

/** Switches the mark `name`: outlines, anchor or mirror. */
export function setMark(name) {
  stage[name] = !stage[name];
  byId(name).setAttribute("aria-pressed", stage[name]);
  remember(name, stage[name]);
  stage.redraw();
  stage.onMark();
}

export function switchFullscreen() {
  tellFailure(() => (document.fullscreenElement ? document.exitFullscreen() : byId("player").requestFullscreen()));
}
