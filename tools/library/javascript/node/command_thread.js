// Runs the program. Ends the thread with the program's exit status.

import { readFileSync, writeSync } from "node:fs";
import { parentPort } from "node:worker_threads";

import { pathsOf } from "./paths.js";
import { System } from "./wasi.js";

const TROUBLE = 2;

const paths = pathsOf(process.platform, process.cwd());
const environment = { PWD: paths.fromRoot(process.cwd()) };
for (const name of ["TERM", "NO_COLOR"]) {
  if (process.env[name] !== undefined) environment[name] = process.env[name];
}
const system = new System({
  arguments: ["wardrobe", ...process.argv.slice(2).map(paths.argument)],
  environment,
  toSystem: paths.toSystem,
  exit: process.exit,
  onUnfinished: (change) => parentPort.postMessage(change),
});
try {
  const module = new WebAssembly.Module(readFileSync(new URL("../wardrobe_command.wasm", import.meta.url)));
  system.run(module);
  process.exit(0);
} catch (error) {
  writeSync(2, `wardrobe: ${error.message}\n`);
  process.exit(TROUBLE);
}
