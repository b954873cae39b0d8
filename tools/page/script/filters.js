// The filters of the gallery.

import { byId, element, selectBox } from "./dom.js";
import { FLAGS } from "../../library/javascript/wardrobe.js";
import { colorsText } from "./names.js";

const SIZES = [["", "Any size"], ["small", "Up to 32 pixels"], ["middle", "33 to 96 pixels"], ["large", "Over 96 pixels"]];
const TICKS = [["", "Any length"], ["still", "Still"], ["short", "Up to 16 ticks"], ["long", "Over 16 ticks"],
  ["dynamic", "Depends on the game"]];

function isOfSize(size, box) {
  const most = Math.max(box.width, box.height);
  return size === "small" ? most <= 32 : size === "middle" ? most > 32 && most <= 96 : most > 96;
}

function isOfLength(wanted, timelines) {
  const most = Math.max(0, ...timelines.map((one) => one.ticks));
  switch (wanted) {
    case "still": return most <= 1;
    case "short": return most > 1 && most <= 16;
    case "long": return most > 16;
    default: return timelines.some((one) => one.flags & FLAGS.DYNAMIC);
  }
}

/** An id, #row, a room's number or part of its name, or part of a file's name. */
function isNamed(wanted, costume) {
  const { room } = costume, text = wanted.replace(/^costume /, "");
  return [costume.id, ...costume.aliases].some((id) => String(id) === text) || "#" + costume.row === text
    || "room " + room?.number === text || (text.length > 1 && (room?.name.toLowerCase().includes(text)
      || costume.source.name.toLowerCase().includes(text)));
}

/** The row of filters; changed() is called when any of them changes. */
export class Filters {
  #wanted = { text: "", kind: "", colors: "", size: "", ticks: "", failed: false };

  constructor(costumes, anyFailed, changed) {
    const set = (name) => (value) => { this.#wanted[name] = value; changed(); };
    this.searched = set("text");
    byId("search").value = "";
    const kinds = [...new Set(costumes.map((costume) => costume.kind))].sort();
    const colors = [...new Set(costumes.map(colorsText))].sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
    const failed = element("input", { type: "checkbox" });
    failed.addEventListener("change", () => set("failed")(failed.checked));
    byId("filters").replaceChildren(...[
      kinds.length > 1 ? selectBox("Kind", options("Any kind", kinds), "", set("kind")) : null,
      colors.length > 1 ? selectBox("Colours", options("Any colours", colors), "", set("colors")) : null,
      selectBox("Size", SIZES, "", set("size")),
      selectBox("Length", TICKS, "", set("ticks")),
      anyFailed ? element("label", { className: "check" }, failed, "With failures") : null].filter(Boolean));
  }

  /** Makes the search box one for these costumes. */
  takeSearch() {
    const search = byId("search");
    search.oninput = () => this.searched(search.value.trim().toLowerCase());
    search.oninput();
  }

  accepts(card) {
    const { text, kind, colors, size, ticks, failed } = this.#wanted, { costume } = card;
    return (!text || isNamed(text, costume)) && (!kind || costume.kind === kind)
      && (!colors || colorsText(costume) === colors) && (!failed || card.failures > 0)
      && (!size || (card.timeline !== undefined && isOfSize(size, card.timeline.box)))
      && (!ticks || isOfLength(ticks, costume.timelines));
  }
}

function options(any, values) {
  return [["", any], ...values.map((value) => [value, value])];
}
