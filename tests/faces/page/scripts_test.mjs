// Tests the modules of the page that do not need a page.

import assert from "node:assert/strict";
import test from "node:test";
import { gameTitle } from "../../../tools/page/script/app.js";
import { readAddress, writeAddress } from "../../../tools/page/script/address.js";
import { fileStem, findCostume, isGuessed, tickAfter } from "../../../tools/page/script/names.js";
import { boxAround, clipBox, zoomToFit } from "../../../tools/page/script/painter.js";
import { droppedFiles } from "../../../tools/page/script/opening/dropped.js";
import { findGames } from "../../../tools/page/script/opening/find_games.js";
import { whyNoGame } from "../../../tools/page/script/opening/no_game.js";

test("an address is read as it is written", () => {
  const place = { side: "old", costume: "@2", look: 1, chore: "talk-start", dir: "270", tick: 12, room: "7:1",
    at: { x: -160, y: -3 }, box: 4, plane: 0 };
  assert.equal(writeAddress(place), "#side=old&costume=@2&look=1&chore=talk-start&dir=270&tick=12"
    + "&room=7:1&at=-160,-3&box=4&plane=0");
  assert.deepEqual(readAddress(writeAddress(place)), place);
  assert.equal(writeAddress({ side: null, costume: "5" }), "#costume=5");
});

test("a costume is named by its id, or by its row after @ or #", () => {
  const costumes = [{ id: 2 }, { id: 1 }, { id: null }];
  const costume = (id) => costumes[[2, 1].indexOf(id === 9 ? 2 : id)] ?? assert.fail();
  for (const [key, row] of [["2", 0], ["9", 0], ["1", 1], ["@2", 2], ["#2", 2], ["@0", 0], ["@3"], ["3"], ["x"]]) {
    assert.equal(findCostume({ costumes, costume }, key), costumes[row], key);
  }
});

test("a palette is a guess where it is the first of several", () => {
  const rooms = [1, 2].map((count) => {
    const room = {};
    room.palettes = Array.from({ length: count }, (_, number) => ({ room, number }));
    return room;
  });
  const palettes = rooms.flatMap((room) => room.palettes), costumes = Uint32Array.of(0, 1, 2, 0xffffffff);
  const archive = { palettes, column: () => costumes };
  assert.deepEqual([0, 1, 2, 3].map((row) => isGuessed({ archive, row })), [false, true, false, false]);
});

test("games of one name are told apart by version, file or side", () => {
  const game = (name, version, file, side) => ({ name, file, side, archive: version && { game: { version, humongous: 0 } } });
  const titles = (...games) => games.map((one) => gameTitle(one, games));
  assert.deepEqual(titles(game("A", 1, "A.000", "old"), game("B", 1, "A.000", "new")), ["A", "B"]);
  assert.deepEqual(titles(game("A", 1, "A.000", "old"), game("A", 6, "A.000", "new")), ["A (SCUMM 1)", "A (SCUMM 6)"]);
  assert.deepEqual(titles(game("A", 6, "x/A.000", "old"), game("A", 6, "y/A.000", "new")), ["A (x/A.000)", "A (y/A.000)"]);
  assert.deepEqual(titles(game("A", 6, "A.000", "old"), game("A", 6, "A.000", "new")), ["A (old)", "A (new)"]);
  assert.deepEqual(titles(game("A", null, undefined, "old"), game("A", 6, undefined, "new")), ["A (old)", "A (new)"]);
});

test("an address of nonsense asks for nothing", () => {
  const nothing = { side: null, costume: null, look: null, chore: null, dir: null, tick: null, room: null, at: null,
    box: null, plane: null };
  for (const hash of ["#room=x&at=1&box=-1&plane=a", "#room=1:&at=,", "", "#", "#%", "#%%%", "#=&&=", "#tick=", "#tick=-1", "#tick=1e9", "#tick=9999999999", "#__proto__=1"]) {
    assert.deepEqual(readAddress(hash), nothing, hash);
  }
});

test("a timeline plays what comes before its loop once", () => {
  const ticks = (timeline, loop) => [0, 1, 2, 3, 4, 5, 6, 7].map((at) => tickAfter(timeline, at, loop));
  assert.deepEqual(ticks({ ticks: 5, loopStart: 2 }), [0, 1, 2, 3, 4, 2, 3, 4]);
  assert.deepEqual(ticks({ ticks: 5, loopStart: 2 }, false), [0, 1, 2, 3, 4, 4, 4, 4]);
  assert.deepEqual(ticks({ ticks: 3, loopStart: null }), [0, 1, 2, 0, 1, 2, 0, 1]);
  assert.equal(tickAfter({ ticks: 3, loopStart: 0 }, -4), 0);
});

test("boxes hold what they are around, as far as a canvas can", () => {
  const one = { left: -5, top: -20, width: 10, height: 20 }, other = { left: 3, top: -4, width: 8, height: 9 };
  assert.deepEqual(boxAround([one, other]), { left: -5, top: -20, width: 16, height: 25 });
  assert.deepEqual(boxAround([]), { left: 0, top: 0, width: 1, height: 1 });
  assert.deepEqual(clipBox(one), one);
  const far = clipBox({ left: -2147483648, top: 5000, width: 4294967295, height: 1 });
  assert.ok(far.width <= 4096 && far.height >= 1 && far.height <= 4096, JSON.stringify(far));
  assert.deepEqual(clipBox({ ...one, left: 5000 }), { ...one, left: 2047, width: 1 });
  assert.equal(zoomToFit(one, 100, 100, 16), 5);
  assert.equal(zoomToFit({ width: 300, height: 10 }, 100, 100, 16), 0);
});

test("names of files hold no surprises", () => {
  assert.equal(fileStem("Day of the Tentacle.wardrobe"), "Day_of_the_Tentacle");
  assert.equal(fileStem("../<b>.wardrobe"), ".._b_");
  assert.equal(fileStem(".wardrobe"), "costumes");
});

const filed = (...paths) => paths.map((path) => [path, { size: 1 }]);
const found = (...paths) => findGames(filed(...paths)).map(({ kind, name, files }) => [kind, name, files.length]);

test("games are found by the names of their files", () => {
  assert.deepEqual(found("MONKEY2.000", "MONKEY2.001"), [["game", "MONKEY2", 2]]);
  assert.deepEqual(found("Loom/000.LFL", "Loom/901.LFL", "Loom/DISK01.LEC", "Loom/LOOM.EXE"), [["game", "Loom", 4]]);
  assert.deepEqual(found("COMI/COMI.LA0", "COMI/COMI.LA1", "COMI/comi.la2", "COMI/VOXDISK1.BUN"), [["game", "COMI", 4]]);
  assert.deepEqual(found("putt.he0", "PUTT.(a)", "putt.he2"), [["game", "putt", 3]]);
  assert.deepEqual(found("a/b/c/ATLANTIS.000", "a/b/c/ATLANTIS.001", "a/b/read.me"), [["game", "a", 2]]);
  assert.deepEqual(found("a/MANIAC/00.LFL", "a/MANIAC/01.LFL"), [["game", "a", 2]]);
  assert.deepEqual(found("MONKEY2.001"), [["game", "MONKEY2", 1]]);
  assert.deepEqual(found("m/00.MAN", "m/01.MAN"), [["game", "m", 2]]);
});

test("several games are told apart", () => {
  assert.deepEqual(found("g/a/X.000", "g/a/X.001", "g/b/X.000", "g/b/X.001"), [["game", "a", 2], ["game", "b", 2]]);
  assert.deepEqual(found("g/X.000", "g/X.001", "g/Y.LA0", "g/Y.LA1", "g/z.exe"), [["game", "X", 3], ["game", "Y", 3]]);
  assert.deepEqual(found("a.wardrobe", "b.wardrobe"), [["archive", "a.wardrobe", 1], ["archive", "b.wardrobe", 1]]);
  assert.deepEqual(found("a.ZIP", "b/X.000"), [["zip", "a.ZIP", 1], ["game", "b", 1]]);
});

test("containers are games where there is nothing else", () => {
  assert.deepEqual(found("Monkey1.PAK"), [["game", "Monkey1.PAK", 1]]);
  assert.deepEqual(found("Fate of Atlantis Data"), [["game", "Fate of Atlantis Data", 1]]);
  assert.deepEqual(found("MI/Monkey1.pak", "MI/MISE.exe"), [["game", "MI", 1]]);
  assert.deepEqual(found("g/X.000", "g/X.001", "g/more.pak"), [["game", "g", 3]]);
  assert.deepEqual(found("g/a.zip", "g/b.pak"), [["zip", "a.zip", 1]]);
});

test("what only looks like a game's is none where there is one", () => {
  assert.deepEqual(found("g/X.000", "g/X.001", "g/SAVEGAME.001", "g/X.wardrobe", "g/more.zip"), [["game", "g", 5]]);
  assert.deepEqual(found("g/MONKEY2.001", "g/old.d64"), [["game", "g", 2]]);
  assert.deepEqual(found("g/SAVEGAME.001", "g/data/X.000", "g/data/X.001"), [["game", "g", 2]]);
  assert.deepEqual(found("__MACOSX/g/._X.000", "g/._X.000", "g/X.000"), [["game", "g", 1]]);
  assert.deepEqual(found("photos/one.jpg", "manual.pdf", ".000", ""), []);
});

test("what is no game is called what it is", () => {
  const why = (name, size = 1) => whyNoGame([name], [[name, { size }]]);
  for (const [name, told] of [["SETUP.EXE", / is a program.*Open the folder/], ["manual.pdf", / is a document/],
    ["game.iso", / is a disc image/], ["game.rar", / is in a format.*Unpack it/], ["thing", / is not named like/]]) {
    assert.match(why(name), told);
    assert(why(name).startsWith(`The file “${name}”`));
    assert(!why(name).includes("this folder"));
  }
  assert.match(why("x", 0), /empty: 0 bytes/);
  assert.match(whyNoGame([], []), /no file/);
  assert.match(whyNoGame(["a"], []), /nothing in “a”/);
  assert.match(whyNoGame(["a", "b"], filed("a", "b")), /None of these 2/);
});

// Things dropped on the page, in each form in which browsers present them: names, and folders as lists of these.
const asEntry = (name, inside) => ({ name, isDirectory: Boolean(inside), file: (done) => done({ name, size: 9 }),
  createReader: () => {
    const parts = [inside.slice(0, 1), inside.slice(1), []]; // Browsers return only some entries at a time.
    return { readEntries: (done) => done(parts.shift().map((one) => asEntry(...one))) };
  } });
const asHandle = (name, inside) => ({ name, kind: inside ? "directory" : "file", getFile: async () => ({ name, size: 9 }),
  async *values() { yield* inside.map((one) => asHandle(...one)); } });
const item = (name, inside, ways) => ({ kind: "file", getAsFile: () => ({ name, size: 9 }),
  ...(ways.entry ? { webkitGetAsEntry: () => ways.entry(name, inside) } : {}),
  ...(ways.handle ? { getAsFileSystemHandle: () => ways.handle(name, inside) } : {}) });

test("what is dropped is read in the first way that works", async () => {
  const inside = [["X.000"], ["read.me"], ["deep", [["X.001"]]]];
  const fails = () => { throw new Error("EncodingError"); };
  const handle = async (...one) => asHandle(...one), broken = () => ({ name: "g", isDirectory: true, createReader: fails });
  const dropped = async (ways) => {
    const items = [item("g", inside, ways), item("a.zip", undefined, ways), { kind: "string" }];
    const { names, files } = await droppedFiles({ items });
    return [names, files.map(([path, { size }]) => path + " " + size)];
  };
  const all = [["g", "a.zip"], ["g/X.000 9", "g/read.me 0", "g/deep/X.001 9", "a.zip 9"]]; // others: names only
  assert.deepEqual(await dropped({ handle, entry: broken }), all);
  assert.deepEqual(await dropped({ entry: asEntry }), all);
  assert.deepEqual(await dropped({ handle: async () => { throw new Error("refused"); }, entry: asEntry }), all);
  assert.deepEqual(await dropped({ handle: async () => null }), [["g", "a.zip"], ["g 9", "a.zip 9"]]);
  await assert.rejects(dropped({ entry: broken }), /does not let this page read the folder “g”/);
});
