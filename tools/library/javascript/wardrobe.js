// Reads `.wardrobe` archives of SCUMM costumes. wardrobe.d.ts describes how.

import { Archive } from "./lib/archive.js";
import { defaultInflate } from "./lib/inflate.js";
import { bytesOf, readBytes } from "./lib/source.js";
import { ZstdFrames } from "./lib/zstd_frames.js";

export { Archive } from "./lib/archive.js";
export { NONE } from "./lib/columns.js";
export { Costume, Picture } from "./lib/costume.js";
export { drawCels } from "./lib/draw.js";
export { WardrobeError } from "./lib/error.js";
export { Palette, Room } from "./lib/game.js";
export { drawActor, drawRoom, isHidden } from "./lib/scene.js";
export { choreName, choreNumber, CHORES, choresBefore, EVENTS, FLAGS, Frame, Timeline } from "./lib/timeline.js";

export async function open(source, { inflate } = {}) {
  const file = await readBytes(source);
  return new Archive(new ZstdFrames(file, inflate ?? await defaultInflate()), file);
}

/** An image that is already inflated. It takes the place of ZstdFrames. */
class PlainImage {
  constructor(bytes) {
    this.bytes = bytes;
    this.size = this.fileSize = bytes.length;
    this.inflatedBytes = 0;
  }

  read(start, size) {
    return this.bytes.subarray(start, start + size);
  }
}

export function openImage(image, file) {
  return new Archive(new PlainImage(bytesOf(image)), file && bytesOf(file));
}
