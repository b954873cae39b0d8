// The colours in which a costume is shown.

import { Palette } from "./game.js";

export const AKOS_RLE = 1; // costumes.codec of costumes whose pixels are indices of costumes.color
const AKOS_MAJMIN = 16;
const SHADOW = [0, 0, 0, 128]; // black at half strength
const GREYS = Uint8Array.from({ length: 768 }, (_, i) => i / 3);
const ALL_COLORS = Uint8Array.from({ length: 256 }, (_, i) => i);

/** Pixel value → colour in the palettes of a room. Some rooms map the colours of actors, with codecs 1 and 16. */
export function colorMap(costume, room) {
  const map = costume.codec === AKOS_RLE ? costume.colors.subarray(0, 256) : ALL_COLORS;
  const drawn = room && [AKOS_RLE, AKOS_MAJMIN].includes(costume.codec)
    ? costume.archive.tables.blob("rooms.actor_color", room.row) : [];
  return drawn.length ? map.map((color) => drawn[color]) : map;
}

/** Pixel value → red, green, blue. Colours that the palette lacks are black. */
function pixelColors(map, rgb) {
  const colors = new Uint8Array(768);
  map.forEach((color, pixel) => colors.set(rgb.subarray(3 * color, 3 * color + 3), 3 * pixel));
  return colors;
}

/** A pixel value that the costume does not draw: the value after its last colour. If the costume has 256 colours, the
 *  transparent value of its pictures. */
export function undrawn(costume) {
  const colors = colorMap(costume).length;
  return colors < 256 ? colors : costume.pictures[0]?.transparent ?? 255;
}

/** Pixel value → red, green, blue. `choice` is a PaletteLike (wardrobe.d.ts). */
function chosenColors(costume, choice) {
  if (ArrayBuffer.isView(choice)) return colorsOfBytes(choice);
  if (choice === undefined || choice === null) {
    const palette = costume.archive.palettes[costume.archive.tables.value("costumes.default_palette", costume.row)];
    const colors = pixelColors(colorMap(costume, palette?.room), palette?.rgb ?? GREYS);
    if (!palette) colors.set(costume.archive.tables.blob("costumes.rgb", costume.row).subarray(0, 768));
    return colors;
  }
  const palette = choice instanceof Palette ? choice : costume.archive.palette(...[choice].flat());
  return pixelColors(colorMap(costume, palette.room), palette.rgb);
}

function colorsOfBytes(bytes) {
  if (bytes.length === 1024) return bytes.filter((_, i) => i % 4 < 3);
  if (bytes.length > 768 || bytes.length % 3) throw new TypeError("a palette is up to 768 bytes, 3 a colour, or 1024");
  return bytes;
}

/** Pixel value → red, green, blue, alpha. If `choice` has bytes for some colours only, the others are white. Unless
 *  `shadows` is "as-stored" or `choice` has bytes, shadows are black at half strength. */
export function rgbaColors(costume, choice, shadows) {
  const rgb = chosenColors(costume, choice), rgba = new Uint8Array(1024).fill(255);
  for (let pixel = 0; 3 * pixel < rgb.length; ++pixel) rgba.set(rgb.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel);
  if (shadows !== "as-stored" && !ArrayBuffer.isView(choice)) {
    for (const value of costume.archive.tables.blob("costumes.shadow", costume.row)) rgba.set(SHADOW, 4 * value);
  }
  return rgba;
}

/** How a costume's shadows are drawn on indices: which pixel values are shadows, and which index a pixel gets in shadow,
 *  the one of `candidates` whose colour is nearest to half of its own. null if the costume has no shadows. */
function shadingAmong(costume, palette, candidates, indices) {
  const shadows = costume.archive.tables.blob("costumes.shadow", costume.row);
  if (shadows.length === 0) return null;
  const isShadow = new Uint8Array(256), darker = ALL_COLORS.slice();
  for (const value of shadows) isShadow[value] = 1;
  for (const index of indices) {
    let least = Infinity;
    for (const value of candidates) {
      let distance = 0;
      for (let i = 0; i < 3; ++i) distance += ((palette[4 * index + i] >> 1) - palette[4 * value + i]) ** 2;
      if (distance >= least) continue;
      least = distance;
      darker[index] = value;
    }
  }
  return { isShadow, darker };
}

/** The shading for canvases of pixel values. null if `palette`, which is costume.palette(), shows shadows as they are
 *  stored. */
export function shadingOf(costume, palette) {
  const [first, ...more] = costume.archive.tables.blob("costumes.shadow", costume.row);
  if (first === undefined || palette[4 * first + 3] === 255) return null;
  const hidden = [first, ...more, costume.background, costume.pictures[0]?.transparent];
  const drawn = [...colorMap(costume).keys()].filter((value) => !hidden.includes(value));
  const shading = shadingAmong(costume, palette, drawn, drawn);
  shading.darker[costume.background] = first;
  return shading;
}

/** The shading for canvases of a room's colours, in a Palette of it. */
export function roomShadingOf(costume, { rgb, rgba }) {
  return shadingAmong(costume, rgba, ALL_COLORS.subarray(0, Math.floor(rgb.length / 3)), ALL_COLORS);
}
