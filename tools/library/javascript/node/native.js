// native.js in node, where it also reads the module from a file.

import * as native from "../native.js";
import { fromDisk } from "./disk.js";

export async function load(source = new URL("../wardrobe.wasm", import.meta.url)) {
  return native.load(await fromDisk(source));
}
