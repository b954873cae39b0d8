/// <reference lib="dom" />
/// <reference lib="esnext.disposable" />

// Reads `.wardrobe` archives of SCUMM costumes. FORMAT.md defines the names.
//
// Errors of libwardrobe, such as damage, are WardrobeErrors. A missing thing throws a RangeError.

/** The number for "none" in columns of rows. Objects have null instead. */
export const NONE: 0xffffffff;
/** Names of events.kind. */
export const EVENTS: readonly EventName[];
/** Bits of timelines.flags. */
export const FLAGS: { readonly TRUNCATED: 1; readonly DYNAMIC: 2; readonly STUCK: 4; readonly MISSING_PICTURE: 8;
                        readonly LOST: 16 };

export type EventName =
  "counter" | "sound" | "stuck" | "script" | "anim" | "talkie" | "hide" | "clip" | "offset" | "picture";
export type Direction = "W" | "E" | "S" | "N" | number;
export type Bytes = Uint8Array | Uint8ClampedArray;
export type Column = Uint8Array | Uint16Array | Uint32Array | BigUint64Array | Int16Array | Int32Array;

/** The file is damaged, or not an archive. */
export class WardrobeError extends Error {
  /** The position in the file, if known. */
  readonly offset?: number;
  /** Its kind, if the error comes from libwardrobe. */
  readonly status?: Status;
}

export type Status = "invalid argument" | "out of memory" | "input or output failed" | "not found" | "unknown format" |
  "truncated" | "damaged" | "limit exceeded" | "cancelled";

/** Bytes, a File or Blob, a Response or a promise of it, or a URL. In node, a string is a path. */
export type ByteSource = ArrayBuffer | Bytes | Blob | Response | URL | string;

export interface OpenOptions {
  /** The module wardrobe.wasm, or its source. Default: that of this package. */
  wasm?: ByteSource | Promise<ByteSource> | WebAssembly.Module;
}

/** Opens an archive: libwardrobe decompresses it, and checks all of its tables. */
export function open(source: ByteSource | Promise<ByteSource>, options?: OpenOptions): Promise<Archive>;

/** The object for a row is made once, so `===` compares rows. Pictures are an exception: compare their `row`, because a
 *  picture has the colours of the costume from which it was taken. Do not write to typed arrays, except to those that a
 *  function makes for its caller: indices, background, palette() and shading(). */
export class Archive {
  readonly game: Game;
  readonly sources: readonly Source[];
  readonly rooms: readonly Room[];
  readonly palettes: readonly Palette[];
  readonly costumes: readonly Costume[];
  readonly pictures: readonly Picture[];
  readonly timelines: readonly Timeline[];
  readonly failures: readonly Failure[];
  readonly columns: readonly string[]; // their names
  readonly file: Uint8Array; // the bytes of the whole file

  /** Checks every byte of the file, as `wardrobe verify` does. */
  verify(): void;

  /** The costume with this id or alias. */
  costume(id: number): Costume;
  /** The room with this number in the game. */
  room(number: number): Room;
  /** Palette `number` (default: 0) of the room with this number in the game. */
  palette(room: number, number?: number): Palette;
  /** A whole column by its name in FORMAT.md, such as "cels.x". */
  column(name: string): Column;
  /** The number of rows of a table. */
  rows(table: string): number;
  /** The rows of `wardrobe list TABLE --json`: costumes, pictures, timelines, windows, commands, palettes, rooms or
   *  failures. */
  list(table: string): Record<string, unknown>[];
  /** The name of a chore, "init", "walk", "stand", "talk-start" or "talk-stop"; null if it has only a number. */
  choreName(chore: number): string | null;
}

/** The version of a game. */
export interface Game {
  readonly version: number; // of SCUMM, 1 to 8; Humongous games: 6
  readonly humongous: number; // its Humongous version, such as 80, or an earlier one; 0: another game
  readonly name: string; // of the version, for people
  readonly reason: string; // why it is this version
}

export interface Source {
  readonly row: number;
  readonly name: string;
  readonly size: number;
  readonly xorKey: number;
  readonly xxh64: string | null; // of the file, 16 hexadecimal digits; null: not known
}

export class Room {
  readonly row: number;
  readonly number: number; // 0: none
  readonly name: string;
  readonly source: Source;
  readonly offset: number;
  readonly palettes: readonly Palette[];
  readonly width: number; // 0: unknown
  readonly height: number;
  readonly transparent: number; // the colour that see-through strips do not draw
  readonly hasBackground: boolean; // true if the archive was packed with --rooms
  readonly background: Uint8Array | null; // colours, row by row; 0 where no pixel is drawn; without objects
  readonly objects: readonly RoomObject[]; // the first is drawn over the others
  readonly seeThrough: Uint8Array; // 1 or 0 for each strip of 8 columns
  readonly planes: readonly Uint8Array[]; // 1 hides the actor, pixel by pixel, else 0; the first is plane 1
  readonly boxes: readonly WalkBox[]; // the first is a dummy
  readonly scales: readonly { readonly scale1: number; readonly y1: number; readonly scale2: number;
                              readonly y2: number }[];
  /** The place of an actor at a point. A part of `choice` that is not given follows from the highest box that contains
   *  the point, or else from the nearest box. That is a guess: boxes overlap, and games lock some of them. `clip` is
   *  Frame.clip, by which an animation sets the plane. */
  place(point: Point, choice?: { box?: number; plane?: number; scale?: number; clip?: number | null }): Place;
  /** The states of its objects, for drawRoom() and drawActor(): as when the game starts ("first"); none is shown;
   *  "all", also those that are not shown at first; or "entered", as the room's entry script sets them by constants,
   *  mostly behind conditions: a guess. `changes` has states by the numbers of objects, or
   *  [number, state] in the order in which they are set. */
  states(changes?: Record<number, number> | Iterable<readonly [number, number]>, shown?: "none" | "first" | "all" | "entered"): Uint8Array;
}

/** An object of a room, such as a door. */
export class RoomObject {
  readonly row: number;
  readonly number: number; // in the game; 0: not known
  readonly name: string; // as the game starts, read in code page 437
  readonly x: number; // in the room
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly walkX: number; // where an actor goes to use it
  readonly walkY: number;
  readonly direction: number; // in which the actor then looks: degrees, clockwise from North
  readonly state: number; // when the game starts
  readonly entered: number | null; // as the entry script of its room sets it by a constant
  readonly parent: RoomObject | null; // it is there only while this one is, and in parentState
  readonly parentState: number;
  readonly images: readonly { readonly state: number; readonly isBlast: boolean; // drawn by scripts only
                              readonly x: number; readonly y: number; readonly width: number; readonly height: number;
                              readonly picture: Picture | null }[]; // null: not in the archive
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A walk box. */
export interface WalkBox {
  readonly number: number;
  readonly corners: readonly [Point, Point, Point, Point];
  readonly mask: number; // a plane; 0: none
  readonly flags: number;
  readonly scale: number; // as boxes.scale in FORMAT.md
}

/** The place of an actor in a room: its anchor, box, plane and scale. */
export interface Place extends Point {
  readonly box: number; // 0: none
  readonly inside: boolean; // whether that box contains the point
  readonly boxes: readonly number[]; // all boxes that contain the point, the highest first
  readonly plane: number; // the plane that hides the actor; 0: none
  readonly scale: number; // 1 to 255; 255: full size
}

/** A palette of a room. */
export class Palette {
  readonly row: number;
  readonly room: Room;
  readonly number: number; // in the room, from 0
  readonly rgb: Uint8Array; // 3 bytes per colour; 256 colours, fewer or more only if the game is damaged
  readonly rgba: Uint8Array; // 1,024 bytes; every fourth byte is 255
}

/** One of these: a palette; the number of a room; [number of a room, number of the palette]; or bytes. Bytes map pixel
 *  values to red, green, blue (up to 768 bytes), or to red, green, blue, alpha (1,024 bytes; alpha is ignored). The
 *  default is costumes.default_palette, or without it the costume's true colours. */
export type PaletteLike = Palette | number | readonly [number, number] | Bytes | null | undefined;

export class Costume {
  readonly archive: Archive;
  readonly row: number;
  readonly id: number | null;
  readonly aliases: readonly number[];
  readonly room: Room | null;
  readonly source: Source;
  readonly offset: number; // position of its block in the source
  readonly size: number; // of its block
  readonly kind: "COST" | "AKOS";
  readonly format: number; // of a COST, the format byte
  readonly codec: number;
  readonly mirrorWest: boolean;
  readonly directions: 4 | 8;
  readonly colors: Uint8Array; // costumes.color
  readonly commands: Uint8Array;
  readonly tables: readonly LimbTable[];
  readonly timelines: readonly Timeline[]; // one for each animation record
  readonly pictures: readonly Picture[]; // the distinct ones, in the order of its entries
  readonly background: number; // a pixel value that the costume does not draw
  /** Maps each chore, by name or number as for timeline(), to its directions. */
  readonly chores: ReadonlyMap<number | string, readonly Direction[]>;

  /** A chore in a direction, such as "walk", "W" or 2, 270. `chore` is a name or a number; `direction` is a letter, or
   *  degrees in steps of 45. If one or both are missing, the timeline that shows the costume best. */
  timeline(chore?: number | string, direction?: Direction): Timeline;
  /** The number of a chore, given by name or number; null if there is no such name. */
  choreNumber(chore: number | string): number | null;
  /** Maps pixel values to red, green, blue, alpha: 1,024 bytes. The costume's `background` is all 0, and shadows are
   *  black at half strength. */
  palette(choice?: PaletteLike): Uint8Array;
  /** The same in a look: 0 has the costume's own colours, 1 the first that the game's scripts give it, and so on.
   *  Functions that draw take it as their palette. Throws if there are fewer. */
  look(number: number, choice?: Palette | number | readonly [number, number] | null): Uint8Array;
  /** How the costume's shadows are drawn on pixel values in a palette; null if that is bytes: as they are stored. */
  shading(choice?: PaletteLike): Shading | null;
  /** The same on a canvas of a room's colours. `palette` is one of the room. */
  roomShading(palette: Palette): Shading;
  /** A live player. */
  player(): Player;
}

export interface LimbTable {
  readonly row: number;
  readonly limb: number | null; // null: the table of all limbs of an AKOS
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly row: number;
  readonly index: number; // index of the slot in its table
  readonly state: "empty" | "picture" | "zero-size" | "missing";
  readonly reached: boolean;
  readonly picture: Picture | null;
  readonly x: number;
  readonly y: number;
  readonly xinc: number;
  readonly yinc: number;
  readonly redirect: { readonly limb: number; readonly index: number } | null;
}

export class Picture {
  readonly archive: Archive;
  readonly row: number;
  readonly width: number;
  readonly height: number;
  readonly transparent: number; // the pixel value that is not drawn
  readonly indices: Uint8Array; // pixel values, row by row
  /** The costume whose colours it has; in archive.pictures, the first that shows it. null: only objects show it. */
  readonly costume: Costume | null;
  /** The picture in colours. Transparent pixels are all 0. One of an object takes a Palette. */
  imageData(palette?: PaletteLike): ImageData;
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export class Timeline {
  readonly archive: Archive;
  readonly row: number;
  readonly costume: Costume;
  readonly chore: number;
  readonly choreName: string | null; // null: it has only a number
  readonly name: string; // what its makers called it, in some Humongous games; else empty
  readonly degrees: number; // its direction, clockwise from North
  readonly direction: Direction; // a letter, or degrees if the costume has 8 directions
  readonly ticks: number;
  readonly loopStart: number | null; // the tick that plays after the last one; null if the timeline was cut
  readonly flags: number; // FLAGS
  readonly events: readonly AnimationEvent[];
  /** How the chore starts: what its animation record does to limbs. */
  readonly windows: readonly { readonly limb: number; readonly mode: number; readonly start: number;
                               readonly length: number }[];
  readonly frameRows: Uint32Array; // the row of frames of each tick
  readonly reads: Uint16Array; // timelines.read: the game state on which a dynamic timeline depends
  /** The smallest box around all cels of all ticks, from the anchor; at least one pixel. */
  readonly box: Box;

  tick(tick: number): Frame;
  /** The same as `tick(tick).draw(options)`. */
  draw(tick: number, options?: DrawOptions): ImageData;
}

export interface AnimationEvent {
  readonly tick: number;
  readonly limb: number;
  readonly kind: number;
  readonly name: EventName;
  readonly value: number;
}

/** The frame of a tick. It shows the box of its timeline, so that the anchor is at the same place in all frames. */
export class Frame {
  readonly timeline: Timeline;
  readonly tick: number;
  readonly row: number; // of frames
  readonly cels: readonly Cel[]; // in draw order
  readonly box: Box;
  readonly anchor: { readonly x: number; readonly y: number }; // in the drawn picture
  /** Pixel values, row by row; the costume's background where nothing is drawn. Shadows have their own values. */
  readonly indices: Uint8Array;
  /** To what an earlier tick has set the z-plane, for Room.place(): the value of its first event "clip"; or null. */
  readonly clip: number | null;
  draw(options?: DrawOptions): ImageData;
}

/** A picture and its place in a frame. */
export interface PlainCel {
  readonly limb: number;
  readonly index: number;
  readonly picture: Picture;
  readonly x: number; // top left, from the anchor
  readonly y: number;
  readonly flip: boolean;
}

/** A cel of an archive. */
export interface Cel extends PlainCel {
  readonly row: number;
}

export interface DrawOptions {
  palette?: PaletteLike;
  hidden?: Iterable<number>; // limbs to leave out
}

/** What is drawn on: an ImageData or an object like one; or pixel values, one byte each. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly data: Bytes;
}

/** Draws cels over a canvas. To hide limbs, leave out their cels. */
export function drawCels(cels: Iterable<PlainCel>, canvas: Canvas, options: {
  x: number; // the anchor's position on the canvas
  y: number;
  palette?: Bytes; // the result of Costume.palette(); required if the canvas has 4 bytes per pixel
  clip?: Box; // the part of the canvas that may change; default: all of it
  shading?: Shading | null; // of pixel values: Costume.shading(); default: shadows are drawn as they are stored
}): void;

/** For each pixel value, 1 if it is a shadow, else 0; then, for each index of a canvas, the one that it gets in shadow:
 *  512 bytes. */
export type Shading = Uint8Array;

/** Draws a room's background with its objects in their `states`: by default room.states(); null: without. Pixels that are not drawn leave the canvas unchanged. `x`, `y` is the room's top left on
 *  the canvas. A canvas of colours needs `palette`, the rgba of a palette of the room. Throws a RangeError if the
 *  archive has no background of the room. */
export function drawRoom(room: Room, canvas: Canvas, options?: {
  x?: number; y?: number; palette?: Uint8Array; clip?: Box; states?: Uint8Array | null }): void;

/** Draws cels of a costume into a room: at the actor's place, at its scale, behind its plane. `palette` maps pixel
 *  values to colours: costume.palette(palette of the room). Without it, a canvas of indices gets room colours, with
 *  `shading`, Costume.roomShading(), in shadow. */
export function drawActor(cels: Iterable<PlainCel>, costume: Costume, room: Room,
  actor: Point & { readonly plane: number; readonly scale: number }, canvas: Canvas, options?: {
    x?: number; y?: number; palette?: Uint8Array; clip?: Box; shading?: Shading | null;
    states?: Uint8Array | null }): void; // of the room's objects, which change its planes; by default room.states()

/** Something that could not be read, or is odd. */
export interface Failure {
  readonly row: number;
  readonly kind: "damage" | "note"; // a note: odd, but no damage
  readonly costume: Costume | null;
  readonly id: number | null; // of the costume
  readonly room: number | null; // its number in the game
  readonly source: Source | null;
  readonly offset: number | null; // position in the source
  readonly limb: number | null;
  readonly index: number | null; // slot in the limb's table
  readonly error: string;
}

/** A live player. In each tick, the costume is drawn and then takes a step. At first, it is as after reset("S"). */
export class Player {
  private constructor();
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
