// The filters of the gallery.

import { byId, element, selectBox } from "./dom.js";
import { FLAGS } from "../../library/javascript/lib/words.js";
import { wearerOf } from "./module.js";
import { choreTitle, colorsText } from "./names.js";
import { ownName } from "./names_kept.js";

const ofSize = (least, most) => ({ reel }) => {
  const size = reel && Math.max(reel.box.width, reel.box.height);
  return size >= least && size <= most;
};
const ofLength = (least, most) => ({ costume: { timelines } }) => {
  const ticks = Math.max(0, ...timelines.map((one) => one.ticks));
  return ticks >= least && ticks <= most;
};
const isDynamic = ({ costume }) => costume.timelines.some((one) => one.flags & FLAGS.DYNAMIC);

// Choices of the filters: a name, and a function that says whether a card matches.
const SIZES = [["Up to 32 pixels", ofSize(1, 32)], ["33 to 96 pixels", ofSize(33, 96)],
  ["Over 96 pixels", ofSize(97, Infinity)]];
const LENGTHS = [["Still", ofLength(0, 1)], ["Up to 16 ticks", ofLength(2, 16)], ["Over 16 ticks", ofLength(17, Infinity)],
  ["Depends on the game", isDynamic]];

/** A choice for each value that a property of the cards has. */
function choicesOf(cards, property, order) {
  const values = [...new Set(cards.map(property))].sort(order);
  return values.map((value) => [value, (card) => property(card) === value]);
}

/** Whether a costume matches the search: an id, @row, the number of its room, or a chore ("chore 7"); or a part of the
 *  name of its room, its file, its game (if there are several), a chore, who wears it, or its own name given by the
 *  user. */
function isNamed(wanted, { costume, gameName }) {
  const { room } = costume, text = wanted.replace(/^costume /, "");
  const parts = [room?.name, costume.source.name, gameName, ownName(costume), wearerOf(costume)];
  return [costume.id, ...costume.aliases].some((id) => String(id) === text) || ["@", "#"].some((sign) => sign + costume.row === text)
    || "room " + room?.number === text || (text.length > 1 && (parts.some((part) => part?.toLowerCase().includes(text))
      || choresOf(costume).some((chore) => isChore(costume, chore, text))));
}

const choresOf = ({ timelines }) => [...new Set(timelines.map((one) => one.chore))];

function isChore(costume, chore, text) {
  return "chore " + chore === text || choreTitle(costume, chore).toLowerCase().includes(text) && !/^\d+$/.test(text);
}

/** The row of filters. changed() is called when a filter changes. */
export class Filters {
  #tests = new Map(); // grouped by the property that they filter

  constructor(cards, changed) {
    this.set = (what, test = () => true) => {
      this.#tests.set(what, test);
      changed();
    };
    const choice = (label, any, choices) => (choices.length < 2 ? "" : selectBox(label,
      [["", any], ...choices.map(([name]) => [name, name])], "", (name) => this.set(label, new Map(choices).get(name))));
    const failed = element("input", { type: "checkbox" });
    failed.addEventListener("change", () => this.set("failed", ({ failures }) => !failed.checked || failures > 0));
    byId("search").value = "";
    byId("filters").replaceChildren(
      choice("Game", "Any game", choicesOf(cards, ({ gameName }) => gameName, () => 0)),
      choice("Kind", "Any kind", choicesOf(cards, ({ costume }) => costume.kind)),
      choice("Colours", "Any colours", choicesOf(cards, ({ costume }) => colorsText(costume), (a, b) => parseInt(a, 10) - parseInt(b, 10))),
      choice("Size", "Any size", SIZES), choice("Length", "Any length", LENGTHS),
      cards.some(({ failures }) => failures > 0) ? element("label", { className: "check" }, failed, "With failures") : "");
  }

  /** Makes the search box search these costumes. */
  takeSearch() {
    const search = byId("search");
    search.placeholder = "Id, room, chore or name";
    search.oninput = () => {
      const text = search.value.trim().toLowerCase();
      this.set("name", (card) => text === "" || isNamed(text, card));
    };
    search.oninput();
  }

  /** Lets all cards pass. */
  clear() {
    for (const control of byId("filters").querySelectorAll("select, input")) {
      control.value = "";
      control.checked = false;
    }
    byId("search").value = "";
    this.#tests.clear();
    byId("search").oninput();
  }

  accepts(card) {
    return [...this.#tests.values()].every((test) => test(card));
  }
}
