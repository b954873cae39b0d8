#!/usr/bin/env node
// The program `wardrobe` as WebAssembly. It runs in a thread of its own, so that this thread can react to interrupts.

import { rmSync } from "node:fs";
import { Worker } from "node:worker_threads";

const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"];
const STOPS_WITHIN = 500; // ms; a thread that waits for the reader of a pipe does not stop
const unfinished = new Map(); // files and folders that an interrupt removes

// The program writes its output itself: it does not use the streams of its thread.
const thread = new Worker(new URL("command_thread.js", import.meta.url),
  { argv: process.argv.slice(2), stdout: true, stderr: true });
thread.on("message", ({ creates, moves }) => {
  if (creates) unfinished.set(String(creates), creates);
  if (moves) unfinished.delete(String(moves));
});
thread.on("exit", (status) => { process.exitCode = status; });

for (const signal of INTERRUPTS) {
  process.once(signal, async () => {
    await Promise.race([thread.terminate(), new Promise((resolve) => { setTimeout(resolve, STOPS_WITHIN); })]);
    for (const path of unfinished.values()) rmSync(path, { recursive: true, force: true });
    process.kill(process.pid, signal); // the signal now has its default effect
  });
}
