// The additional functions of wardrobe.html: they pack games, open zips and compare archives in a worker, and write
// zips. The page finds them as globalThis.wardrobeExtras.

import { Zip, ZipPassThrough } from "fflate";
import { takeGzipped } from "../script/module.js";

const textOf = (id) => document.getElementById(id).textContent.trim();

let wasm; // the promise of the module's bytes

/** Runs a task in a worker, and returns the answer. Calls `progress` with the finished part of the work, from 0 to
 *  1. */
async function inWorker(task, progress = () => {}) {
  const url = URL.createObjectURL(new Blob([textOf("worker")], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message || "the worker does not start"));
      worker.onmessage = ({ data }) => {
        if (data.progress !== undefined) progress(data.progress);
        else if (data.error !== undefined) reject(new Error(data.error));
        else resolve(data);
      };
      wasm ??= takeGzipped("extras-module");
      wasm.then((bytes) => worker.postMessage({ wasm: bytes, ...task })).catch(reject);
    });
  } finally {
    worker.terminate();
  }
}

/** Packs a game, or takes an archive as it is. `files` are [name, File] pairs. Returns the archive's bytes. */
const pack = async (files, progress) => (await inWorker({ files }, progress)).archive;

/** The files in a zip as [path, Blob] pairs. Files that no game has are without contents. */
const openZip = async (zip) => (await inWorker({ zip })).files;

/** Compares two archives, given their bytes. tools/page/diff_data.h describes the result. */
const compare = async (before, after) => (await inWorker({ before, after })).diff;

/** Makes a zip piece by piece: add(name, bytes), and end(), which returns a Blob. Nothing is deflated, because pictures
 *  already are. */
function zip() {
  const parts = [], made = new Zip((error, bytes) => {
    if (error) throw error;
    parts.push(bytes);
  });
  return {
    add(name, bytes) {
      const file = new ZipPassThrough(name);
      made.add(file);
      file.push(bytes, true);
    },
    end() {
      made.end();
      return new Blob(parts, { type: "application/zip" });
    },
  };
}

globalThis.wardrobeExtras = { pack, openZip, compare, zip, licences: textOf("licences") };
