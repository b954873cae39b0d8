// Reads `.wardrobe` archives of SCUMM costumes. wardrobe.d.ts describes how.

import { Archive } from "./lib/archive.js";
import { Instance } from "./lib/instance.js";
import { moduleOf } from "./lib/module.js";
import { readBytes } from "./lib/source.js";

export { Archive } from "./lib/archive.js";
export { Costume, Picture } from "./lib/costume.js";
export { drawActor, drawCels, drawRoom } from "./lib/draw.js";
export { WardrobeError } from "./lib/error.js";
export { Palette, Room, RoomObject } from "./lib/game.js";
export { NONE } from "./lib/open_archive.js";
export { Player } from "./lib/player.js";
export { Frame, Timeline } from "./lib/timeline.js";
export { EVENTS, FLAGS } from "./lib/words.js";

export async function open(source, { wasm = new URL("./wardrobe.wasm", import.meta.url) } = {}) {
  const [file, module] = await Promise.all([readBytes(source), moduleOf(wasm)]);
  return new Archive(new Instance(module), file);
}
