// The commands of animation records in words: SCUMM.md §4 "Step" and §6 "Commands".

import { AKOS_COMMANDS, VERSIONS } from "../../library/javascript/lib/words.js";

const MOST_CODES = 256; // of a window
const hex = (value, digits) => value.toString(16).toUpperCase().padStart(digits, "0");

/** An offset in hexadecimal, as engine developers write it. */
export const offsetText = (offset) => "0x" + hex(offset, 4);

const AKOS = new Map(AKOS_COMMANDS.map(([code, operands, name]) => [code, [operands, name]]));
const COUNTED = [0xc021, 0xc022, 0xc045, 0xc046, 0xc047, 0xc048]; // the byte after such a code is its size
const DRAW_MANY = 0xc020, DRAW_MANY_AND_MOVE = 0xc025, SOUND_CONTROL = 0xc089;
const SIZES = { s: 1, b: 1, v: 1, w: 2, i: 2, t: 2 };

function operandText(kind, view, at) {
  if (kind === "b") return String(view.getUint8(at));
  if (kind === "v") return "v" + view.getUint8(at);
  if (kind === "t") return offsetText(view.getUint16(at, true));
  return String(kind === "i" ? view.getInt16(at, true) : view.getUint16(at, true));
}

/** The size of a draw-many without conditions, in bytes. */
function drawManySize(bytes, at, moves) {
  let end = at + (moves ? 6 : 2);
  for (let left = bytes[end++]; left > 0; --left) end += bytes[end + 4] < 0x80 ? 5 : 6;
  return end - at;
}

/** The code of an AKOS at a place: {size, text}. If the code is cut off, it ends past the commands. */
function akosCode(bytes, at, version) {
  const first = bytes[at], code = first << 8 | bytes[at + 1];
  if (first < 0x80) return { size: 1, text: "cel " + first };
  if (code < 0xc000) return { size: 2, text: "cel " + (code & 0xfff) };
  let [operands, name] = AKOS.get(code) ?? ["", "unknown"];
  if (code === SOUND_CONTROL) operands = operands.slice(0, VERSIONS[version].soundControlSize - 2);
  if (code === DRAW_MANY || code === DRAW_MANY_AND_MOVE) {
    const moves = code === DRAW_MANY_AND_MOVE;
    return { size: drawManySize(bytes, at, moves), text: `${name}: ${bytes[at + (moves ? 6 : 2)]}` };
  }
  const size = COUNTED.includes(code) ? Math.max(3, bytes[at + 2] ?? 3)
    : [...operands].reduce((sum, kind) => sum + SIZES[kind], 2);
  if (!(at + size <= bytes.length)) return { size, text: name + ", cut off" };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = [];
  let place = at + 2;
  for (const kind of operands) {
    if (place + SIZES[kind] > at + size) break;
    if (kind !== "s") values.push(operandText(kind, view, place));
    place += SIZES[kind];
  }
  return { size, text: [name, values.join(", ")].filter(Boolean).join(" ") };
}

/** The command of a COST, in words. */
function costCode(command, version) {
  const { firstCommand, firstSound, soundStep, soundsByBit7 } = VERSIONS[version];
  if (command === 0x79) return "stop";
  if (command === 0x7a) return "start again";
  if (command === 0x7b) return "hide";
  if (command === 0x7c) return "count";
  if (soundsByBit7 && command & 0x80) return `picture ${command & 0x7f}, then sound`;
  if (command < firstCommand || command > 0x78) return "picture " + (command & 0x7f);
  return firstSound === 0 ? "sound" : "sound " + soundStep * (command - firstSound);
}

const PROGRAMS = [6, 8]; // modes of windows whose codes go on after the window, up to a jump

/** The codes of a window, each as {at, bytes, text}. */
export function codesOf({ mode, start, length }, commands, kind, version) {
  const codes = [], runs = PROGRAMS.includes(mode), end = runs ? commands.length : Math.min(start + length, commands.length);
  for (let at = start; at < end && codes.length < MOST_CODES;) {
    const { size, text } = kind === "AKOS" ? akosCode(commands, at, version) : { size: 1, text: costCode(commands[at], version) };
    codes.push({ at, bytes: [...commands.subarray(at, at + size)], text });
    at += Math.max(1, size);
    if (runs && at >= start + length && text.startsWith("goto")) break;
  }
  return codes;
}

const MOST_BYTES = 12; // in a line

/** A line for each command: position, bytes and text. Equal consecutive commands are one line. */
export function listingOf(window, commands, kind, version) {
  const codes = codesOf(window, commands, kind, version), lines = [];
  for (let i = 0; i < codes.length;) {
    let same = i + 1;
    while (same < codes.length && codes[same].text === codes[i].text) ++same;
    const { at, bytes, text } = codes[i], shown = bytes.slice(0, MOST_BYTES).map((byte) => hex(byte, 2)).join(" ");
    lines.push(`${offsetText(at)}  ${(shown + (bytes.length > MOST_BYTES ? " …" : "")).padEnd(20)}  ${text}`
      + (same - i > 1 ? ` × ${same - i}` : ""));
    i = same;
  }
  const rest = codes.length === MOST_CODES ? ["…"] : [];
  return [...lines, ...rest];
}
