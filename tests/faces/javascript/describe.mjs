// Prints an archive as one JSON object: the rows that `wardrobe list … --json` gives, and hashes of what is drawn.
//     node describe.mjs ARCHIVE [PALETTE as JSON]

import { readFileSync } from "node:fs";

import { FLAGS, open } from "../../../tools/library/javascript/wardrobe.js";
import { sha1 } from "./support.mjs";

const [file, palette] = process.argv.slice(2);
const archive = await open(readFileSync(file));
const rows = { costumes: [], pictures: [], timelines: [], palettes: [], failures: [] };
const drawn = [];
for (const costume of archive.costumes) {
  const choice = palette && JSON.parse(palette);
  rows.pictures.push(...costume.tables.flatMap((table) => picturesOf(costume, table)));
  rows.timelines.push(...costume.timelines.map(timelineRow));
  drawn.push(...costume.pictures.map((picture) => sha1(picture.imageData(choice).data)));
  drawn.push(...costume.timelines.map((timeline) => ticksOf(timeline, choice)));
}
rows.costumes.push(...archive.costumes.map(costumeRow));
rows.palettes.push(...archive.palettes.map(paletteRow));
rows.failures.push(...archive.failures.map(failureRow));
const chosen = archive.costumes.filter(({ timelines }) => timelines.length > 0).map((costume) => costume.timeline().row);
process.stdout.write(JSON.stringify({ ...rows, drawn, chosen, evidence: archive.game.reason }));

function costumeRow(costume) {
  const { row, id, aliases, kind, codec, offset } = costume;
  return {
    row, id, aliases, room: costume.room?.number || null, kind, format: kind === "COST" ? costume.format : null, codec,
    colors: costume.colors.length, mirror_west: costume.mirrorWest, file: costume.source.name, offset,
    anims: costume.timelines.length, pictures: costume.tables.flatMap((table) => table.entries).filter(isPicture).length,
    timelines: costume.timelines.length,
  };
}

function isPicture({ state }) {
  return state === "picture";
}

function picturesOf(costume, { limb, entries }) {
  return entries.filter(isPicture).map(({ index, reached, picture, x, y, xinc, yinc, redirect }) => ({
    costume: costume.id, costume_row: costume.row, limb, index, reached, picture: picture.row, width: picture.width,
    height: picture.height, x, y, xinc, yinc, codec: costume.codec,
    redirect: redirect && [redirect.limb, redirect.index], transparent: picture.transparent,
    xxh64: archive.column("pictures.xxh64")[picture.row].toString(16).padStart(16, "0"),
  }));
}

function timelineRow(timeline) {
  const { costume, chore, direction, name: made, ticks, loopStart, flags, reads, events } = timeline;
  const frames = Array.from({ length: ticks }, (_, tick) =>
    timeline.tick(tick).cels.map(({ limb, index, x, y, flip }) => [limb, index, x, y, Number(flip)]));
  return {
    costume: costume.id, costume_row: costume.row, chore, dir: direction, name: made || null, ticks, loop_start: loopStart,
    flags: Object.keys(FLAGS).filter((name) => flags & FLAGS[name]).map((name) => name.toLowerCase().replace("_", "-")),
    reads: [...reads], frames, events: events.map(({ tick, limb, name, value }) => [tick, limb, name, value]),
  };
}

function ticksOf(timeline, choice) {
  return sha1(...Array.from({ length: timeline.ticks }, (_, tick) => timeline.draw(tick, { palette: choice }).data));
}

function paletteRow({ room, number, rgb }) {
  return { room: room.number, palette: number, colors: Buffer.from(rgb).toString("hex") };
}

function failureRow(failure) {
  const { kind, id, costume, room, source, offset, limb, index, error } = failure;
  return {
    kind, costume: id, costume_row: costume?.row ?? null, room, file: source?.name ?? null, offset, limb, index, error,
  };
}
