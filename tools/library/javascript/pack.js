// Packs games with libwardrobe as a WebAssembly module. pack.d.ts describes how.

import { Instance } from "./lib/instance.js";
import { moduleOf } from "./lib/module.js";
import { bytesOf } from "./lib/source.js";

export async function pack(files, options = {}) {
  const { wasm = new URL("./wardrobe_pack.wasm", import.meta.url), level = 0, maxTicks = 0, game, rooms = false } = options;
  const { onProgress, signal } = options;
  signal?.throwIfAborted();
  const instance = new Instance(await moduleOf(wasm), (done, total) => {
    onProgress?.(done, total);
    return signal?.aborted === true;
  });
  const rows = files.map(({ name, bytes }) => [instance.putText(name), instance.put(bytesOf(bytes)), bytes.byteLength]);
  const settings = instance.putWords([level, 0, game === undefined ? 0 : instance.putText(game), maxTicks, instance.call("progress_function"), 0,
    rooms ? 1 : 0]);
  const packed = instance.putWords([0, 0]); // where its handle and its size go
  try {
    instance.check("wardrobe_pack_files", instance.putWords(rows.flat()), rows.length, settings, 28, packed);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
  const handle = instance.word(packed), at = instance.call("wardrobe_packed_bytes", handle, packed + 4) >>> 0;
  return {
    archive: instance.bytes(at, instance.word(packed + 4)).slice(),
    failures: instance.call("wardrobe_packed_failure_count", handle) >>> 0,
  };
}
