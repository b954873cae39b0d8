// Collects the files of a drop or of a chosen folder as [path, File] pairs, in every way that browsers offer.

import { isContainer, isWanted } from "./find_games.js";

const MOST_FILES = 20000;
const NOT_READ = new Blob(); // the contents of files of which only the name is needed

/** The dropped files: {names, files}. `names` are those of the dragged items; `files` are all files in them. Call it
 *  while the drop is handled: afterwards, the browser has forgotten the items. */
export async function droppedFiles(transfer) {
  const items = [...transfer.items].filter(({ kind }) => kind === "file").map((item) => ({
    // In Chromium, a page opened from a file may read handles, but not entries.
    handle: item.getAsFileSystemHandle?.().catch(() => null),
    entry: item.webkitGetAsEntry?.(),
    file: item.getAsFile(),
  }));
  const names = [], files = [];
  for (const item of items) names.push(await addItem(item, files));
  return { names, files };
}

/** The same for a folder that the user chooses. Returns null if the user chooses none. Only Chromium can do this. */
export async function chosenFolder() {
  let folder;
  try {
    folder = await window.showDirectoryPicker({ id: "game", mode: "read" });
  } catch (error) {
    if (error.name === "AbortError") return null;
    throw error;
  }
  const files = [];
  await addHandle(folder, folder.name, files);
  return { names: [folder.name], files };
}

/** The same for the files of an input element. */
export function inputFiles(input) {
  const files = [...input.files].map((file) => [file.webkitRelativePath || file.name, file]);
  return { names: [...new Set(files.map(([path]) => path.split("/")[0]))], files };
}

/** Adds the files in a dropped item. Returns the item's name. */
async function addItem({ handle, entry, file }, files) {
  const opened = await handle;
  if (opened?.kind === "directory") await addHandle(opened, opened.name, files);
  else if (!opened && entry?.isDirectory) await addEntry(entry, entry.name, files).catch(() => refused(entry));
  else add(file.name, file, files);
  return file?.name ?? opened?.name ?? entry.name;
}

function refused({ name }) {
  throw new Error(`Your browser does not let this page read the folder “${name}”. `
    + "Drop the files that are in it, or choose it with the button.");
}

function add(path, file, files) {
  if (files.length >= MOST_FILES) throw new Error(`there are more than ${MOST_FILES.toLocaleString("en")} files in it`);
  files.push([path, file]);
}

async function addHandle(folder, path, files) {
  for await (const inner of folder.values()) {
    const innerPath = path + "/" + inner.name;
    if (inner.kind === "directory") await addHandle(inner, innerPath, files);
    else add(innerPath, isRead(inner.name) ? await inner.getFile() : NOT_READ, files);
  }
}

async function addEntry(folder, path, files) {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const inner of some) {
      const innerPath = path + "/" + inner.name;
      if (inner.isDirectory) await addEntry(inner, innerPath, files);
      else add(innerPath, isRead(inner.name) ? await fileOf(inner) : NOT_READ, files);
    }
  }
}

const isRead = (name) => isWanted(name) || isContainer(name);
const fileOf = (entry) => new Promise((done, failed) => entry.file(done, failed));
