// Archives in libwardrobe, which checks and decompresses them.

import { Instance } from "./instance.js";
import { readBytes } from "./source.js";

let own; // the package's module, once it is needed

/** The module from a source; by default that of this package. */
export async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source !== undefined) return WebAssembly.compile(await readBytes(source));
  own ??= moduleOf(new URL("../wardrobe.wasm", import.meta.url)).catch((error) => {
    own = undefined; // so that the next call tries again
    throw error;
  });
  return own;
}

/** An archive that is open in an instance of its own. All tables are checked, as `wardrobe info` checks them. */
export class OpenedArchive {
  constructor(module, file) {
    this.instance = new Instance(module);
    const out = this.instance.putWords([0]);
    this.instance.check("wardrobe_open_memory", this.instance.put(file), file.length, out);
    this.handle = this.instance.word(out);
  }

  /** A copy of the image: FORMAT.md, "The image". */
  image() {
    const out = this.instance.putWords([0, 0]);
    this.instance.check("wardrobe_read_image", this.handle, out, out + 4);
    return this.instance.bytes(this.instance.word(out), this.instance.word(out + 4)).slice();
  }

  verify() { this.instance.check("wardrobe_verify", this.handle); }

  close() { this.instance = this.handle = undefined; }
}
