// Packs games and plays costumes live, by libwardrobe as a WebAssembly module, wardrobe.wasm (tools/page.sh
// builds it). The rules of wardrobe.h and wardrobe_pack.h apply; their errors are WardrobeErrors, whose `status`
// is a NativeStatus.
//
// All but `load` is synchronous. In a page, call `pack` from a Worker: it may take seconds.

import type { AnimationEvent, Archive, Bytes, ByteSource, Costume, Direction, PlainCel } from "./wardrobe.js";

export type NativeStatus = "invalid argument" | "out of memory" | "input or output failed" | "not found" |
  "unknown format" | "truncated" | "damaged" | "limit exceeded" | "cancelled";

/** The module's bytes or their source; in node, a string is a path. Default: wardrobe.wasm of this package. */
export function load(source?: ByteSource | Promise<ByteSource>): Promise<Native>;

export interface Native {
  /** The files of a folder, in any order; files that are not the game's are ignored. */
  pack(files: readonly GameFile[], options?: PackOptions): Packed;
  /** A live player of a costume, whose archive must have been opened from a file. The first player of an archive
   *  copies the file into a WebAssembly memory, freed with the archive. */
  player(costume: Costume): Player;
  /** Frees the memory for the players of an archive at once; the players become unusable. */
  close(archive: Archive): void;
}

export interface GameFile {
  name: string; // within the game's folder, "/" between folders
  bytes: ArrayBuffer | Bytes;
}

export interface PackOptions {
  level?: number; // zstd level, 1 to 22; default: 15
  maxTicks?: number; // cut timelines that never loop after this many; default: 4096
  game?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | "amiga" | "he"; // its version; amiga: 5 with pictures stored by rows; he: any Humongous game; default: detect it
  rooms?: boolean; // also pack the backgrounds of rooms
  /** Called with the progress; `pack` rethrows what it throws. */
  onProgress?: (done: number, total: number) => void;
  /** Checked at each progress. */
  signal?: AbortSignal;
}

export interface Packed {
  archive: Uint8Array;
  failures: number; // number of rows in the archive's table failures
}

/** A live player: a tick is its cels, then a step. At first it faces South with all limbs off. */
export interface Player {
  /** All limbs off, none stopped. */
  reset(direction: Direction): void;
  /** Starts a chore by name or number, in the present direction, on the limbs of its record that are also in `limbs`
   *  (default: all). Other limbs continue, so chores mix. */
  start(chore: number | string, limbs?: Iterable<number>): void;
  /** Turns at once; each limb continues with its chore in the new direction. */
  face(direction: Direction): void;
  /** A script's animate call: SCUMM.md §5. */
  animate(operand: number): void;
  /** Sets a variable, 0 to 255, of an AKOS costume, which dynamic timelines read; reset() sets all to 0. */
  setVariable(number: number, value: number): void;
  /** The cels of the present tick, in draw order. */
  cels(): PlainCel[];
  /** Steps to the next tick. */
  step(): void;
  /** The events of the last step; `tick` counts steps since the player was made or reset. */
  events(): AnimationEvent[];
  /** Frees its part of the archive's memory. */
  free(): void;
}
