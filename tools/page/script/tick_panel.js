// The cels and events of a tick, limb by limb, and the animation record.

import { listingOf, offsetText } from "./disassembly.js";
import { byId, element, fillList, memberButton } from "./dom.js";
import { MODES } from "../../library/javascript/lib/words.js";
import { choreName } from "./names.js";
import { firstChores } from "./module.js";
import { limbColor } from "./stage.js";

const HEADS = ["Limb", "Index", "x", "y", "Size", ""];

/** Fills the list. mark(cel or null) is called when the pointer or the focus moves over a cel. */
export function showCels(cels, events, mark) {
  byId("cels").replaceChildren(
    element("thead", {}, element("tr", {}, ...HEADS.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, ...cels.map((cel) => celRow(cel, mark))));
  byId("cels").hidden = cels.length === 0;
  byId("no-cels").hidden = cels.length > 0;
  fillList("events", events.map((event) => element("li", {}, eventText(event))));
}

function limbDot(limb) {
  const dot = element("i", { className: "dot" });
  dot.style.background = limbColor(limb);
  return dot;
}

function celRow(cel, mark) {
  const { limb, index, x, y, picture, flip } = cel;
  const values = [index, x, y, picture.width + "×" + picture.height, flip ? "mirrored" : ""];
  const row = element("tr", {}, element("td", {}, limbDot(limb), String(limb)),
    ...values.map((value) => element("td", {}, String(value).replace("-", "−"))));
  row.addEventListener("pointerenter", () => mark(cel));
  row.addEventListener("pointerleave", () => mark(null));
  return row;
}

const PLAIN = new Set(["counter", "stuck", "hide"]); // kinds of events whose values have no meaning

function eventText({ limb, name, value }) {
  if (name === "offset") return `limb ${limb}: moved by ${value << 16 >> 16}, ${value >> 16}`;
  return `limb ${limb}: ${name}` + (PLAIN.has(name) ? "" : " " + value);
}

/** The limbs for which any record of a costume has a window, in ascending order. */
export function limbsOf(costume) {
  const limbs = new Set(costume.timelines.flatMap(({ windows }) => windows.map((window) => window.limb)));
  return [...limbs].sort((a, b) => a - b);
}

/** Fills the panel. The buttons add limbs to the set `hidden` and remove them; changed() is called after that. */
export function fillLimbs(limbs, hidden, changed) {
  byId("limbs").replaceChildren(...limbs.map((limb) => {
    const button = memberButton(limbDot(limb), hidden, limb, true, changed, { "aria-label": "Limb " + limb, className: "chip" });
    button.append(String(limb));
    button.limb = limb;
    return button;
  }));
}

/** Marks the limbs that this tick draws. */
export function showLimbs(cels, hidden) {
  const drawn = new Set(cels.map((cel) => cel.limb));
  for (const button of byId("limbs").children) {
    button.classList.toggle("idle", !drawn.has(button.limb));
    button.setAttribute("aria-pressed", !hidden.has(button.limb));
    button.title = `Limb ${button.limb}: ` + (drawn.has(button.limb) ? "drawn in this tick" : "not drawn in this tick");
  }
}

const STATE_HEADS = ["Limb", "Set by", "Mode", "Commands", "Draws"];

/** The window that each limb of a timeline plays, as {window, chore}: the one from the timeline's chore or, if that
 *  has none for the limb, from the last of the chores before it that has one. */
function windowsOf({ costume, chore, direction }) {
  const found = new Map();
  for (const number of [...firstChores(costume.archive), chore]) {
    const one = costume.timelines.find((other) => other.chore === number && other.direction === direction);
    for (const window of one?.windows ?? []) found.set(window.limb, { window, chore: number });
  }
  return [...found.values()].sort((a, b) => a.window.limb - b.window.limb);
}

/** Shows, for each limb that a timeline sets, its window and its cels in this tick. */
export function showStates(timeline, cels) {
  const rows = windowsOf(timeline).map(({ window: { limb, mode, start, length }, chore }) => {
    const drawn = cels.filter((cel) => cel.limb === limb).map(({ index }) => index).join(", ");
    const place = length > 0 ? `${offsetText(start)} – ${offsetText(start + length - 1)}` : "";
    return element("tr", {}, ...[String(limb), choreName(timeline.costume, chore), MODES[mode], element("code", {}, place), drawn || "nothing"]
      .map((content) => element("td", {}, content)));
  });
  byId("states").replaceChildren(element("thead", {}, element("tr", {},
    ...STATE_HEADS.map((text) => element("th", { scope: "col" }, text)))), element("tbody", {}, ...rows));
}


/** Shows the record's number and its windows. */
export function showRecord(timeline) {
  const { costume, windows, row } = timeline, number = costume.archive.column("records.number")[row];
  byId("record").textContent = [`record ${number} of costume at ${offsetText(costume.offset)} in ${costume.source.name}`,
    ...windows.flatMap((window) => windowLines(window, costume))].join("\n");
}

/** Lines about a window: what it does to its limb, and its commands. */
function windowLines(window, costume) {
  const { limb, mode, start, length } = window, head = `limb ${String(limb).padStart(2)}  ${MODES[mode]}`;
  if (length === 0) return [head];
  return [`${head}, commands ${offsetText(start)} to ${offsetText(start + length - 1)}`,
    ...listingOf(window, costume).map((line) => "    " + line)];
}
