// Packing in WebAssembly gives the same archives as the program does, and errors where it gives errors.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { pack } from "../../../tools/library/javascript/pack.js";
import { open, WardrobeError } from "../../../tools/library/javascript/wardrobe.js";
import { filesOf, folder, games, packed, run, sample } from "./support.mjs";

const PACKAGE = fileURLToPath(new URL("../../../tools/library/javascript", import.meta.url));

// Compares files, not only images: zstd 1.5.5, which is in the module, compresses as Debian's 1.5.4 does.
test("packs the files that the program packs", async () => {
  for (const game of games()) {
    const { archive, failures } = await pack(filesOf(game));
    assert.equal(failures, 0, game);
    assert(packed(game).equals(archive), game);
  }
});

test("takes files in any order and folder, other files, and bytes of any kind", async () => {
  const game = sample("v6"), wanted = packed(game), files = filesOf(game);
  const other = { name: "README.TXT", bytes: new Uint8Array(100) };
  for (const given of [
    [...files, other].reverse(),
    files.map(({ name, bytes }) => ({ name: `games/sample/${name}`, bytes })),
    files.map(({ name, bytes }) => ({ name, bytes: Uint8Array.from(bytes).buffer })),
    files.map(({ name, bytes }) => ({ name, bytes: Uint8Array.from([0, ...bytes]).subarray(1) })),
  ]) assert(wanted.equals((await pack(given)).archive));
});

test("packs with the program's options", async () => {
  const game = sample("v7"), files = filesOf(game);
  for (const [options, words] of [
    [{ level: 3 }, ["--level", "3"]], [{ level: 22 }, ["--level", "22"]],
    [{ maxTicks: 5 }, ["--max-ticks", "5"]], [{ game: 8 }, ["--game", "8"]],
  ]) assert(packed(game, ...words).equals((await pack(files, options)).archive), words);
  await assert.rejects(pack(files, { level: 23 }), isError("invalid argument"));
  for (const game of [9, 60, "v8", null]) await assert.rejects(pack(files, { game }), WardrobeError);
});

test("the example of the README runs", async () => {
  const text = readFileSync(path.join(PACKAGE, "README.md"), "utf8");
  const code = text.split("```").find((part) => part.startsWith("js\n") && part.includes("pack.js")).slice(3);
  const here = path.join(folder, "readme");
  mkdirSync(path.join(here, "node_modules"), { recursive: true });
  symlinkSync(PACKAGE, path.join(here, "node_modules", "scumm-wardrobe"));
  symlinkSync(path.dirname(sample("v6")), path.join(here, "sample"));
  writeFileSync(path.join(here, "example.mjs"), code);
  const lines = execFileSync(process.execPath, ["example.mjs"], { cwd: here, encoding: "utf8" }).split("\n");
  assert.equal(lines[0], "5 0");
});

test("tells how far it is, and can be stopped", async () => {
  const files = filesOf(sample("v6")), calls = [];
  await pack(files, { onProgress: (...numbers) => calls.push(numbers) });
  assert(calls.length > 1);
  for (const [i, [done, total]] of calls.entries()) {
    assert(done <= total && done >= (calls[i - 1]?.[0] ?? 0));
  }
  assert.equal(...calls.at(-1));
  const stop = new AbortController();
  let count = 0;
  const onProgress = () => { if (++count === 2) stop.abort(); };
  await assert.rejects(pack(files, { signal: stop.signal, onProgress }), { name: "AbortError" });
  assert.equal(count, 2);
  await assert.rejects(pack(files, { signal: stop.signal }), { name: "AbortError" });
  const mine = new Error("mine");
  await assert.rejects(pack(files, { onProgress() { throw mine; } }), mine);
});

/** Returns a check of a thrown error. */
function isError(status) {
  return (error) => {
    assert(error instanceof WardrobeError, `${error}`);
    assert.equal(error.status, status, `${error}`);
    assert(error.message.length > 10);
    return true;
  };
}

test("foreign files are errors", async () => {
  const bytes = new TextEncoder().encode("not a game at all");
  await assert.rejects(pack([]), isError("not found"));
  await assert.rejects(pack([{ name: "README.TXT", bytes }]), isError("not found"));
  await assert.rejects(pack([{ name: "MONKEY.001", bytes }]), isError("not found"));
  await assert.rejects(pack([{ name: "MONKEY.001", bytes: new Uint8Array() }]), isError("not found"));
  await assert.rejects(pack([{ name: "00.LFL", bytes }]), isError("unknown format"));
  await assert.rejects(pack([{ name: "MONKEY.000", bytes: "text" }]), TypeError);
  for (const file of [bytes, new Uint8Array(), new Uint8Array(1000)]) await assert.rejects(open(file), isError("unknown format"));
  await assert.rejects(open(packed(sample("v6")).subarray(0, -1)), isError("truncated"));
});

test("damaged games give the program's archives, failures and errors", async () => {
  const changed = path.join(folder, "changed");
  mkdirSync(changed);
  const seen = { archive: 0, failures: 0, error: 0 };
  for (const version of ["v4", "v6", "v8", "he"]) {
    for (let seed = 1; seed <= 12; ++seed) {
      const files = damaged(filesOf(sample(version)), seed), game = path.join(changed, `${version}.${seed}`);
      mkdirSync(game);
      for (const { name, bytes } of files) writeFileSync(path.join(game, name), bytes);
      ++seen[await packsAlike(game, files)];
    }
  }
  for (const [what, count] of Object.entries(seen)) assert(count > 0, what);
});

/** Returns the files cut, or with a few bytes changed, mostly in the resource file. */
function damaged(files, seed) {
  let state = seed;
  const random = (count) => (state = Math.imul(state, 1664525) + 1013904223 >>> 0) % count;
  const hit = files[random(4) === 0 ? 0 : files.length - 1];
  return files.map(({ name, bytes }) => {
    if (name !== hit.name) return { name, bytes };
    if (seed % 3 === 0) return { name, bytes: bytes.subarray(0, random(seed % 2 ? bytes.length : 40)) };
    const changed = Uint8Array.from(bytes);
    for (let i = 0; i < 1 << seed % 7; ++i) changed[random(bytes.length)] ^= 1 + random(255);
    return { name, bytes: changed };
  });
}

async function packsAlike(game, files) {
  const out = path.join(game, "out.wardrobe"), { status, stderr } = run("pack", game, "-q", "-o", out, "--level", "1");
  if (status === 2) {
    await assert.rejects(pack(files, { level: 1 }), (error) => {
      assert(error instanceof WardrobeError, `${game}: ${error}`);
      assert(stderr.replaceAll(`${game}/`, "").includes(error.message.split(" (at ")[0]), `${stderr}\n${error}`);
      return true;
    });
    return "error";
  }
  const { archive, failures } = await pack(files, { level: 1 });
  assert(readFileSync(out).equals(archive), game);
  assert.equal(failures, (await open(archive)).failures.filter(({ kind }) => kind === "damage").length);
  assert.equal(failures > 0, status === 1, game);
  return failures > 0 ? "failures" : "archive";
}

test("packing again and again does not take more and more memory", async () => {
  const files = filesOf(sample("v8"));
  const packSome = async (count) => {
    for (let i = 0; i < count; ++i) await pack(files, { level: 1 });
    return process.memoryUsage().rss;
  };
  const before = await packSome(50), after = await packSome(150);
  assert(after - before < 64 << 20, `${before} → ${after}`); // A leak of half a megabyte per packing would show.
});

test("the modules ask nothing of a system", () => {
  for (const module of ["wardrobe.wasm", "wardrobe_pack.wasm"]) {
    const names = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(path.join(PACKAGE, module))));
    assert.deepEqual(names.map(({ module, name }) => `${module}.${name}`).sort(), ["wardrobe.out_of_memory", "wardrobe.progress"]);
  }
});
