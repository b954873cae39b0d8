// Opening archives, and finding things in them.

import assert from "node:assert/strict";
import { File } from "node:buffer";
import { readFileSync } from "node:fs";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

import * as wardrobe from "../../../tools/library/javascript/wardrobe.js";
import { packed, pathOf, sample, use } from "./support.mjs";

const { open, WardrobeError } = wardrobe;

test("opens whatever holds an archive", async () => {
  const bytes = new Uint8Array(packed(sample("v6"))), path = pathOf(sample("v6")), drawn = use(await open(bytes));
  const shifted = new Uint8Array(bytes.length + 3).subarray(3); // unaligned, so columns cannot be used in place
  shifted.set(bytes);
  const sources = [bytes.buffer, readFileSync(path), shifted, path, pathToFileURL(path), new Blob([bytes]),
    new File([bytes], "v6"), new Response(bytes), Promise.resolve(new Response(bytes)),
    new URL(`data:,${[...bytes].map((byte) => "%" + byte.toString(16).padStart(2, "0")).join("")}`)];
  for (const source of sources) {
    const archive = await open(source);
    assert.equal(use(archive), drawn);
    assert.deepEqual(archive.file, bytes);
  }
  await assert.rejects(open(5), TypeError);
  await assert.rejects(open("/nowhere/none"), { code: "ENOENT" });
  await assert.rejects(open(new Response("", { status: 404 })), /status 404/);
});

test("finds things", async () => {
  const archive = await open(packed(sample("v6"))), costume = archive.costume(1);
  assert.deepEqual(archive.game, { version: 6, humongous: 0, name: "6", reason: archive.game.reason });
  assert.match(archive.game.reason, /^MAXS has \d+ bytes$/);
  assert.equal(archive.costumes.length, 5);
  assert.equal(archive.costume(costume.aliases[0]), costume);
  assert.deepEqual(archive.sources.map(({ xxh64 }) => BigInt("0x" + xxh64)), [...archive.column("sources.xxh64")]);
  for (const id of [0, 77, -1, 1.5, 2 ** 32 + 1, undefined]) {
    assert.throws(() => archive.costume(id), { name: "RangeError", message: `no costume ${id}; ids are 1, 2, 3, 4, 9` });
  }
  const walk = costume.timeline("walk", "W");
  for (const key of [[2, "W"], [2, 270], ["walk", 270]]) assert.equal(costume.timeline(...key), walk);
  for (const key of [[200, "W"], ["run", "W"], [2, "X"], [2, 44], [2, -90], [2, "toString"], [2, 360], [-1, "W"], [2 ** 32 + 2, "W"]]) {
    assert.throws(() => costume.timeline(...key), /^RangeError: costume 1 has no chore .*; there are init W, init E, /);
  }
  assert.equal(archive.palette(1, 1).number, 1);
  assert.throws(() => archive.palette(1, 9), { name: "RangeError", message: "room 1 has no palette 9; it has 0, 1" });
  assert.throws(() => archive.room(99), { name: "RangeError", message: "no room 99; rooms are 1, 2" });
  assert.equal(archive.room(1).palettes[1], archive.palette(1, 1));
  assert.throws(() => walk.tick(walk.ticks), RangeError);
  assert.throws(() => walk.tick(-1), RangeError);
});

test("chores are by name or number, with their directions", async () => {
  for (const [name, version, walk] of [["v1", 1, 0], ["v3-16", 3, 2], ["v6", 6, 2]]) {
    const archive = await open(packed(sample(name)));
    assert.equal(archive.game.version, version);
    for (const costume of archive.costumes) {
      const all = [...costume.chores].flatMap(([chore, directions]) => directions.map((one) => costume.timeline(chore, one)));
      assert.deepEqual(all, [...costume.timelines]);
    }
    const costume = archive.costume(1);
    assert.deepEqual(costume.chores.get("walk"), ["W", "E", "S", "N"]);
    assert.equal(costume.timeline("walk", "W"), costume.timeline(walk, "W"));
  }
});

test("timelines of the archive are those of its costumes", async () => {
  const archive = await open(packed(sample("v7")));
  assert.deepEqual(archive.timelines.map((timeline) => timeline.row), [...archive.column("timelines.flags").keys()]);
  for (const costume of archive.costumes) {
    for (const timeline of costume.timelines) assert.equal(timeline.costume, costume);
  }
});

test("timelines have the windows of their records", async () => {
  const archive = await open(packed(sample("v6"))), offsets = archive.column("records.window_offset");
  for (const { row, windows } of archive.timelines) {
    const start = offsets[row];
    assert.equal(windows.length, offsets[row + 1] - start);
    windows.forEach((window, i) => assert.deepEqual(window, Object.fromEntries(
      ["limb", "mode", "start", "length"].map((field) => [field, archive.column(`windows.${field}`)[start + i]]))));
  }
});

test("lists are those of the program", async () => {
  const archive = await open(packed(sample("v6"))), commands = archive.list("commands");
  assert(commands.length > 100);
  assert.deepEqual(Object.keys(commands[0]), ["costume", "costume_row", "offset", "bytes", "command"]);
  assert.throws(() => archive.list("shoes"), RangeError);
});

test("pictures of the archive have the colours of the first costume that shows them", async () => {
  const archive = await open(packed(sample("v6"))), seen = new Set();
  for (const costume of archive.costumes) {
    for (const picture of costume.pictures) {
      assert.equal(picture.costume, costume);
      if (!seen.has(picture.row)) assert.equal(archive.pictures[picture.row].costume, costume);
      seen.add(picture.row);
    }
  }
  assert.equal(seen.size, archive.pictures.length);
});

test("columns are typed arrays of their own", async () => {
  const archive = await open(packed(sample("v6"))), x = archive.column("cels.x");
  assert(archive.columns.includes("cels.x"));
  assert(x instanceof Int32Array);
  assert.equal(archive.column("cels.x"), x);
  assert(archive.column("pictures.xxh64") instanceof BigUint64Array);
  archive.column("pixels"); // takes memory, and views of it would end
  assert.equal(x.length, archive.rows("cels"));
  for (const name of ["costumes.shoes", "toString", ""]) assert.throws(() => archive.column(name), RangeError);
  assert.throws(() => archive.rows("shoes"), RangeError);
});

test("console.log shows what matters", async () => {
  const archive = await open(packed(sample("v6")));
  assert.equal(inspect(archive), "Archive { game of version 6: 5 costumes, 333 pictures, 120 timelines }");
  assert.equal(inspect(archive.costumes[0]), "Costume { row 0, id 1, kind COST, timelines 28, pictures 107 }");
  assert(inspect(archive.costumes).length < 1000);
});

test("the module can come from elsewhere", async () => {
  const bytes = packed(sample("v6")), drawn = use(await open(bytes));
  const wasm = readFileSync(new URL("../../../tools/library/javascript/wardrobe.wasm", import.meta.url));
  for (const source of [wasm, new Response(wasm), new WebAssembly.Module(wasm)]) {
    assert.equal(use(await open(bytes, { wasm: source })), drawn);
  }
  await assert.rejects(open(bytes, { wasm: bytes }), WebAssembly.CompileError);
});

test("damage is found where it is looked for", async () => {
  const bytes = new Uint8Array(packed(sample("v6"))), archive = await open(bytes);
  archive.verify();
  const last = bytes.slice();
  last[last.length - 40] ^= 1; // in the seek table
  await assert.rejects(open(last), WardrobeError);
});

test("the types name what the module has", () => {
  const types = readFileSync(new URL("../../../tools/library/javascript/wardrobe.d.ts", import.meta.url), "utf8");
  const declared = [...types.matchAll(/^export (?:const|function|class) (\w+)/gm)].map((match) => match[1]);
  assert.deepEqual(declared.sort(), Object.keys(wardrobe).sort());
});

test("the types name the members that objects have", async () => {
  const archive = await open(packed(sample("v7"))), [costume] = archive.costumes, [timeline] = costume.timelines;
  const objects = {
    Archive: archive, Source: archive.sources[0], Room: archive.rooms[0], Palette: archive.palettes[0],
    Costume: costume, LimbTable: costume.tables[0], Entry: costume.tables[0].entries[0],
    Game: archive.game, Player: costume.player(),
    Picture: costume.pictures[0], Box: timeline.box, Timeline: timeline, Frame: timeline.tick(0),
    Cel: timeline.tick(0).cels[0], PlainCel: timeline.tick(0).cels[0],
    AnimationEvent: archive.timelines.flatMap((one) => one.events)[0],
  };
  const types = readFileSync(new URL("../../../tools/library/javascript/wardrobe.d.ts", import.meta.url), "utf8");
  for (const [name, object] of Object.entries(objects)) {
    const [, body] = types.match(new RegExp(`^export (?:class|interface) ${name}(?: extends \\w+)? {\n(.*?)^}`, "ms"));
    const members = [...body.matchAll(/^  (?:readonly )?(\w+)[:(<?]/gm)].map((match) => match[1]);
    assert(members.length > (name === "Cel" ? 0 : 2), name);
    for (const member of members) assert(object[member] !== undefined, `${name}.${member}`);
  }
});

test("gives costumes the looks of scripts", async () => {
  const costume = (await open(packed(sample("v6")))).costume(1), own = costume.palette(), first = costume.look(1);
  assert.deepEqual(costume.look(0), own);
  const changed = new Set([...first.keys()].filter((at) => first[at] !== own[at]).map((at) => at >> 2));
  const rows = costume.archive.open.list("recolours").filter((row) => row.costume_row === costume.row);
  assert.deepEqual([...changed].sort((a, b) => a - b), [...new Set(rows.map((row) => row.slot))].sort((a, b) => a - b));
  assert.throws(() => costume.look(2), { name: "WardrobeError", message: /no look 2, only 0 to 1/ });
});

test("knows the objects of rooms, and their states", async () => {
  const [room] = (await open(packed(sample("v6")))).rooms;
  assert.deepEqual(room.objects.map(({ number, name, images }) => [number, name, images.length]),
    [[7, "barrel", 0], [10, "key", 1], [8, "hatch", 2], [9, "lamp", 4], [11, "chart", 1]]);
  assert.equal(room.objects[1].parent.number, 8);
  assert.deepEqual([...room.states()], [0, 1, 1, 1, 0]);
  assert.deepEqual([...room.states({ 8: 2, 9: 0 }, "all")], [0, 1, 2, 0, 0]); // without pictures
  assert.deepEqual([...room.states({}, "entered")], [0, 1, 1, 3, 1]);
  assert.deepEqual(room.objects.map(({ entered }) => entered), [null, null, null, 3, 1]);
  assert.throws(() => room.states({ 77: 1 }), { name: "RangeError", message: "room 1 has no object 77" });
});
