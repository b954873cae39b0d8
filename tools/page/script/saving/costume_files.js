// A whole costume or game as files of a zip, and one labelled sheet.

import { app } from "../app.js";
import { filesOf } from "../module.js";
import { choreTitle, costumeName, countText, directionName } from "../names.js";

const GAP = 4, APART = 24; // pixels between the frames and the timelines of a labelled sheet
const MOST_WIDTH = 4096, MOST_PIXELS = 64 << 20;
const FONT = "sans-serif";

/** All timelines of a costume as a PNG with names: a Blob. Each has its distinct frames. Those of a chore are side by
 *  side, as far as they fit. */
export async function labelledSheet(costume, { look, palette: chosen, scale }) {
  const palette = look ? costume.look(look, chosen) : chosen;
  const canvas = document.createElement("canvas"), context = canvas.getContext("2d");
  const letter = Math.max(12, 5 * scale), line = Math.round(letter * 1.6), base = line - Math.round(letter * 0.4);
  const title = `${costumeName(costume)} · ${app.game.name}`, bold = `bold ${letter}px ${FONT}`, plain = `${letter}px ${FONT}`;
  const widthOf = (text, font) => Object.assign(context, { font }).measureText(text).width + GAP;
  const blocks = costume.timelines.map((timeline) => {
    const ticks = [...new Map([...timeline.frameRows].map((row, tick) => [row, tick])).values()].sort((a, b) => a - b);
    const frames = ticks.map((tick) => canvasOf(timeline.draw(tick, { palette })));
    const text = `${choreTitle(costume, timeline.chore)} ${directionName(timeline.direction)}, ${countText(timeline.ticks, "tick")}`;
    const across = frames[0].width * scale + GAP, down = frames[0].height * scale + GAP;
    const columns = Math.max(1, Math.min(frames.length, Math.floor((MOST_WIDTH - GAP) / across)));
    return { chore: timeline.chore, text, frames, across, down, columns, width: Math.ceil(Math.max(columns * across, widthOf(text, plain)) + APART),
      height: line + Math.ceil(frames.length / columns) * down };
  });
  let x = GAP, y = line, tall = 0, wide = GAP + widthOf(title, bold);
  for (const [i, block] of blocks.entries()) {
    if (block.chore !== blocks[i - 1]?.chore || x + block.width > MOST_WIDTH) [x, y, tall] = [GAP, y + tall, 0];
    Object.assign(block, { x, y });
    x += block.width;
    wide = Math.max(wide, x);
    tall = Math.max(tall, block.height);
  }
  const sheet = { width: Math.ceil(wide), height: y + tall + GAP };
  if (sheet.width * sheet.height > MOST_PIXELS) throw new Error("this is too large to save here: choose a smaller scale");
  Object.assign(canvas, sheet);
  context.imageSmoothingEnabled = false;
  context.fillStyle = "#d8d5ce";
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.fillStyle = "#1e1d1b";
  context.font = bold;
  context.fillText(title, GAP, base);
  context.font = plain;
  for (const block of blocks) {
    context.fillText(block.text, block.x, block.y + base);
    block.frames.forEach((frame, i) => context.drawImage(frame, block.x + i % block.columns * block.across,
      block.y + line + Math.floor(i / block.columns) * block.down, frame.width * scale, frame.height * scale));
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
