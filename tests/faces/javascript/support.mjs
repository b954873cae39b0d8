// Shared by the tests of the JavaScript package. WARDROBE is the program; WARDROBE_GAMES may be a folder of games.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { WardrobeError } from "../../../tools/library/javascript/wardrobe.js";

const { WARDROBE, WARDROBE_GAMES } = process.env;

/** Memory and malloc of the last instance made. */
export let memory, malloc;
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...values) {
    super(...values);
    ({ memory, malloc } = this.exports);
  }
};

export const folder = mkdtempSync(path.join(tmpdir(), "wardrobe-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** Runs the program; returns its status and messages. */
export function run(...words) {
  return spawnSync(WARDROBE, words, { encoding: "utf8" });
}

export function rowsOf(archive, table) {
  const lines = execFileSync(WARDROBE, ["list", archive, table, "--json"], { encoding: "utf8", maxBuffer: 1 << 30 });
  return lines.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** Returns the folders of the sample games, and of those in WARDROBE_GAMES. */
export function games() {
  const samples = path.join(folder, "samples");
  if (!existsSync(samples)) run("sample", "-o", samples);
  const folders = readdirSync(samples).map((name) => path.join(samples, name));
  if (!WARDROBE_GAMES) return folders;
  const others = readdirSync(WARDROBE_GAMES, { withFileTypes: true });
  return [...folders, ...others.filter((one) => one.isDirectory() && one.name !== "truth")
    .map(({ name }) => path.join(WARDROBE_GAMES, name))];
}

export function sample(version) {
  return games().find((game) => game.endsWith(version));
}

export function filesOf(game) {
  return readdirSync(game).map((name) => ({ name, bytes: readFileSync(path.join(game, name)) }));
}

/** Returns the path of the archive that the program packs. */
export function pathOf(game, ...options) {
  const out = path.join(folder, `${[path.basename(game), ...options].join("")}.wardrobe`);
  if (!existsSync(out)) run("pack", game, "-q", "-o", out, ...options);
  return out;
}

export function packed(game, ...options) {
  return readFileSync(pathOf(game, ...options));
}

export function sha1(...parts) {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/** Calls everything that an archive offers; returns a hash of what it draws. */
export function use(archive, ticks = 20) {
  const drawn = [];
  for (const name of archive.columns) orMissing(() => archive.column(name)); // types of later versions
  for (const things of [archive.sources, archive.rooms, archive.palettes, archive.failures]) things.forEach(useGetters);
  for (const costume of archive.costumes) {
    useGetters(costume);
    costume.tables.forEach((table) => table.entries.forEach(useGetters));
  }
  for (const picture of archive.pictures) drawn.push(picture.imageData().data);
  for (const timeline of archive.timelines) {
    useGetters(timeline);
    for (let tick = 0; tick < Math.min(timeline.ticks, ticks); ++tick) drawn.push(timeline.draw(tick).data);
  }
  return sha1(JSON.stringify([...archive.column("costumes.id")]), ...drawn);
}

function orMissing(action) {
  try {
    action();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

function useGetters(object) {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(object))) void object[name];
}

/** Returns the result, or undefined if a WardrobeError was thrown. Fails on any other exception. */
export async function orDamage(action, what) {
  try {
    return await action();
  } catch (error) {
    assert(error instanceof WardrobeError, `${what}: ${error.stack}`);
    assert(error.offset === undefined || error.offset >= 0, what);
    return undefined;
  }
}
