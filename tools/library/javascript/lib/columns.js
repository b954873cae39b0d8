// The columns that FORMAT.md, "The tables", names, their types, and what their values may be.

export const NONE = 0xffffffff; // no row

/** By the number of the type. */
export const ARRAYS = [, Uint8Array, Uint16Array, Uint32Array, BigUint64Array, Int16Array, Int32Array];
const NUMBERS = { u8: 1, u16: 2, u32: 3, u64: 4, i16: 5, i32: 6 };

const TABLES = `
game: version u8, index_entries u32, index_unused u32, index_no_room u32, index_no_costume u32
game: evidence_offset u32, evidence u8
sources: name_offset u32, name u8, size u64, xor_key u8
rooms: number u16, source u32, offset u32, name_offset u32, name u8
rooms: width u16, height u16, transparent u8, plane_offset u32, box_offset u32, scale_offset u32
rooms: see_through_offset u32, see_through u8, background_xxh64 u64, background_offset u64
planes: bits_offset u32, bits u8
boxes: ulx i32, uly i32, urx i32, ury i32, lrx i32, lry i32, llx i32, lly i32
boxes: mask u8, flags u32, scale u16
scales: scale1 i32, y1 i32, scale2 i32, y2 i32
palettes: room u32, number u16, rgb_offset u32, rgb u8
costumes: id u16, alias_offset u32, alias u16, room u32, source u32, offset u32, size u32, kind u8
costumes: format u8, codec u8, mirror_west u8, directions u8, color_offset u32, color u8
costumes: table_offset u32, record_offset u32, command_offset u32, command u8
costumes: rgb_offset u32, rgb u8, jump_offset u32, jump u16
tables: limb u8, entry_offset u32
entries: state u8, reached u8, picture u32, x i16, y i16, xinc i16, yinc i16
entries: redirect_limb u8, redirect_index u8
records: number u16, window_offset u32
windows: limb u8, mode u8, start u16, length u16
pictures: width u16, height u16, transparent u8, xxh64 u64, pixel_offset u64
timelines: loop_start u32, flags u16, tick_offset u32, tick u32, event_offset u32
timelines: read_offset u32, read u16
frames: cel_offset u32
cels: limb u8, index u16, picture u32, x i32, y i32, flip u8
events: tick u32, limb u8, kind u8, value i32
failures: costume u32, id u16, room u16, source u32, offset u64, limb u8, index u16
failures: error_offset u32, error u8`;

/** Name → number of the type. */
export const COLUMNS = new Map([...TABLES.trim().split("\n").flatMap((line) => {
  const [table, fields] = line.split(": ");
  return fields.split(", ").map((field) => field.split(" ")).map(([name, type]) => [`${table}.${name}`, NUMBERS[type]]);
}), ["backgrounds", NUMBERS.u8], ["pixels", NUMBERS.u8]]);

// Version 1.0 lacks these, 1.1 some of them; there they count as empty, or 0, in every row.
const LATER = new Set(["game.evidence", "costumes.rgb", "costumes.jump", "timelines.read", "backgrounds",
  ...["width", "height", "transparent", "plane_offset", "box_offset", "scale_offset", "see_through",
    "background_xxh64", "background_offset"].map((name) => `rooms.${name}`)]);
const LATER_TABLES = new Set(["planes", "boxes", "scales"]);

/** Columns that are read piece by piece. */
export const LAZY = new Set(["backgrounds", "pixels"]);

/** What an offset column cuts, where it does not cut the column of its own name. */
const CUTS = new Map(Object.entries({
  "rooms.plane_offset": "planes",
  "rooms.box_offset": "boxes",
  "rooms.scale_offset": "scales",
  "rooms.background_offset": "backgrounds",
  "costumes.table_offset": "tables",
  "costumes.record_offset": "records",
  "tables.entry_offset": "entries",
  "records.window_offset": "windows",
  "timelines.event_offset": "events",
  "frames.cel_offset": "cels",
  "pictures.pixel_offset": "pixels",
}));

/** Columns of rows of other tables, and whether they may be none. */
export const ROW_IDS = new Map(Object.entries({
  "rooms.source": ["sources", false],
  "palettes.room": ["rooms", false],
  "costumes.room": ["rooms", true],
  "costumes.source": ["sources", false],
  "entries.picture": ["pictures", true],
  "timelines.tick": ["frames", false],
  "cels.picture": ["pictures", false],
  "failures.costume": ["costumes", true],
  "failures.source": ["sources", true],
}));

/** The first value that a column may not have any more. */
export const LIMITS = new Map(Object.entries({
  "rooms.see_through": 2, "costumes.kind": 2, "costumes.mirror_west": 2, "entries.state": 4, "entries.reached": 2,
  "windows.limb": 16, "windows.mode": 9, "pictures.width": 4097, "pictures.height": 4097,
  "timelines.flags": 16, "timelines.read": 260, "cels.limb": 16, "cels.flip": 2,
  "events.limb": 16, "events.kind": 9,
}));

export function isOffset(name) {
  return name.endsWith("_offset");
}

export function tableOf(name) {
  return name.split(".", 1)[0];
}

/** Whether a row has any number of elements of this column. */
export function isCut(name) {
  return COLUMNS.has(`${name}_offset`);
}

/** The column or table that an offset column cuts. */
export function cutBy(name) {
  return CUTS.get(name) ?? name.slice(0, -"_offset".length);
}

/** Whether version 1.0 or 1.1 lacks it. */
export function isNew(name) {
  const divided = isOffset(name) ? name.slice(0, -"_offset".length) : name;
  return LATER.has(name) || LATER.has(divided) || LATER_TABLES.has(tableOf(name));
}
