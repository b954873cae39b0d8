// wardrobe.js in node, where it also opens files by their path.

import * as wardrobe from "../wardrobe.js";
import { fromDisk } from "./disk.js";

export * from "../wardrobe.js";

export async function open(source, options) {
  return wardrobe.open(await fromDisk(source), options);
}
