// The animation record behind a timeline, as it stands in the game.

import { byId } from "./dom.js";

const MODES = ["off", "off", "loop", "once", "stop", "unstop", "program", "frozen", "unseen"];
const MOST_COMMANDS = 512;

const hexByte = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");

/** Shows the record's number, and what it does to each limb. */
export function showRecord(timeline) {
  const { costume } = timeline;
  const record = costume.records[costume.timelines.indexOf(timeline)];
  const lines = record.windows.map((window) => windowText(window, costume.commands));
  byId("record").textContent = [`record ${record.number}`, ...lines].join("\n");
}

function windowText({ limb, mode, start, length }, commands) {
  const head = `limb ${String(limb).padStart(2)}  ${MODES[mode].padEnd(8)}`;
  if (length === 0) return head.trimEnd();
  const bytes = commands.subarray(start, Math.min(start + length, start + MOST_COMMANDS));
  const more = length > bytes.length ? " …" : "";
  return `${head} commands ${start} to ${start + length - 1}:  ` + [...bytes].map(hexByte).join(" ") + more;
}
