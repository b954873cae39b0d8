// Draws cels as pixel values, and pixel values as colours, on a canvas.

import { element } from "./dom.js";
import { drawCels } from "../../library/javascript/lib/draw.js";

/** The smallest box around `boxes`. */
export function boxAround(boxes) {
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.left + box.width);
    bottom = Math.max(bottom, box.top + box.height);
  }
  return left > right ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left, height: bottom - top };
}

export const celBox = (cel) => ({ left: cel.x, top: cel.y, width: cel.picture.width, height: cel.picture.height });

/** The colours of a costume as words of an ImageData, one for each pixel value. */
export function colorsOf(costume, palette, look = 0) {
  const words = new Uint32Array(costume.look(look, palette).buffer);
  shadings.set(words, costume.shading(palette));
  return words;
}

const shadings = new WeakMap(); // colorsOf() a costume → how it is shaded

/** Colours like others, changed by change(color, value). */
export function recolored(colors, change) {
  const changed = colors.map(change);
  shadings.set(changed, shadings.get(colors));
  return changed;
}

/** Shows the pixels of a box around the anchor on a canvas. Each pixel is a whole number of the screen's pixels
 *  wide. */
export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { willReadFrequently: true }); // kept: pixels are written
  }

  setBox(box) {
    this.box = box;
    const { width, height } = box;
    if (this.image?.width === width && this.image.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.image = new ImageData(width, height);
    this.words = new Uint32Array(this.image.data.buffer);
    this.indices = new Uint8Array(width * height);
  }

  /** Draws cels of a costume in colorsOf() it. */
  draw(cels, costume, colors, mirror = false) {
    const { left, top, width, height } = this.box;
    this.indices.fill(costume.background);
    drawCels(cels, { width, height, data: this.indices }, { x: -left, y: -top, shading: shadings.get(colors) });
    if (mirror) for (let y = 0; y < height; ++y) this.indices.subarray(y * width, (y + 1) * width).reverse();
    this.color(colors);
  }

  /** Shows an image that is as large as the box. */
  show(image) {
    this.context.putImageData(image, 0, 0);
  }

  color(colors) {
    for (let i = 0; i < this.indices.length; ++i) this.words[i] = colors[this.indices[i]];
    this.context.putImageData(this.image, 0, 0);
  }

  /** Makes each pixel a square of about `zoom` CSS pixels. Its width is a whole number of the screen's pixels. */
  setZoom(zoom) {
    const size = zoomSize(zoom);
    this.canvas.style.width = this.box.width * size + "px";
    this.canvas.style.height = this.box.height * size + "px";
  }
}

/** The width in CSS pixels of a square of about `zoom`. */
export function zoomSize(zoom) {
  const dots = window.devicePixelRatio || 1;
  return Math.max(1, Math.round(zoom * dots)) / dots;
}

/** The largest whole zoom, at most `most`, at which a box fits; 0 if none does. */
export function zoomToFit(box, width, height, most) {
  return Math.min(most, Math.floor(Math.min(width / box.width, height / box.height)));
}

/** A canvas that shows a picture, magnified by a whole zoom; 0: as it is. */
export function pictureCanvas(picture, palette, zoom) {
  const { width, height } = picture, canvas = element("canvas", { width, height });
  canvas.style.width = width * zoomSize(Math.max(1, zoom)) + "px";
  canvas.getContext("2d").putImageData(picture.imageData(palette), 0, 0);
  return canvas;
}

const MOST_PIXELS = 2048; // in each direction from the anchor

/** The part of a box that a canvas can hold, whatever an archive says. */
export function clipBox({ left, top, width, height }) {
  const clip = (value) => Math.max(-MOST_PIXELS, Math.min(MOST_PIXELS, value));
  const right = clip(left + width), bottom = clip(top + height);
  const box = { left: Math.min(clip(left), right - 1), top: Math.min(clip(top), bottom - 1) };
  return { ...box, width: right - box.left, height: bottom - box.top };
}
