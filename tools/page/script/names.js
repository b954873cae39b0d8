// What things are called, in the page and in its address.

import { CHORES, FLAGS } from "../../library/javascript/wardrobe.js";

export const DIRECTION_ARROWS = { W: "←", E: "→", S: "↓", N: "↑" };
const READS = { 256: "random numbers", 257: "whether a sound plays", 258: "whether anyone talks",
  259: "conditions of a draw-many command" };

export function countText(count, singular, plural = singular + "s") {
  return count.toLocaleString("en") + " " + (count === 1 ? singular : plural);
}

/** As in `wardrobe replay --costume`. */
export function costumeKey(costume) {
  return costume.id === null ? "#" + costume.row : String(costume.id);
}

export function costumeName(costume) {
  return "Costume " + costumeKey(costume);
}

export function roomName(room) {
  if (!room) return "no room";
  const number = room.number ? "Room " + room.number : "A room without a number";
  return room.name ? number + " · " + room.name : number;
}

export function paletteName(palette) {
  const { room, number } = palette;
  return roomName(room) + (room.palettes.length > 1 ? " · palette " + number : "");
}

/** As in `wardrobe replay --palette`; null for a palette that cannot be named there. */
export function paletteKey(palette) {
  return palette.room.number ? palette.room.number + (palette.number ? ":" + palette.number : "") : null;
}

/** Whether a costume's pixel values are colours of the room's palette already. */
export const hasRoomColors = (costume) => costume.kind === "AKOS" && costume.codec !== 1;

/** How many values its pixels can have. */
export const colorCount = (costume) => (hasRoomColors(costume) ? 256 : costume.colors.length);

/** "16 colours". */
export function colorsText(costume) {
  return hasRoomColors(costume) ? "the room's colours" : countText(colorCount(costume), "colour");
}

/** As in `wardrobe replay --chore`. */
export function choreName(chore) {
  return CHORES[chore - 1] ?? String(chore);
}

export function timelineName(timeline) {
  return choreName(timeline.chore) + " " + timeline.direction;
}

/** The timeline that an address names, or undefined. */
export function findTimeline(costume, chore, direction) {
  return costume.timelines.find((one) => (choreName(one.chore) === chore || String(one.chore) === chore)
    && String(one.direction) === direction);
}

/** The costume that an address names: an id, or # and a row. */
export function findCostume(archive, key) {
  if (/^#\d{1,9}$/.test(key)) return archive.costumes[Number(key.slice(1))];
  return archive.costumes.find(({ id, aliases }) => [id, ...aliases].includes(Number(key)));
}

/** The timeline that shows a costume best: walking, else anything that moves, else anything that is seen. */
export function showcase(costume) {
  const west = (one) => one.direction === "W" || one.direction === 270;
  const wishes = [(one) => one.chore === 2 && west(one), (one) => one.chore === 2, (one) => one.chore > 2, () => true];
  const isSeen = (one) => one.box.width > 1 || one.box.height > 1;
  for (const moving of [true, false]) {
    for (const wish of wishes) {
      const found = costume.timelines.find((one) => one.ticks > 1 === moving && wish(one) && isSeen(one));
      if (found) return found;
    }
  }
  return costume.timelines[0];
}

/** What the reader must know of a timeline. */
export function flagTexts(timeline) {
  const texts = [];
  if (timeline.flags & FLAGS.DYNAMIC) {
    const reads = [...timeline.reads].map((read) => READS[read] ?? "variable " + read);
    texts.push("Depends on the running game: " + reads.join(", ") + ".");
  }
  if (timeline.flags & FLAGS.TRUNCATED) texts.push("Cut before it came back to where it was.");
  if (timeline.flags & FLAGS.STUCK) texts.push("A limb never comes to rest and is off.");
  if (timeline.flags & FLAGS.MISSING_PICTURE) texts.push("Something that it draws could not be read.");
  return texts;
}

/** Behind a number of ticks that are drawn: those of the whole state, if that takes longer. */
export const wholeText = (ticks, whole) => (ticks === whole ? "" : ` (${whole} of the whole state)`);

/** The tick that plays after `at` ticks; with `loop` false it stays at the last one. */
export function tickAfter({ ticks, loopStart }, at, loop = true) {
  if (at < ticks) return Math.max(0, at);
  const start = loopStart ?? 0;
  return loop ? start + (at - start) % (ticks - start) : ticks - 1;
}

export function fileStem(name) {
  return name.replace(/\.wardrobe$/i, "").replace(/[^\w.-]+/g, "_") || "costumes";
}
