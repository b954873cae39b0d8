// Prints what the package says of an archive, or of a folder of archives, as JSON:
//     node answers.mjs QUESTION PATH [ARGUMENT AS JSON]

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { drawActor, drawRoom, FLAGS, open } from "../../../tools/library/javascript/wardrobe.js";
import { orDamage, sha1, use } from "./support.mjs";

const QUESTIONS = { described, chosen, inRoom, judged };
const [question, file, argument] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await QUESTIONS[question](file, argument && JSON.parse(argument))));

/** The rows that `wardrobe list … --json` gives, and hashes of what the first costumes show. */
async function described(file, [palette, most]) {
  const { costumes, palettes, failures } = await open(file);
  const pictures = costumes.flatMap((costume) => costume.tables.flatMap((table) => picturesOf(costume, table)));
  const timelines = costumes.flatMap((costume) => costume.timelines.map(timelineRow));
  const drawn = costumes.slice(0, most).flatMap((costume) => [
    ...costume.pictures.map((picture) => sha1(picture.imageData(palette).data)),
    ...costume.timelines.map((timeline) =>
      sha1(...Array.from({ length: timeline.ticks }, (_, tick) => timeline.draw(tick, { palette }).data)))]);
  return { costumes: costumes.map(costumeRow), pictures, timelines, palettes: palettes.map(paletteRow),
    failures: failures.map(failureRow), drawn };
}

function costumeRow(costume) {
  const { row, id, aliases, kind, codec, offset } = costume;
  return {
    row, id, aliases, room: costume.room?.number || null, kind, format: kind === "COST" ? costume.format : null, codec,
    colors: costume.colors.length, mirror_west: costume.mirrorWest, file: costume.source.name, offset,
    anims: costume.timelines.length, timelines: costume.timelines.length,
    pictures: costume.tables.flatMap((table) => table.entries).filter(isPicture).length,
  };
}

function isPicture({ state }) {
  return state === "picture";
}

function picturesOf(costume, { limb, entries }) {
  const hashes = costume.archive.column("pictures.xxh64");
  return entries.filter(isPicture).map(({ index, reached, picture, x, y, xinc, yinc, redirect }) => ({
    costume: costume.id, costume_row: costume.row, limb, index, reached, picture: picture.row, width: picture.width,
    height: picture.height, x, y, xinc, yinc, codec: costume.codec,
    redirect: redirect && [redirect.limb, redirect.index], transparent: picture.transparent,
    xxh64: hashes[picture.row].toString(16).padStart(16, "0"),
  }));
}

function timelineRow(timeline) {
  const { costume, chore, direction, name: made, ticks, loopStart, flags, reads, events } = timeline;
  const frames = Array.from({ length: ticks }, (_, tick) =>
    timeline.tick(tick).cels.map(({ limb, index, x, y, flip }) => [limb, index, x, y, Number(flip)]));
  return {
    costume: costume.id, costume_row: costume.row, chore, dir: direction, name: made || null, ticks,
    loop_start: loopStart,
    flags: Object.keys(FLAGS).filter((name) => flags & FLAGS[name]).map((name) => name.toLowerCase().replace("_", "-")),
    reads: [...reads], frames, events: events.map(({ tick, limb, name, value }) => [tick, limb, name, value]),
  };
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

/** The rows of the timelines that costumes have for [row of costumes, chore or null, direction or null]; null: none. */
async function chosen(file, choices) {
  const { costumes } = await open(file);
  return choices.map(([costume, chore, direction]) => {
    try {
      return costumes[costume].timeline(chore ?? undefined, direction ?? undefined).row;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return null;
    }
  });
}

/** [[scale, boxes], pixel values] of the ticks of timelines in the first room, for [row of timelines, x, y, choice of
 *  place]. */
async function inRoom(file, cases) {
  const { rooms: [room], timelines } = await open(file), { width, height, palettes: [palette] } = room;
  return cases.map(([row, x, y, choice]) => {
    const timeline = timelines[row], frames = Array.from({ length: timeline.ticks }, (_, tick) => timeline.tick(tick));
    const places = frames.map(({ clip }) => room.place({ x, y }, { clip, ...choice }));
    return [places.map(({ scale, boxes }) => [scale, boxes]), frames.map(({ cels }, tick) => {
      const canvas = { width, height, data: new Uint8Array(width * height) };
      drawRoom(room, canvas);
      drawActor(cels, timeline.costume, room, places[tick], canvas, { shading: timeline.costume.roomShading(palette) });
      return [...canvas.data];
    })];
  });
}

/** Whether archives of a folder are accepted, by name. Each is also used without a check. However wrong it is, that
 *  throws only WardrobeErrors. */
async function judged(folder) {
  const accepted = {};
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(path.join(folder, name));
    await orDamage(async () => use(await open(bytes), 1), name);
    accepted[name] = await orDamage(async () => {
      await (await open(bytes)).verify();
      return true;
    }, name) ?? false;
  }
  return accepted;
}
