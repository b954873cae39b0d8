// The commands of animation records in words.

import { rowsOfCostume } from "./module.js";

const MOST_LINES = 256; // of a window
const MOST_BYTES = 12; // in a line
const PROGRAMS = [6, 8]; // modes of windows whose commands go on after the window, up to a jump

/** An offset in hexadecimal, as engine developers write it. */
export const offsetText = (offset) => "0x" + offset.toString(16).toUpperCase().padStart(4, "0");

/** A line for each command of a window: offset, bytes and words. Equal consecutive commands are one line. `commands` are
 *  rows of rowsOfCostume(). */
export function linesOf({ mode, start, length }, commands) {
  const after = commands.filter(({ offset }) => offset >= start);
  const end = after.findIndex(({ offset }) => offset >= start + length);
  const jump = PROGRAMS.includes(mode) ? after.findIndex(({ command }, i) => i >= end && command.startsWith("goto")) + 1 : end;
  const lines = [];
  for (const { offset, bytes, command } of end < 0 ? after : after.slice(0, Math.max(end, jump))) {
    const last = lines.at(-1);
    if (last?.command === command) ++last.count;
    else lines.push({ offset, bytes: bytes.toUpperCase().split(" "), command, count: 1 });
  }
  const textOf = ({ offset, bytes, command, count }) =>
    `${offsetText(offset)}  ${(bytes.slice(0, MOST_BYTES).join(" ") + (bytes.length > MOST_BYTES ? " …" : "")).padEnd(20)}  ${command}`
      + (count > 1 ? ` × ${count}` : "");
  return [...lines.slice(0, MOST_LINES).map(textOf), ...(lines.length > MOST_LINES ? ["…"] : [])];
}

/** The same of a costume's commands. */
export const listingOf = (window, costume) => linesOf(window, rowsOfCostume("commands", costume));
