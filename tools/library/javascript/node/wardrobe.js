// wardrobe.js for Node.js. It can also open a file by its path.

import * as wardrobe from "../wardrobe.js";
import { fromDisk } from "./disk.js";

export * from "../wardrobe.js";

export async function open(source, options) {
  return wardrobe.open(await fromDisk(source), options);
}
