// Packs games and plays costumes live, by libwardrobe as a WebAssembly module, wardrobe.wasm (tools/page.sh
// builds it). What wardrobe.h and wardrobe_pack.h say holds here too; their errors are WardrobeErrors, whose
// `status` is a NativeStatus.
//
// All but `load` is synchronous. In a page, call `pack` from a Worker: it may take seconds.

import type { AnimationEvent, Archive, Bytes, ByteSource, Costume, Direction, PlainCel } from "./wardrobe.js";

export type NativeStatus = "invalid argument" | "out of memory" | "input or output failed" | "not found" |
  "unknown format" | "truncated" | "damaged" | "limit exceeded" | "cancelled";

/** The module's bytes, or from where they come; in node a string is a path. By default wardrobe.wasm of this package. */
export function load(source?: ByteSource | Promise<ByteSource>): Promise<Native>;

export interface Native {
  /** The files of a folder, in any order; files that are not the game's are ignored. */
  pack(files: readonly GameFile[], options?: PackOptions): Packed;
  /** Plays a costume live, of an archive that was opened from a file. The first player of an archive copies the file
   *  into a memory of its own, which goes with the archive. */
  player(costume: Costume): Player;
  /** Gives the memory for the players of an archive back at once; they cannot be used any more. */
  close(archive: Archive): void;
}

export interface GameFile {
  name: string; // within the game's folder, "/" between folders
  bytes: ArrayBuffer | Bytes;
}

export interface PackOptions {
  level?: number; // zstd's, 1 to 22; by default 15
  maxTicks?: number; // cut timelines that never loop after this many; by default 4096
  game?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | "amiga" | "he"; // its version; amiga: 5 with pictures stored by rows; he: any Humongous game; by default it is found out
  rooms?: boolean; // the backgrounds of rooms, too
  /** What it throws, `pack` throws. */
  onProgress?: (done: number, total: number) => void;
  /** Looked at whenever there is progress. */
  signal?: AbortSignal;
}

export interface Packed {
  archive: Uint8Array;
  failures: number; // what could not be read: the archive's table failures
}

/** A costume that is played live: a tick is its cels, then a step. It faces South with all limbs off. */
export interface Player {
  /** All limbs off, none stopped. */
  reset(direction: Direction): void;
  /** A chore by name or number, in the direction faced, on those limbs of its record that are also in `limbs`, by
   *  default all; others carry on, so chores mix. */
  start(chore: number | string, limbs?: Iterable<number>): void;
  /** Turns at once; each limb goes on with its chore there. */
  face(direction: Direction): void;
  /** A script's animate call: SCUMM.md §5. */
  animate(operand: number): void;
  /** Sets a variable, 0 to 255, of an AKOS costume, which dynamic timelines read; reset() sets all to 0. */
  setVariable(number: number, value: number): void;
  /** What it shows now, in draw order. */
  cels(): PlainCel[];
  /** To the next tick. */
  step(): void;
  /** Of the last step; `tick` counts steps since the player was made or reset. */
  events(): AnimationEvent[];
  /** Gives its part of the archive's memory back. */
  free(): void;
}
