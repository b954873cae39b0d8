/// <reference lib="esnext.disposable" />

// Packs games and plays costumes live. libwardrobe does this as a WebAssembly module, wardrobe_pack.wasm (tools/dev/page.sh
// builds it). The rules of wardrobe.h and wardrobe_pack.h apply; their errors are WardrobeErrors with a NativeStatus as
// `status`.
//
// All functions except `load` are synchronous. In a page, call `pack` from a Worker: it may take seconds.

import type { AnimationEvent, Archive, Bytes, ByteSource, Costume, Direction, PlainCel } from "./wardrobe.js";

export type NativeStatus = "invalid argument" | "out of memory" | "input or output failed" | "not found" |
  "unknown format" | "truncated" | "damaged" | "limit exceeded" | "cancelled";

/** Loads the module from its bytes or their source. In Node.js, a string is a path. Default: wardrobe_pack.wasm of
 *  this package. */
export function load(source?: ByteSource | Promise<ByteSource> | WebAssembly.Module): Promise<Native>;

export interface Native {
  /** Packs a game from the files of a folder, in any order. Ignores files that do not belong to the game. */
  pack(files: readonly GameFile[], options?: PackOptions): Packed;
  /** Makes a live player of a costume. The costume's archive must have been opened from a file. The first player of an
   *  archive copies the file into a WebAssembly memory, which is freed with the archive. */
  player(costume: Costume): Player;
  /** Frees the memory that the players of an archive use. The players cannot be used any more. */
  close(archive: Archive): void;
}

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
}

export interface Packed {
  archive: Uint8Array;
  failures: number; // number of parts of the game that could not be read
}

/** A live player. In each tick, the costume is drawn and then takes a step. At first, it is as after reset("S"). */
export interface Player {
  /** Turns all limbs off; none is stopped. The first chore that is started then makes the actor appear as in the game:
   *  all limbs start init before it, in versions 1 and 2 stand, init and talk-stop. So reset and start play a timeline
   *  of the archive. */
  reset(direction: Direction): void;
  /** Starts a chore, given by name or number, in the present direction. It starts on those limbs of its record that are
   *  also in `limbs` (default: all). Other limbs continue, so chores can mix. */
  start(chore: number | string, limbs?: Iterable<number>): void;
  /** Turns at once. Each limb continues with its chore in the new direction. */
  face(direction: Direction): void;
  /** Does what a script's animate call does: SCUMM.md §5. */
  animate(operand: number): void;
  /** Sets variable `number`, 0 to 255, of an AKOS. Dynamic timelines read variables. reset() sets all to 0. */
  setVariable(number: number, value: number): void;
  /** Makes the actor of an AKOS talk, with the mouth of `state`, 1 to 13 (SCUMM.md §6 "Conditions"); 0: it is silent, as after a reset. */
  setTalking(state: number): void;
  /** The cels of the present tick, in draw order. */
  cels(): PlainCel[];
  /** Steps to the next tick. */
  step(): void;
  /** The events of the last step. Their `tick` is the number of steps before it since the player was made or reset. */
  events(): AnimationEvent[];
  /** Frees the player's part of the memory. `using player = …` calls this at the end. */
  free(): void;
  [Symbol.dispose](): void;
}
