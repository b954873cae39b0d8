// Makes .aseprite files of clips, as they are on screen. As in `wardrobe export --format aseprite`, there is one layer
// per limb and one tag per timeline. In a room, where limbs are scaled and hidden, one layer has whole frames.

import { costumeKey } from "../names.js";
import { checkSize, enlarged } from "./clip.js";
import { framesOf, layersOf } from "./sheet.js";
import { deflated } from "../png.js";

const LAYER = 0x2004, CEL = 0x2005, PROFILE = 0x2007, TAGS = 0x2018, PALETTE = 0x2019, USER_DATA = 0x2020, SLICE = 0x2022;
const INDEXED = 8, LINKED = 1, COMPRESSED = 2, OPAQUE = 255;
const VISIBLE = 1 | 2 | 16; // flags of a layer: visible, editable, prefers linked cels
const BACKGROUND = 8; // flag of a layer that shows the transparent value as a colour
const HAS_PIVOT = 2;
const MOST = 0xffff; // milliseconds of a frame, and number of frames

const u8 = (...values) => Uint8Array.from(values);
const u16 = (...values) => u8(...values.flatMap((value) => [value, value >> 8]));
const u32 = (...values) => u16(...values.flatMap((value) => [value, value >> 16]));
const zeros = (count) => new Uint8Array(count);
const sizeOf = (parts) => parts.reduce((sum, { length }) => sum + length, 0);

function string(text) {
  const bytes = new TextEncoder().encode(text);
  return [u16(bytes.length), bytes];
}

const chunk = (kind, ...parts) => [u32(6 + sizeOf(parts)), u16(kind), ...parts];

/** User data for the tag, layer or cel before. */
const userData = (text) => (text ? chunk(USER_DATA, u32(1), ...string(text)) : chunk(USER_DATA, u32(0)));

/** The places of a frame's cels, {layer, z}, in draw order. Cels are drawn in the order of layer + z. */
function placesOf(cels, layers) {
  const count = new Map();
  const chosen = cels.map(({ limb }) => {
    count.set(limb, (count.get(limb) ?? -1) + 1);
    return layers.findIndex((layer) => layer.limb === limb) + count.get(limb);
  });
  const rising = chosen.every((layer, i) => i === 0 || chosen[i - 1] < layer);
  return chosen.map((layer, i) => ({ layer, z: rising ? 0 : i - layer }));
}

/** A cel as the camera shows it: {x, y, width, height, pixels()}. */
function seenCel({ picture, x, y, flip }, { box, mirror, scale }, transparent) {
  const { width, height, indices } = picture, left = x - box.left;
  const pixels = () => {
    const shown = indices.map((value) => (value === picture.transparent ? transparent : value));
    for (let row = 0; flip !== mirror && row < height; ++row) shown.subarray(row * width, (row + 1) * width).reverse();
    return enlarged(shown, width, scale);
  };
  return { x: scale * (mirror ? box.width - left - width : left), y: scale * (y - box.top),
    width: scale * width, height: scale * height, pixels };
}

/** The transparent value that all pictures have; null if they differ. */
function commonTransparent(frames) {
  const found = new Set(frames.flatMap(({ cels }) => cels.map(({ picture }) => picture.transparent)));
  return found.size === 1 ? [...found][0] : null;
}

/** A value that no frame draws; 0 if there is none. */
function undrawnValue(frames) {
  const drawn = zeros(256);
  for (const { indices } of frames) for (const value of indices) drawn[value] = 1;
  return Math.max(0, drawn.indexOf(0));
}

class AsepriteFile {
  #known = new Map(); // layer, z and look → the frame that has the pixels

  constructor(camera, clips, tickMs) {
    Object.assign(this, { camera, tickMs, ...framesOf(camera, clips, Math.floor(MOST / tickMs)) });
    if (this.frames.length > MOST) throw new Error(`an .aseprite file holds ${MOST} frames; choose fewer ticks`);
    const { room, costume } = camera;
    this.transparent = room ? undrawnValue(this.frames) : commonTransparent(this.frames) ?? camera.empty;
    this.layers = room ? [{ name: `costume ${costumeKey(costume)}`, limb: null }]
      : layersOf(this.frames.map(({ cels }) => camera.shown(cels)));
  }

  async parts() {
    const frames = [];
    for (const number of this.frames.keys()) frames.push(...await this.#frame(number));
    return [u32(128 + sizeOf(frames)), ...this.#header(), ...frames];
  }

  #header() {
    const { camera: { width, height }, frames, tickMs } = this;
    return [u16(0xa5e0, frames.length, width, height, INDEXED), u32(1), u16(tickMs), zeros(8),
      u8(this.transparent, 0, 0, 0), u16(this.#colors), u8(1, 1), zeros(92)];
  }

  /** The number of colours in the palette. */
  get #colors() {
    const { room, costume } = this.camera;
    if (room) return 256;
    return 1 + costume.pictures.reduce((most, { indices }) => indices.reduce((a, b) => Math.max(a, b), most),
      Math.max(costume.colors.length - 1, this.transparent));
  }

  async #frame(number) {
    const { cels, look, ticks, indices } = this.frames[number], chunks = number === 0 ? this.#first() : [];
    if (this.camera.room) {
      const { width, height } = this.camera;
      chunks.push(...await this.#cel(number, { x: 0, y: 0, width, height, pixels: () => indices }, { layer: 0, z: 0 }, look, ""));
    } else {
      const shown = this.camera.shown(cels), places = placesOf(shown, this.layers);
      for (const [i, cel] of shown.entries()) {
        const { picture, x, y, flip, limb, index } = cel, key = [picture.row, x, y, flip, index].join();
        const data = JSON.stringify({ limb: this.camera.costume.kind === "AKOS" ? null : limb, index, flip: Number(flip) });
        chunks.push(...await this.#cel(number, seenCel(cel, this.camera, this.transparent), places[i], key, data));
      }
    }
    const all = chunks.flat(), count = chunks.length;
    return [u32(16 + sizeOf(all)), u16(0xf1fa, Math.min(count, MOST), ticks * this.tickMs, 0), u32(count), ...all];
  }

  /** The chunks of the first frame that come before its cels. */
  #first() {
    const { camera: { width, height, stored: palette, anchor, costume, room }, tags, layers } = this, count = this.#colors;
    const colors = zeros(6 * count);
    for (let i = 0; i < count; ++i) colors.set([0, 0, ...palette.subarray(4 * i, 4 * i + 3), OPAQUE], 6 * i);
    const tag = ({ name, from, to, repeat }) => [u16(from, to), u8(0), u16(repeat ? 1 : 0), zeros(10), ...string(name)];
    const layer = ({ name }) => chunk(LAYER, u16(room ? VISIBLE | BACKGROUND : VISIBLE), zeros(10), u8(OPAQUE, 0, 0, 0), ...string(name));
    const owner = ({ limb }) => userData(JSON.stringify({ costume: costume.id || null, costume_row: costume.row, limb }));
    return [chunk(PROFILE, u16(1), zeros(14)), chunk(PALETTE, u32(count, 0, count - 1), zeros(8), colors),
      chunk(TAGS, u16(tags.length), zeros(8), ...tags.flatMap(tag)), ...tags.map(({ data }) => userData(data)),
      ...layers.flatMap((one) => [layer(one), owner(one)]),
      chunk(SLICE, u32(1, HAS_PIVOT, 0), ...string("anchor"), zeros(12), u32(width, height, anchor.x, anchor.y))];
  }

  /** The chunks of a cel. If its layer has shown the same pixels before, the cel is a link. */
  async #cel(frame, { x, y, width, height, pixels }, { layer, z }, key, data) {
    const place = (type) => [u16(layer, x, y), u8(OPAQUE), u16(type, z), zeros(5)], known = [layer, z, key].join();
    if (this.#known.has(known)) return [chunk(CEL, ...place(LINKED), u16(this.#known.get(known)))];
    this.#known.set(known, frame);
    return [chunk(CEL, ...place(COMPRESSED), u16(width, height), await deflated(pixels())), userData(data)];
  }
}

/** The clips of a costume (clip.js) as an .aseprite file. */
export async function asepriteOf(camera, clips, tickMs) {
  checkSize(camera.width * camera.height);
  return new Blob(await new AsepriteFile(camera, clips, tickMs).parts(), { type: "application/octet-stream" });
}
