// Packs games and plays costumes live, by libwardrobe as a WebAssembly module, wardrobe.wasm (tools/page.sh
// builds it). What wardrobe.h and wardrobe_pack.h say holds here too; their errors are WardrobeErrors, whose
// `status` is a NativeStatus.
//
// All but `load` is synchronous. In a page, call `pack` from a Worker: it may take seconds.

import type { AnimationEvent, Bytes, Direction } from "./wardrobe.js";

export type NativeStatus = "invalid argument" | "out of memory" | "input or output failed" | "not found" |
  "unknown format" | "truncated" | "damaged" | "limit exceeded" | "cancelled";

/** The module as bytes, what fetch() answers, or its URL; in node, also a file: URL. */
export function load(source: ArrayBuffer | Bytes | URL | Response | Promise<Response>): Promise<Native>;

export interface Native {
  /** The files of a folder, in any order; files that are not the game's are ignored. */
  pack(files: readonly GameFile[], options?: PackOptions): Packed;
  /** Opens an archive to play its costumes; `open` of wardrobe.js opens it to look at it. The bytes are copied. */
  open(archive: ArrayBuffer | Bytes): OpenedArchive;
  readonly Player: typeof Player;
}

export interface GameFile {
  name: string; // within the game's folder, "/" between folders
  bytes: ArrayBuffer | Bytes;
}

export interface PackOptions {
  level?: number; // zstd's, 1 to 22; by default 15
  maxTicks?: number; // cut timelines that never loop after this many; by default 4096
  game?: 4 | 5 | 6 | 7 | 8 | "he"; // its version; he: any Humongous game; by default it is found out
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

/** An archive in the module's memory, and its players. */
export interface OpenedArchive {
  /** Gives the memory back; its players cannot be used any more. */
  close(): void;
}

/** A costume that is played live: a tick is its cels, then a step. It faces South with all limbs off. */
declare class Player {
  constructor(archive: OpenedArchive, costume: number); // a row of costumes
  /** All limbs off, none stopped. */
  reset(direction: Direction): void;
  /** A chore by name or number, in the direction faced, on those limbs of its record that are also in `limbs`
   *  (bit i is limb i, by default all); others carry on, so chores mix. */
  start(chore: number | string, limbs?: number): void;
  /** Turns at once; each limb goes on with its chore there. */
  face(direction: Direction): void;
  /** A script's animate call: SCUMM.md §5. */
  animate(operand: number): void;
  /** What it shows now, in draw order. */
  cels(): PlayedCel[];
  /** To the next tick. */
  step(): void;
  /** Of the last step; `tick` counts steps since the player was made or reset. */
  events(): AnimationEvent[];
  /** Gives its part of the archive's memory back. */
  free(): void;
}
export type { Player };

export interface PlayedCel {
  readonly limb: number;
  readonly index: number;
  readonly picture: number; // row of pictures
  readonly x: number; // top left, from the anchor
  readonly y: number;
  readonly flip: boolean;
}
