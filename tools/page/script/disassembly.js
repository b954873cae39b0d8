// The commands of animation records in words: SCUMM.md §4 "Step" and §6 "Commands".

const MOST_CODES = 256; // of a window
const hex = (value, digits) => value.toString(16).toUpperCase().padStart(digits, "0");

/** An offset in hexadecimal, as engine developers write it. */
export const offsetText = (offset) => "0x" + hex(offset, 4);

const CONDITIONS = ["=", "≠", "<", "≤", ">", "≥"];
/** Commands of an AKOS as [code, operands, name]. Each letter of `operands` stands for an operand: b, a byte; w, a
 *  word; i, a signed word; v, the number of a variable; t, a place in the commands. For # and *, the code itself says
 *  how many there are. */
const COMMANDS = [[0xc001, "", "empty cel"], [0xc010, "iv", "set"], [0xc015, "b", "sound"], [0xc016, "tv", "if sound of variable runs, goto"],
  [0xc017, "tv", "if sound of variable does not run, goto"], [0xc018, "tb", "if sound runs, goto"],
  [0xc019, "tb", "if sound does not run, goto"], [0xc020, "*", "draw many"], [0xc021, "#", "draw many, conditional"],
  [0xc022, "#", "draw many, conditional"], [0xc025, "*", "draw many, with a move"], [0xc030, "t", "goto"],
  [0xc031, "tv", "if set, clear and goto"], [0xc040, "iv", "add"], [0xc042, "b", "soft sound"], [0xc044, "v", "soft sound of variable"],
  [0xc045, "#", "set condition"], [0xc046, "#", "set condition"], [0xc047, "#", "set condition"], [0xc048, "#", "set condition"],
  [0xc050, "b", "script"], [0xc060, "", "count"], [0xc061, "", "sound 0"],
  ...CONDITIONS.map((sign, i) => [0xc070 + i, "tvi", `if ${sign}, goto`]),
  [0xc080, "b", "start animation"], [0xc081, "v", "start animation of variable"], [0xc082, "iiv", "random"],
  [0xc083, "b", "z-clip"], [0xc084, "vv", "animation of actor"], [0xc085, "vbi", "set an actor's variable"],
  [0xc086, "", "hide actor"], [0xc087, "ii", "draw offset"], [0xc088, "v", "jump by variable"], [0xc089, "bbbbbb", "sound control"],
  [0xc08a, "w", "flip"], [0xc08b, "bbbb", "action"], [0xc08c, "b", "start script"], [0xc08d, "v", "sound of variable"],
  [0xc08e, "i", "auxiliary frame"], ...CONDITIONS.map((sign, i) => [0xc090 + i, "iv", `do if ${sign}`]), [0xc09f, "", "end if"],
  [0xc0a0, "w", "talkie"], [0xc0a1, "t", "if the actor talks, goto"], [0xc0a2, "t", "if the actor does not talk, goto"],
  [0xc0a3, "v", "talkie of variable"], [0xc0a4, "t", "if anyone talks, goto"], [0xc0a5, "t", "if nobody talks, goto"],
  [0xc0ff, "", "end of sequence"]];
const HE_61 = 61; // from this version on, sound control is shorter

const AKOS = new Map(COMMANDS.map(([code, operands, name]) => [code, [operands, name]]));
const SIZES = { b: 1, v: 1, w: 2, i: 2, t: 2 };

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
  if (code === 0xc089 && version >= HE_61) operands = "bbbb";
  if (operands === "#") return { size: Math.max(3, bytes[at + 2]), text: name };
  if (operands === "*") return { size: drawManySize(bytes, at, code === 0xc025), text: `${name}: ${bytes[at + (code === 0xc025 ? 6 : 2)]}` };
  const size = [...operands].reduce((sum, kind) => sum + SIZES[kind], 2);
  if (!(at + size <= bytes.length)) return { size, text: name + ", cut off" };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let place = at + 2;
  const values = [...operands].map((kind) => [operandText(kind, view, place), place += SIZES[kind]][0]);
  return { size, text: [name, values.join(", ")].filter(Boolean).join(" ") };
}

/** The command of a COST, in words. */
function costCode(command, version) {
  const old = version < 6, isHe = version > 8;
  if (command === 0x79) return "stop";
  if (command === 0x7a) return "start again";
  if (command === 0x7b) return "hide";
  if (command === 0x7c) return "count";
  if (command === 0x78 && old) return "sound";
  if (version <= 3 && command & 0x80) return `picture ${command & 0x7f}, then sound`;
  if (!old && command >= 0x71 && command <= 0x78) return "sound " + (isHe ? 0x78 - command : command - 0x71);
  return "picture " + (command & 0x7f);
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
