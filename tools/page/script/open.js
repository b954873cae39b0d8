// Opening games and archives: those in the page's own data, and in wardrobe.html those of its reader.

import { app } from "./app.js";
import { announce, byId, element, pushButton } from "./dom.js";
import { countText, fileStem } from "./names.js";
import { download, tellFailure } from "./save.js";
import { openImage } from "../../library/javascript/wardrobe.js";

/** The description of what is in the page: {games: [{name, side, image or archive}], diff}. */
export function pageData() {
  return JSON.parse(byId("data").textContent);
}

/** The bytes of a data element, whose text in base64 is dropped. */
function takeBytes(id) {
  const node = byId(id), binary = atob(node.textContent.trim()), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  node.remove();
  return bytes;
}

/** Opens a game of the page's data. `image` is the element of an image, deflated; `archive` that of a whole file,
 *  which only wardrobe.html can open. */
export async function openEmbedded({ name, side, image, archive }) {
  if (archive) return openFiles(name, [[name, new Blob([takeBytes(archive)])]], () => {});
  if (!image) return { name, side, archive: null };
  const stream = new Blob([takeBytes(image)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return { name, side, archive: openImage(await new Response(stream).arrayBuffer()) };
}

/** Opens [name, File] pairs as a game; only in wardrobe.html. */
async function openFiles(name, files, progress) {
  const { archive, image } = await app.extras.openFiles(files, progress);
  return { name, side: null, archive: openImage(image, archive) };
}

let show; // (games, diff)
let busy = false;
let own = false; // whether the game that is shown is the reader's

/** Adds the buttons and listens to drops; opened(games, diff) is called with a game, or two that were compared. */
export function listenToDrops(opened) {
  show = opened;
  byId("welcome").hidden = false;
  const chooser = (properties) => {
    const input = element("input", { type: "file", multiple: true, hidden: true, ...properties });
    input.addEventListener("change", () => {
      open([...input.files].map((file) => [file.webkitRelativePath || file.name, file]));
      input.value = ""; // so that the same can be chosen again
    });
    return input;
  };
  const folder = chooser({ webkitdirectory: true, id: "choose-folder", "aria-label": "A game's folder" });
  const files = chooser({ id: "choose-files", "aria-label": "A game's files, or an archive" });
  byId("game-tools").replaceChildren(folder, files,
    pushButton("Open a game …", () => folder.click(), { className: "main",
      title: "A game's folder; you can also drop it anywhere on the page" }),
    pushButton("Files …", () => files.click(), { title: "The files of a game, or a .wardrobe archive" }),
    pushButton("Save .wardrobe", save, { id: "save-archive",
      title: "This game as an archive, which the program reads too" }));
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    tellFailure(async () => open(await dropped(event.dataTransfer)));
  });
}

/** The game that is shown; of a comparison the new one. */
const current = () => app.game ?? app.games.at(-1);

function save() {
  const { archive, name } = current();
  download(new Blob([archive.file], { type: "application/octet-stream" }), fileStem(name) + ".wardrobe");
}

/** All files of a drop, those in folders too, as [path, File] pairs. */
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files].map((file) => [file.name, file]);
  const found = [];
  for (const entry of entries) await addFiles(entry, found);
  return found;
}

const MOST_FILES = 20000;

async function addFiles(entry, found) {
  if (found.length >= MOST_FILES) throw new Error(`more than ${MOST_FILES} files`);
  if (entry.isFile) {
    found.push([entry.fullPath.replace(/^\//, ""), await new Promise((done, failed) => entry.file(done, failed))]);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const inner of some) await addFiles(inner, found);
  }
}

/** Files without the folder that all of them are in, the name of that game, and what to call it in a message. */
function named(files) {
  if (files.length === 0) return { name: "", text: "This", files };
  const top = files[0][0].split("/")[0];
  if (files.every(([path]) => path.startsWith(top + "/"))) {
    return { name: top, text: top, files: files.map(([path, file]) => [path.slice(top.length + 1), file]) };
  }
  if (files.length === 1) return { name: top, text: top, files };
  return { name: top.replace(/\.[^.]*$/, ""), text: countText(files.length, "file"), files };
}

/** What to do with a second game: "show", "compare", or "" for nothing. */
async function choice(name) {
  if (!own) return "show";
  const dialog = byId("drop-choice");
  byId("drop-title").textContent = `${name} and ${current().name}`;
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  return dialog.returnValue;
}

async function open(paths) {
  if (busy || byId("drop-choice").open) return;
  const { name, text, files } = named(paths), chosen = await choice(name);
  if (chosen === "") return;
  busy = true;
  showProgress(`Opening ${text} …`);
  try {
    const game = await openFiles(name, files, showDone);
    if (chosen === "compare") await compare(current(), game);
    else show([game], null);
    own = true;
    byId("welcome").hidden = true;
    announce(`${name}: ${countText(game.archive.costumes.length, "costume")}`);
  } catch (error) {
    byId("open-failed").textContent = `${text} cannot be opened: ${error.message}`;
    byId("open-failed").hidden = false;
  } finally {
    byId("opening").hidden = true;
    busy = false;
  }
}

async function compare(before, after) {
  showProgress("Comparing …");
  const diff = await app.extras.compare(before.archive.file, after.archive.file);
  before.side = "old";
  after.side = "new";
  show([before, after], diff);
}

function showProgress(text) {
  byId("opening").hidden = false;
  byId("opening").firstElementChild.textContent = text;
  byId("open-failed").hidden = true;
  showDone(0);
}

function showDone(done) {
  byId("opening").lastElementChild.value = done;
}
