// A whole costume or game as files of a zip, and one labelled sheet.

import { app } from "../app.js";
import { filesOf } from "../module.js";
import { choreTitle, costumeName, directionName } from "../names.js";

const GAP = 4; // pixels between the frames of a labelled sheet
const MOST_WIDTH = 4096, MOST_PIXELS = 64 << 20;
const FONT = "sans-serif";

/** All timelines of a costume as a PNG with names: a Blob. Each timeline has a row with its distinct
 *  frames. */
export async function labelledSheet(costume, { palette, scale }) {
  const rows = costume.timelines.map((timeline) => {
    const ticks = [...new Map([...timeline.frameRows].map((row, tick) => [row, tick])).values()].sort((a, b) => a - b);
    return { timeline, frames: ticks.map((tick) => canvasOf(timeline.draw(tick, { palette }))) };
  });
  const sizeOf = (side) => Math.max(1, ...rows.map(({ timeline }) => timeline.box[side])) * scale;
  const [width, height] = [sizeOf("width"), sizeOf("height")];
  const columns = Math.max(1, Math.floor((MOST_WIDTH - GAP) / (width + GAP)));
  const letter = Math.max(12, 5 * scale), line = Math.round(letter * 1.6), base = line - Math.round(letter * 0.4);
  const most = Math.max(1, ...rows.map(({ frames }) => Math.min(columns, frames.length)));
  const lines = rows.reduce((sum, { frames }) => sum + Math.ceil(frames.length / columns), 0);
  const sheet = { width: Math.max(24 * letter, most * (width + GAP) + GAP),
    height: line * (rows.length + 1) + lines * (height + GAP) + GAP };
  if (sheet.width * sheet.height > MOST_PIXELS) throw new Error("this is too large to save here: choose a smaller scale");
  const canvas = Object.assign(document.createElement("canvas"), sheet), context = canvas.getContext("2d");
  context.imageSmoothingEnabled = false;
  context.fillStyle = "#d8d5ce";
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.fillStyle = "#1e1d1b";
  context.font = `bold ${letter}px ${FONT}`;
  context.fillText(`${costumeName(costume)} · ${app.game.name}`, GAP, base);
  context.font = `${letter}px ${FONT}`;
  let y = line;
  for (const { timeline, frames } of rows) {
    const about = `${choreTitle(costume, timeline.chore)} ${directionName(timeline.direction)}, ${timeline.ticks} ticks`;
    context.fillText(about, GAP, y + base);
    y += line;
    frames.forEach((frame, i) => context.drawImage(frame, GAP + i % columns * (width + GAP),
      y + Math.floor(i / columns) * (height + GAP), frame.width * scale, frame.height * scale));
    y += Math.ceil(frames.length / columns) * (height + GAP);
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function canvasOf(image) {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

const FORMATS = ["pictures", "gif", "sheet", "aseprite", "gpl"];

/** A zip with the files that `wardrobe export` writes of these costumes in FORMATS. Files that cannot be made are
 *  skipped, and listed in failures.txt. progress(done) is called from time to time. */
export async function zipOf(costumes, wish, progress = () => {}) {
  const zip = app.extras.zip(), failed = [];
  for (const [done, costume] of costumes.entries()) {
    progress(done);
    for (const format of FORMATS) {
      try {
        const files = filesOf(costume.archive, { ...wish, format, costume: costume.row });
        for (const [name, blob] of files) zip.add(name, new Uint8Array(await blob.arrayBuffer()));
      } catch (error) {
        failed.push(`${costumeName(costume)}, ${format}: ${error.message}`);
      }
      await new Promise((next) => setTimeout(next)); // keeps the page responsive
    }
  }
  if (failed.length > 0) zip.add("failures.txt", new TextEncoder().encode(failed.join("\n") + "\n"));
  return zip.end();
}
