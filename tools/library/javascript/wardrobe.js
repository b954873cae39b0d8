// Reads `.wardrobe` archives of SCUMM costumes. wardrobe.d.ts describes how.

import { Archive } from "./lib/archive.js";
import { moduleOf, OpenedArchive } from "./lib/opened_archive.js";
import { bytesOf, readBytes } from "./lib/source.js";

export { Archive } from "./lib/archive.js";
export { NONE } from "./lib/columns.js";
export { Costume, Picture } from "./lib/costume.js";
export { drawCels } from "./lib/draw.js";
export { roomShadingOf, shadingOf } from "./lib/palette_choice.js";
export { WardrobeError } from "./lib/error.js";
export { Palette, Room } from "./lib/game.js";
export { drawActor, drawRoom, isHidden } from "./lib/scene.js";
export { choreName, choreNumber, Frame, Timeline } from "./lib/timeline.js";
export { CHORES, EVENTS, FLAGS } from "./lib/words.js";

export async function open(source, { wasm } = {}) {
  const [file, module] = await Promise.all([readBytes(source), moduleOf(wasm)]);
  return new Archive(new OpenedArchive(module, file).image(), file, module);
}

export function openImage(image, file) {
  return new Archive(bytesOf(image), file && bytesOf(file));
}
