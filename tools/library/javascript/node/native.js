// native.js for Node.js. It can also read the module from a file.

import * as native from "../native.js";
import { fromDisk } from "./disk.js";

export async function load(source = new URL("../wardrobe.wasm", import.meta.url)) {
  return native.load(await fromDisk(source));
}
