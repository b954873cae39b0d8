// Packs a game, opens a zip, or compares two archives, in a thread beside the page.

import { Instance } from "../../library/javascript/lib/instance.js";
import { pack } from "../../library/javascript/pack.js";
import { isContainer, isGameFile } from "../script/opening/find_games.js";
import { unzip } from "./zip.js";

const LEVEL = 3; // zstd level: the saved file is a little larger, but ready at once
const MAGIC = "WARDROBE"; // at byte 8 of an archive

async function isArchive(file) {
  return new TextDecoder("latin1").decode(await file.slice(8, 16).arrayBuffer()) === MAGIC;
}

/** A file's name and contents. The contents of most files are not read, so that a folder with hours of speech opens
 *  fast. A container is read only if it is the only file. */
async function bytesOfFile(name, file, isAlone) {
  const isRead = isGameFile(name) || (isAlone && isContainer(name));
  return { name, bytes: isRead ? await file.arrayBuffer() : new ArrayBuffer(0) };
}

async function archiveOf({ wasm, files }) {
  if (files.length === 1 && await isArchive(files[0][1])) return new Uint8Array(await files[0][1].arrayBuffer());
  const named = [];
  for (const [name, file] of files) named.push(await bytesOfFile(name, file, files.length === 1));
  const onProgress = (done, total) => postMessage({ progress: done / total });
  return (await pack(named, { wasm, level: LEVEL, rooms: true, onProgress })).archive;
}

async function open(task) {
  const archive = await archiveOf(task);
  postMessage({ archive }, [archive.buffer]);
}

async function compare({ wasm, before, after }) {
  const instance = new Instance(await WebAssembly.compile(wasm));
  const put = (bytes) => [instance.put(bytes), bytes.length];
  const { error, ...diff } = JSON.parse(instance.text(instance.call("page_compare", ...put(before), ...put(after))));
  if (error) throw new Error(error);
  postMessage({ diff });
}

onmessage = async ({ data }) => {
  try {
    if (data.zip) postMessage({ files: await unzip(data.zip) });
    else await (data.files ? open(data) : compare(data));
  } catch (error) {
    postMessage({ error: error.message.replace(/^\.: /, "") }); // the folder has no name here
  }
};
