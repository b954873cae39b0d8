// A whole costume or game: its pictures and animations as files of a zip, and one labelled sheet.

import { app } from "../app.js";
import { choreTitle, colorCount, costumeName, directionName, paddedKey, tableNames, timelineFileName } from "../names.js";
import { pngOf } from "../png.js";
import { asepriteOf } from "./aseprite.js";
import { boxOfClips, Camera, checkSize, clipOf } from "./clip.js";
import { actOf, gplOf } from "./palette_file.js";
import { Sheet, tagData } from "./sheet.js";

const GAP = 4; // pixels between the frames of a labelled sheet
const MOST_WIDTH = 4096;
const FONT = "sans-serif";

/** The clips of all timelines of a costume. */
const clipsOf = (costume) => costume.timelines.map((timeline) => ({ timeline, ...clipOf(timeline), data: tagData(timeline) }));

/** A camera that shows all of the clips at one size. */
function cameraFor(costume, clips, { palette = null, hidden, scale = 1 } = {}) {
  return new Camera({ costume, palette, hidden, scale, box: boxOfClips(clips) });
}

/** All timelines of a costume as a Sheet. */
export function wholeSheet(costume, options, tickMs) {
  const clips = clipsOf(costume);
  return new Sheet(cameraFor(costume, clips, options), clips, tickMs);
}

/** All timelines of a costume as an .aseprite file. */
export function wholeAseprite(costume, options, tickMs) {
  const clips = clipsOf(costume);
  return asepriteOf(cameraFor(costume, clips, options), clips, tickMs);
}

/** All timelines of a costume as a PNG with names: {blob, width, height}. Each timeline has a row with its distinct
 *  frames. */
export async function labelledSheet(costume, options) {
  const clips = clipsOf(costume), camera = cameraFor(costume, clips, options);
  const { width, height } = camera, columns = Math.max(1, Math.floor((MOST_WIDTH - GAP) / (width + GAP)));
  const rows = clips.map((clip) => {
    const looks = new Set();
    return { ...clip, frames: camera.frames(clip).filter(({ look }) => !looks.has(look) && looks.add(look)) };
  });
  const letter = Math.max(12, 5 * camera.scale), line = Math.round(letter * 1.6), base = line - Math.round(letter * 0.4);
  const most = Math.max(1, ...rows.map(({ frames }) => Math.min(columns, frames.length)));
  const lines = rows.reduce((sum, { frames }) => sum + Math.ceil(frames.length / columns), 0);
  const sheet = { width: Math.max(24 * letter, most * (width + GAP) + GAP),
    height: line * (rows.length + 1) + lines * (height + GAP) + GAP };
  checkSize(sheet.width * sheet.height);
  const canvas = Object.assign(document.createElement("canvas"), sheet), context = canvas.getContext("2d");
  context.fillStyle = "#d8d5ce";
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.fillStyle = "#1e1d1b";
  context.font = `bold ${letter}px ${FONT}`;
  context.fillText(`${costumeName(costume)} · ${app.game.name}`, GAP, base);
  context.font = `${letter}px ${FONT}`;
  let y = line;
  for (const { timeline, frames, cels } of rows) {
    const about = `${choreTitle(costume, timeline.chore)} ${directionName(timeline.direction)}, ${cels.length} ticks`;
    context.fillText(about, GAP, y + base);
    y += line;
    frames.forEach(({ indices }, i) => {
      const at = { x: GAP + i % columns * (width + GAP), y: y + Math.floor(i / columns) * (height + GAP) };
      context.drawImage(coloured(indices, camera), at.x, at.y);
    });
    y += Math.ceil(frames.length / columns) * (height + GAP);
  }
  return { ...sheet, blob: await new Promise((done) => canvas.toBlob(done, "image/png")) };
}

function coloured(indices, { width, height, palette }) {
  const image = new ImageData(width, height), colors = new Uint32Array(palette.buffer), words = new Uint32Array(image.data.buffer);
  indices.forEach((value, i) => { words[i] = colors[value]; });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

/** A clip as a GIF. */
export function gifOf(camera, clip, tickMs) {
  const { width, height, palette, transparent } = camera;
  const frames = camera.frames(clip, Math.floor(65535 / tickMs));
  const isShadow = (value) => palette[4 * value + 3] > 0 && palette[4 * value + 3] < 255;
  const isGap = (i) => (i % width + Math.floor(i / width)) % 2 === 0; // a GIF has no half-transparent pixels
  const dithered = (indices) => indices.map((value, i) => (isShadow(value) && isGap(i) ? transparent : value));
  checkSize(new Set(frames.map(({ look }) => look)).size * width * height);
  const bytes = app.extras.gif({ frames: frames.map(({ indices, ticks }) => ({ indices: dithered(indices), delay: ticks * tickMs })),
    width, height, palette, transparent });
  return new Blob([bytes], { type: "image/gif" });
}

/** Yields the files of a costume one by one, as [name, Blob] pairs. */
async function* filesOf(costume, tickMs, { palette = null } = {}) {
  const clips = clipsOf(costume), camera = cameraFor(costume, clips, { palette }), known = new Set();
  for (const table of costume.tables) {
    for (const { picture, index } of table.entries) {
      if (picture === null || known.has(picture)) continue;
      known.add(picture);
      const colors = costume.palette(palette, "as-stored").fill(0, 4 * picture.transparent, 4 * picture.transparent + 4);
      const name = tableNames(table).file + "-" + String(index).padStart(3, "0");
      yield [`pictures/${name}.png`, await pngOf(picture.indices, picture.width, picture.height, colors)];
    }
  }
  for (const clip of clips) yield [`${timelineFileName(clip.timeline)}.gif`, gifOf(camera, clip, tickMs)];
  if (clips.length > 0) {
    const sheet = new Sheet(camera, clips, tickMs);
    yield ["sheet.png", await sheet.png()];
    yield ["sheet.json", new Blob([sheet.json("sheet.png")])];
    yield ["costume.aseprite", await asepriteOf(camera, clips, tickMs)];
  }
  const colors = costume.palette(palette, "as-stored"), count = colorCount(costume);
  yield ["palette.gpl", gplOf(colors, count, costumeName(costume))];
  yield ["palette.act", actOf(colors, count, costume.pictures[0]?.transparent ?? null)];
}

/** A zip with all files of these costumes, in a folder each. Files that cannot be made are skipped, and listed in
 *  failures.txt. progress(done) is called from time to time. */
export async function zipOf(costumes, tickMs, options, progress = () => {}) {
  const zip = app.extras.zip(), failed = [];
  for (const [done, costume] of costumes.entries()) {
    progress(done);
    const folder = paddedKey(costume) + "/";
    try {
      for await (const [name, blob] of filesOf(costume, tickMs, options)) zip.add(folder + name, new Uint8Array(await blob.arrayBuffer()));
    } catch (error) {
      failed.push(`${costumeName(costume)}: ${error.message}`);
    }
    await new Promise((next) => setTimeout(next)); // keeps the page responsive
  }
  if (failed.length > 0) zip.add("failures.txt", new TextEncoder().encode(failed.join("\n") + "\n"));
  return zip.end();
}
