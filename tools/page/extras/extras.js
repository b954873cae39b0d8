// The additional functions of wardrobe.html: they pack and open games and zips in a worker, play costumes live, and
// write GIFs. The page finds them as globalThis.wardrobeExtras.

import { Zip, ZipPassThrough } from "fflate";
import { GIFEncoder } from "gifenc";
import { load } from "../../library/javascript/native.js";

const textOf = (id) => document.getElementById(id).textContent.trim();

async function inflated(base64) {
  const binary = atob(base64), bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

let wasm; // the module's bytes and the module; set when they are first needed
let native;
const wasmBytes = () => (wasm ??= inflated(textOf("wasm")));

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
      wasmBytes().then((bytes) => worker.postMessage({ wasm: bytes, ...task })).catch(reject);
    });
  } finally {
    worker.terminate();
  }
}

/** Opens a game or an archive. `files` are [name, File] pairs. Returns {archive, image}, the bytes of both. */
const openFiles = (files, progress) => inWorker({ files }, progress);

/** The files in a zip as [path, Blob] pairs. Files that no game has are without contents. */
const openZip = async (zip) => (await inWorker({ zip })).files;

/** Compares two archives, given their bytes. tools/page/diff_data.h describes the result. */
const compare = async (before, after) => (await inWorker({ before, after })).diff;

/** A live player of a costume. */
async function player(costume) {
  native ??= load(wasmBytes());
  return (await native).player(costume);
}

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

/** Makes a GIF. `frames` are {indices, delay in ms}; `palette` has 4 bytes for each pixel value; `transparent` is a
 *  pixel value, or null. */
function gif({ frames, width, height, palette, transparent }) {
  const colors = Array.from({ length: palette.length / 4 }, (_, i) => [...palette.subarray(4 * i, 4 * i + 3)]);
  const encoder = GIFEncoder();
  frames.forEach(({ indices, delay }, number) => encoder.writeFrame(indices, width, height, {
    ...(number === 0 ? { palette: colors, repeat: 0 } : {}),
    delay, transparent: transparent !== null, transparentIndex: transparent ?? 0, dispose: 2,
  }));
  encoder.finish();
  return encoder.bytes();
}

globalThis.wardrobeExtras = { openFiles, openZip, compare, player, gif, zip, licences: textOf("licences") };
