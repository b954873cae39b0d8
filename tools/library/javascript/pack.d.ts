// Packs games. libwardrobe-pack does this as a WebAssembly module, wardrobe_pack.wasm (tools/dev/page.sh builds it). Errors
// are WardrobeErrors.

import type { Bytes, ByteSource } from "./wardrobe.js";

/** Packs a game from the files of a folder, in any order. Ignores files that do not belong to the game. In a page, call
 *  it from a Worker: it packs on the calling thread, which may take seconds. */
export function pack(files: readonly GameFile[], options?: PackOptions): Promise<Packed>;

export interface GameFile {
  name: string; // relative to the game's folder, with "/" between folders
  bytes: ArrayBuffer | Bytes;
}

export interface PackOptions {
  level?: number; // zstd level, 1 to 22; default: 12
  maxTicks?: number; // ticks after which a timeline that never loops is cut; default: 4096
  game?: number | string; // version of the game, as `wardrobe pack --game` takes it, such as 6, "amiga" or "he80"; default: detect it
  rooms?: boolean; // also pack the backgrounds of rooms
  /** Called with the progress. If it throws an error, `pack` ends and throws that error. */
  onProgress?: (done: number, total: number) => void;
  /** Checked each time that the progress changes. */
  signal?: AbortSignal;
  /** The module wardrobe_pack.wasm, or its source. Default: that of this package. */
  wasm?: ByteSource | Promise<ByteSource> | WebAssembly.Module;
}

export interface Packed {
  archive: Uint8Array;
  failures: number; // number of parts of the game that could not be read
}
