// What a tick draws and does: its cels in the order in which they are drawn, and its events.

import { byId, element } from "./dom.js";
import { limbColor } from "./stage.js";

const HEADS = ["Limb", "Index", "x", "y", "Size", ""];

/** Fills the list; mark(cel or null) is called as the pointer or focus goes over one. Events of other ticks are those
 *  of later passes of the loop. */
export function showCels(cels, events, tick, mark) {
  const rows = cels.map((cel) => celRow(cel, mark));
  byId("cels").replaceChildren(
    element("thead", {}, element("tr", {}, ...HEADS.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, ...rows));
  byId("cels").hidden = cels.length === 0;
  byId("no-cels").hidden = cels.length > 0;
  byId("events").replaceChildren(...events.map((event) => element("li", {},
    eventText(event) + (event.tick === tick ? "" : ` (tick ${event.tick} of the whole state)`))));
  byId("events").hidden = events.length === 0;
}

function celRow(cel, mark) {
  const { limb, index, x, y, picture, flip } = cel;
  const dot = element("i", { className: "dot" });
  dot.style.background = limbColor(limb);
  const values = [index, x, y, picture.width + "×" + picture.height, flip ? "mirrored" : ""];
  const row = element("tr", {}, element("td", {}, dot, String(limb)),
    ...values.map((value) => element("td", {}, String(value).replace("-", "−"))));
  row.addEventListener("pointerenter", () => mark(cel));
  row.addEventListener("pointerleave", () => mark(null));
  return row;
}

const PLAIN = new Set(["counter", "stuck", "hide"]); // their values mean nothing

function eventText({ limb, name, value }) {
  if (name === "offset") return `limb ${limb}: moved by ${value << 16 >> 16}, ${value >> 16}`;
  return `limb ${limb}: ${name}` + (PLAIN.has(name) ? "" : " " + value);
}
