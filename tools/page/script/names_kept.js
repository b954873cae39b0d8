// The user's names for costumes and chores. They are kept for each game, which is recognised by a hash of its costumes.
// They can be saved and loaded as JSON: {"game": …, "costumes": {"5": "Bernard"}, "chores": {"5": {"7": "picks up"}}}.

import { app, remember, remembered } from "./app.js";
import { NONE } from "../../library/javascript/lib/open_archive.js";

const MOST_LETTERS = 80;
const kept = new WeakMap(); // archive → {costumes, chores}

const bytesOf = (column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

/** FNV-1a, in 32 bits. */
const hashOf = (bytes) => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0;

/** A hash of a game. Archives with the same costumes have the same hash, however they were packed. */
export function gameHash(archive) {
  const shown = new Set(archive.column("entries.picture").filter((row) => row !== NONE)).size; // behind them: of objects
  const columns = [archive.column("costumes.offset"), archive.column("costumes.size"), archive.column("pictures.xxh64").subarray(0, shown)];
  return columns.map((column) => hashOf(bytesOf(column)).toString(16).padStart(8, "0")).join("");
}

const isNames = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The entries of a JSON object whose values are texts. */
function textsOf(value) {
  const texts = Object.entries(isNames(value) ? value : {}).filter(([, text]) => typeof text === "string" && text.trim() !== "");
  return Object.fromEntries(texts.map(([key, text]) => [key, text.trim().slice(0, MOST_LETTERS)]));
}

function cleaned({ costumes, chores }) {
  const of = Object.entries(isNames(chores) ? chores : {}).map(([key, names]) => [key, textsOf(names)]);
  return { costumes: textsOf(costumes), chores: Object.fromEntries(of) };
}

const keyOf = (archive) => "names." + gameHash(archive);

function add(now, { costumes, chores }) {
  Object.assign(now.costumes, costumes);
  for (const [key, names] of Object.entries(chores)) now.chores[key] = { ...now.chores[key], ...names };
  return now;
}

/** The user's own names go before those with which the game came. */
function namesOf(archive) {
  if (!kept.has(archive)) {
    const given = app.games.find((game) => game.archive === archive)?.given ?? {};
    kept.set(archive, add(cleaned(given), cleaned(remembered(keyOf(archive), {}, isNames))));
  }
  return kept.get(archive);
}

const own = (names, key) => (Object.hasOwn(names ?? {}, key) ? names[key] : null);

/** The costume in kept and saved names: its id, or # and its row. */
const keyOfCostume = ({ id, row }) => (id === null ? "#" + row : String(id));

/** The user's name for a costume, or null. */
export const ownName = (costume) => own(namesOf(costume.archive).costumes, keyOfCostume(costume));

/** The user's name for a chore of a costume, or null. */
export const ownChoreName = (costume, chore) => own(own(namesOf(costume.archive).chores, keyOfCostume(costume)), chore);

function setIn(names, key, text) {
  if (text.trim() === "") delete names[key];
  else names[key] = text.trim().slice(0, MOST_LETTERS);
}

/** Names a costume. An empty text removes the name. */
export function nameCostume(costume, text) {
  setIn(namesOf(costume.archive).costumes, keyOfCostume(costume), text);
  keep(costume.archive);
}

export function nameChore(costume, chore, text) {
  const { chores } = namesOf(costume.archive), key = keyOfCostume(costume);
  if (!Object.hasOwn(chores, key)) chores[key] = {};
  setIn(chores[key], chore, text);
  keep(costume.archive);
}

const keep = (archive) => remember(keyOf(archive), namesOf(archive));

/** All of the user's names for a game, as JSON. */
export function namesText(archive) {
  return JSON.stringify({ game: gameHash(archive), ...namesOf(archive) }, null, 2) + "\n";
}

/** Adds the names in such a JSON text. Returns whether they were given to the same game. */
export function loadNames(archive, text) {
  const loaded = JSON.parse(text);
  if (!isNames(loaded) || !isNames(loaded.costumes ?? loaded.chores)) throw new Error("there are no names in this file");
  add(namesOf(archive), cleaned(loaded));
  keep(archive);
  return loaded.game === gameHash(archive);
}
