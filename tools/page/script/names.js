// Names in the page and in its address.

import { ownChoreName, ownName } from "./names_kept.js";
import { madeName, wearerOf } from "./module.js";
import { FLAGS } from "../../library/javascript/lib/words.js";

const DIRECTION_ARROWS = { W: "←", E: "→", S: "↓", N: "↑", 0: "↑", 45: "↗", 90: "→", 135: "↘", 180: "↓", 225: "↙",
  270: "←", 315: "↖" };
const READS = { 256: "random numbers", 257: "whether a sound plays", 258: "whether anyone talks",
  259: "conditions of a draw-many command" };

export function countText(count, singular, plural = singular + "s") {
  return count.toLocaleString("en") + " " + (count === 1 ? singular : plural);
}

/** The costume as `wardrobe replay --costume` names it: its id, or @ and its row. */
export function costumeKey({ id, row }) {
  return id === null ? "@" + row : String(id);
}

/** The costume in the name of a saved file: "costume-12", "costume-row2". */
export const fileKey = (costume) => "costume-" + costumeKey(costume).replace("@", "row");

export function costumeName(costume) {
  return ownName(costume) ?? plainCostumeName(costume);
}

/** The name of a costume that the user has not named: that of who wears it, or its id. */
export function plainCostumeName(costume) {
  return wearerOf(costume) || costumeTitle(costume);
}

export function costumeTitle(costume) {
  return "Costume " + costumeKey(costume);
}

export function roomName(room) {
  if (!room) return "no room";
  const number = room.number ? "Room " + room.number : "A room without a number";
  return room.name ? number + " · " + room.name : number;
}

/** "Room 61 · hall, palette 0 (of 2)". */
export function paletteName({ room, number }) {
  return roomName(room) + (room.palettes.length > 1 ? `, palette ${number} (of ${room.palettes.length})` : "");
}

/** The palette in which a costume is shown if no other is chosen; null: none. */
export const usualPalette = ({ archive, row }) => archive.palettes[archive.column("costumes.default_palette")[row]] ?? null;

/** How many looks scripts give to a costume, beside that in its own colours. */
export function lookCount(costume) {
  if (!costume.archive.column("recolours.costume").includes(costume.row)) return 0;
  for (let look = 1; ; ++look) {
    try { costume.look(look); } catch { return look - 1; }
  }
}

/** Whether its usual palette is one of several, and no script says which. Those of rooms.palette that are not the first
 *  are set by scripts (FORMAT.md "rooms"). */
export function isGuessed(costume) {
  const palette = usualPalette(costume);
  return palette !== null && palette.room.palettes.length > 1 && palette === palette.room.palettes[0];
}

/** The palette as `wardrobe replay --palette` names it; null if it cannot. */
export function paletteKey(palette) {
  return palette.room.number ? palette.room.number + (palette.number ? ":" + palette.number : "") : null;
}

const AUXILIARY = 16; // tables.limb of auxiliary pictures

/** Names for a limb table, for one of its pictures, and for files of them. */
export function tableNames({ limb }) {
  if (limb === null) return { title: "Cels", picture: "Cel", file: "cel" };
  if (limb === AUXILIARY) return { title: "Auxiliary pictures", picture: "Auxiliary picture", file: "auxiliary" };
  return { title: "Limb " + limb, picture: `Limb ${limb}, picture`, file: "limb-" + String(limb).padStart(2, "0") };
}

/** Whether the costume's pixel values are already colours of the room's palette. */
export const hasRoomColors = (costume) => costume.kind === "AKOS" && costume.codec !== 1;

/** The number of values that the costume's pixels can have. */
export const colorCount = (costume) => (hasRoomColors(costume) ? 256 : costume.colors.length);

/** "16 colours" or "the room's colours". */
export function colorsText(costume) {
  return hasRoomColors(costume) ? "the room's colours" : countText(colorCount(costume), "colour");
}

/** The chore as `wardrobe replay --chore` names it. */
export function choreName(costume, chore) {
  return nameOf(costume, chore) ?? String(chore);
}

const nameOf = ({ archive }, chore) => archive.choreName(chore);
export const hasName = (costume, chore) => nameOf(costume, chore) !== null;

/** The user's own name for the chore, or its name; what its makers called it is better than a number alone. */
export function choreTitle(costume, chore) {
  const made = () => costume.timelines.filter((timeline) => timeline.chore === chore).map(madeName).find(Boolean);
  return ownChoreName(costume, chore) ?? made() ?? choreName(costume, chore);
}

export function timelineName(timeline) {
  return choreTitle(timeline.costume, timeline.chore) + " " + timeline.direction;
}

/** "← W", "↖ 315°". */
export function directionName(direction) {
  return `${DIRECTION_ARROWS[direction]} ${direction}` + (typeof direction === "number" ? "°" : "");
}

/** The timeline that an address names; undefined if there is none. */
export function findTimeline(costume, chore, direction) {
  const named = (text) => (/^\d+$/.test(text) ? Number(text) : text);
  try {
    return costume.timeline(named(chore), direction === null ? undefined : named(direction));
  } catch {
    return undefined;
  }
}

/** The costume that an address names. `key` is an id, or @ and a row; # means the same as @. */
export function findCostume(archive, key) {
  if (/^[@#]\d{1,9}$/.test(key)) return archive.costumes[Number(key.slice(1))];
  try {
    return archive.costume(Number(key));
  } catch {
    return undefined;
  }
}

/** Remarks about a timeline for the user. */
export function flagTexts(timeline) {
  const texts = [];
  if (timeline.flags & FLAGS.DYNAMIC) {
    const reads = [...timeline.reads].map((read) => READS[read] ?? "variable " + read);
    texts.push("Depends on the running game: " + reads.join(", ") + ".");
  }
  if (timeline.flags & FLAGS.TRUNCATED) texts.push("Cut before it repeated.");
  if (timeline.flags & FLAGS.STUCK) texts.push("A step of a limb would never end, so the limb is off.");
  if (timeline.flags & FLAGS.MISSING_PICTURE) texts.push("A picture of this timeline could not be read.");
  if (timeline.flags & FLAGS.LOST) texts.push("A limb stands where there is no code, and shows nothing.");
  return texts;
}

/** "tick 3 of 0–23"; "tick 0" if there is no other. */
export const tickText = ({ ticks }, tick) => "tick " + tick + (ticks > 1 ? " of 0–" + (ticks - 1) : "");

/** The tick that plays after `at` ticks. Without `loop`, playing stays at the last tick. */
export function tickAfter({ ticks, loopStart }, at, loop = true) {
  if (at < ticks) return Math.max(0, at);
  const start = loopStart ?? 0;
  return loop ? start + (at - start) % (ticks - start) : ticks - 1;
}

export function fileStem(name) {
  return name.replace(/\.wardrobe$/i, "").replace(/[^\w.-]+/g, "_") || "costumes";
}
