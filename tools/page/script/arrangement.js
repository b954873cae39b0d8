// The order, groups and size of the gallery's cards; and the user's names as a file.

import { alsoText, app, remember, remembered, versionName } from "./app.js";
import { announce, byId, element, pushButton, selectBox } from "./dom.js";
import { costumeName, fileStem, roomName } from "./names.js";
import { loadNames, namesText } from "./names_kept.js";
import { download, tellFailure } from "./save.js";

const size = ({ reel }) => (reel ? reel.box.width * reel.box.height : 0);
const ticks = ({ costume }) => Math.max(0, ...costume.timelines.map((one) => one.ticks));
const collator = new Intl.Collator("en", { numeric: true });

// Orders by their names. Each compares two cards; equal cards stay in the game's order.
const ORDERS = {
  "As in the game": () => 0,
  "By id": (a, b) => (a.costume.id ?? Infinity) - (b.costume.id ?? Infinity) || 0,
  "By name": (a, b) => collator.compare(costumeName(a.costume), costumeName(b.costume)),
  "Largest first": (a, b) => size(b) - size(a),
  "Longest first": (a, b) => ticks(b) - ticks(a),
  "Most chores first": (a, b) => b.costume.timelines.length - a.costume.timelines.length,
};
const SIZES = { small: "Small cards", medium: "Medium cards", large: "Large cards" };

const chosen = {
  order: remembered("order", "As in the game", (value) => Object.hasOwn(ORDERS, value)),
  size: remembered("cards", "medium", (value) => Object.hasOwn(SIZES, value)),
  rooms: remembered("rooms", false, (value) => typeof value === "boolean"),
};

const byGame = (a, b) => Number(a.game.side) - Number(b.game.side) || 0; // sides of a comparison are not numbers

/** The nodes of the cards in order. Cards by room follow headings; so do those of several games in their order. */
export function arranged(cards) {
  const order = ORDERS[chosen.order];
  const sorted = cards.toSorted((a, b) => order(a, b) || byGame(a, b) || a.costume.row - b.costume.row);
  if (!chosen.rooms && (chosen.order !== "As in the game" || !sorted[0]?.gameName)) return sorted.map((card) => card.node);
  const number = ({ costume }) => costume.room?.number ?? Infinity;
  const heads = new Map();
  for (const card of sorted) {
    const key = card.game.side + (chosen.rooms ? " " + card.costume.room?.row : "");
    if (!heads.has(key)) heads.set(key, headOf(card));
    heads.get(key).cards.push(card);
  }
  return [...heads.values()].sort(({ cards: [a] }, { cards: [b] }) => byGame(a, b) || chosen.rooms && number(a) - number(b) || 0)
    .flatMap((head) => [head, ...head.cards.map((card) => card.node)]);
}

/** The heading of a room or game. The arguments are one of its cards. */
function headOf({ game, gameName, costume }) {
  const head = element("li", { className: "room-head" },
    element("h2", {}, [gameName, ...(chosen.rooms ? [roomName(costume.room)] : [versionName(game.archive), alsoText(game)])].filter(Boolean).join(" · ")));
  head.cards = [];
  return head;
}

/** Fills the controls. changed() is called when the arrangement changes, and named() when names have been loaded. The
 *  user's names are those for `archive`; null if there are several archives. */
export function fillArrangement(archive, changed, named) {
  const set = (what, key, value) => {
    chosen[what] = value;
    remember(key, value);
    byId("cards").dataset.size = chosen.size;
    changed();
  };
  const rooms = element("input", { type: "checkbox", checked: chosen.rooms });
  rooms.addEventListener("change", () => set("rooms", "rooms", rooms.checked));
  const file = element("input", { type: "file", accept: ".json,application/json", hidden: true, id: "names-file" });
  file.addEventListener("change", () => tellFailure(async () => {
    const [chosenFile] = file.files;
    file.value = ""; // so that the same file can be chosen again
    if (chosenFile) await takeNames(archive, chosenFile, named);
  }));
  byId("cards").dataset.size = chosen.size;
  byId("arrangement").replaceChildren(
    selectBox("Order", Object.keys(ORDERS).map((name) => [name, name]), chosen.order, (name) => set("order", "order", name)),
    selectBox("Size of cards", Object.entries(SIZES), chosen.size, (name) => set("size", "cards", name)),
    element("label", { className: "check" }, rooms, "By room"),
    ...(archive === null ? [] : [
      pushButton("Save names", () => saveNames(archive), { title: "Your names for costumes and chores, as JSON" }),
      pushButton("Load names …", () => file.click(), { title: "Load names that you or someone else saved" }), file]));
}

function saveNames(archive) {
  download(new Blob([namesText(archive)], { type: "application/json" }), fileStem(app.game.name) + "-names.json");
}

async function takeNames(archive, file, named) {
  const same = loadNames(archive, await file.text());
  named();
  announce(same ? "Loaded the names in " + file.name : `Loaded ${file.name}, but its names were made for another game`);
}
