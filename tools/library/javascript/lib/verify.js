// Checks the rules of FORMAT.md, "The tables", that concern several columns together.

import { COLUMNS, LIMITS, NONE } from "./columns.js";
import { need } from "./error.js";
import { recordsOf } from "./rows.js";
import { FLAGS } from "./timeline.js";

const MODES = { OFF: 1, LOOP: 2, ONCE: 3 }; // windows.mode
const AKOS = 1; // costumes.kind
const PICTURE = 1; // entries.state

/** Checks all tables. Single columns have been checked when they were read. */
export function checkTables(tables) {
  for (const [name, { rises }] of COLUMNS) if (rises) checkRises(tables, name, rises);
  checkRooms(tables);
  checkCostumes(tables);
  checkEntries(tables);
  checkPictures(tables);
  checkTimelines(tables);
}

/** Calls check(fields, row) for each row of a table. */
function forRows(tables, table, fields, check) {
  recordsOf(tables, table, [0, tables.rows(table)], fields, check);
}

function checkRises(tables, name, offsets) {
  const values = tables.column(name), starts = new Set(tables.column(offsets));
  need(values.every((value, i) => starts.has(i) || values[i - 1] < value), `${name}: does not rise within a row`);
}

function checkRooms(tables) {
  forRows(tables, "rooms", ["width", "height", "background_xxh64"], ({ width, height, background_xxh64: hash }, row) => {
    const background = tables.owned("rooms.background_offset", row);
    need(background === 0 || (background === width * height && background <= LIMITS.room_pixels),
      "rooms.background_offset: not width · height pixels, or too many");
    need(background !== 0 || hash === 0n, "rooms.background_xxh64: not 0 in a room without a background");
    need(tables.owned("rooms.see_through_offset", row) === (background && Math.floor(width / 8)),
      "rooms.see_through_offset: not one for each strip of a background");
    for (let [plane, stop] = tables.range("rooms.plane_offset", row); plane < stop; ++plane) {
      const bits = tables.owned("planes.bits_offset", plane);
      need(bits === 0 || bits === Math.ceil(width / 8) * height, "planes.bits_offset: not a bit for each pixel");
    }
  });
}

function checkCostumes(tables) {
  let before = { source: -1 };
  forRows(tables, "costumes", ["kind", "format", "codec", "source", "offset", "default_timeline"], (costume, row) => {
    const { kind, format, codec, source, offset, default_timeline: shown } = costume;
    need(kind === AKOS ? format === 0 : format !== 0 && codec === 1,
      "costumes: a format or codec that its kind does not have");
    need(before.source < source || before.source === source && before.offset < offset,
      "costumes: not in order of file and offset");
    const [first, last] = tables.range("costumes.record_offset", row);
    need(first === last ? shown === NONE : first <= shown && shown < last,
      "costumes.default_timeline: not one of the costume's");
    if (kind !== AKOS) checkWindows(tables, row);
    before = costume;
  });
}

/** Checks the windows of a COST. */
function checkWindows(tables, costume) {
  const [mode, start, length] = ["mode", "start", "length"].map((name) => tables.column(`windows.${name}`));
  const commands = tables.owned("costumes.command_offset", costume);
  const [first, last] = tables.range("costumes.record_offset", costume), offsets = tables.column("records.window_offset");
  for (let i = offsets[first]; i < offsets[last]; ++i) {
    const plays = mode[i] === MODES.LOOP || mode[i] === MODES.ONCE;
    const isRight = mode[i] === MODES.OFF ? length[i] === 0 : plays && length[i] >= 1 && length[i] <= LIMITS.cost_window;
    need(isRight && start[i] + length[i] <= commands, "windows: one is invalid in a COST");
  }
}

/** Checks that entries show a picture only in state 1, and that together they show all pictures, in order. */
function checkEntries(tables) {
  const state = tables.column("entries.state");
  let used = 0;
  tables.column("entries.picture").forEach((picture, i) => {
    need((state[i] === PICTURE) === (picture !== NONE),
      "entries.picture: state 1 without a picture, or another with one");
    need(picture === NONE || picture <= used, "pictures: not in order of first use");
    if (picture === used) ++used;
  });
  need(used === tables.rows("pictures"), "pictures: no entry shows one of them");
}

function checkPictures(tables) {
  forRows(tables, "pictures", ["width", "height"], ({ width, height }, row) => need(
    tables.owned("pictures.pixel_offset", row) === width * height, "pictures.pixel_offset: not width · height pixels"));
}

function checkTimelines(tables) {
  const tick = tables.column("events.tick");
  forRows(tables, "timelines", ["loop_start", "flags"], ({ loop_start: loopStart, flags }, row) => {
    const ticks = tables.owned("timelines.tick_offset", row);
    const reads = tables.owned("timelines.read_offset", row) > 0;
    need(reads === ((flags & FLAGS.DYNAMIC) !== 0), "timelines.read: empty if dynamic, or not empty otherwise");
    need(flags & FLAGS.TRUNCATED ? loopStart === NONE : loopStart < ticks,
      "timelines.loop_start: not a tick of the timeline, or a tick although it is truncated");
    const [start, stop] = tables.range("timelines.event_offset", row);
    need(tick.subarray(start, stop).every((one) => one < ticks), "events.tick: not a tick of the timeline");
  });
}
