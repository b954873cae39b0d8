// Shared by the tests of packing and playing. WARDROBE is the program; WARDROBE_GAMES may be a folder of games.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

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

/** Returns the archive that the program packs. */
export function packed(game, ...options) {
  const out = path.join(folder, "packed.wardrobe");
  run("pack", game, "-q", "--force", "-o", out, ...options);
  return readFileSync(out);
}
