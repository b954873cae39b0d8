// Packs a game, opens an archive or a zip, or compares two archives, in a thread beside the page.

import { Instance } from "../../library/javascript/lib/instance.js";
import { moduleOf, OpenedArchive } from "../../library/javascript/lib/opened_archive.js";
import { load } from "../../library/javascript/native.js";
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

async function pack(wasm, files) {
  const native = await load(wasm);
  const named = [];
  for (const [name, file] of files) named.push(await bytesOfFile(name, file, files.length === 1));
  const onProgress = (done, total) => postMessage({ progress: done / total });
  return native.pack(named, { level: LEVEL, rooms: true, onProgress });
}

async function open({ wasm, files }) {
  const alone = files.length === 1 && await isArchive(files[0][1]);
  const archive = alone ? new Uint8Array(await files[0][1].arrayBuffer()) : (await pack(wasm, files)).archive;
  const image = new OpenedArchive(await moduleOf(wasm), archive).image();
  postMessage({ archive, image }, [archive.buffer, image.buffer]);
}

async function compare({ wasm, before, after }) {
  const instance = new Instance(await moduleOf(wasm));
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
