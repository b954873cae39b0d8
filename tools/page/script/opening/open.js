// Opens files in wardrobe.html.

import { app, gameTitle } from "../app.js";
import { announce, byId, element, icon, pushButton } from "../dom.js";
import { countText, fileStem } from "../names.js";
import { download } from "../save.js";
import { ask } from "./ask.js";
import { chosenFolder, droppedFiles, inputFiles } from "./dropped.js";
import { openFiles } from "./embedded.js";
import { findGames } from "./find_games.js";
import { whyNoGame } from "./no_game.js";
import { closeProblem, hideProgress, showDone, showProgress, tellProblem } from "./notice.js";
import { forgetLost, rememberOpened } from "./reload.js";

let show; // show(games, diff)
let busy = false;
let own = false; // whether the user opened the game that is shown

/** Sets whether the page shows its own sample and the welcome. */
function setFresh(fresh) {
  byId("welcome").hidden = !fresh;
  document.body.classList.toggle("fresh", fresh);
}

/** Adds the buttons, and listens to drops. opened(games, diff) is called with a game, or with two games and their
 *  comparison. */
export function listenToDrops(opened) {
  show = opened;
  own = app.games.length > 1; // the page contains a saved comparison
  setFresh(!own);
  fillButtons();
  listenToDrags();
  const lost = forgetLost();
  if (lost) tellProblem(`“${lost}” was open before this page was reloaded. A page cannot keep files: open it again.`);
}

function fillButtons() {
  const folder = fileInput({ webkitdirectory: true, id: "choose-folder", "aria-label": "A game’s folder" });
  const files = fileInput({ id: "choose-files", "aria-label": "A game’s files, a zip or an archive" });
  const openFolder = () => (globalThis.showDirectoryPicker ? take(chosenFolder()) : folder.click());
  const openSome = () => files.click();
  byId("game-tools").replaceChildren(folder, files,
    pushButton("Open a game …", openFolder, { className: "main on-desk",
      title: "A game’s folder; you can also drop it anywhere on the page" }),
    pushButton("Files …", openSome, { title: "The files of a game, a zip of them, or a .wardrobe archive" }),
    pushButton("Save .wardrobe", save, { id: "save-archive",
      title: "This game as an archive, for the program and libraries" }));
  byId("welcome-buttons").replaceChildren(
    pushButton("Open a game’s folder …", openFolder, { className: "main on-desk" }),
    pushButton("Files, a zip or an archive …", openSome, { className: "on-desk" }),
    pushButton("Choose files or a zip …", openSome, { className: "main on-phone" }),
    pushButton("Look at the sample", () => byId("game-name").scrollIntoView(), { id: "see-sample" }));
  byId("open-failed").append(pushButton(icon("close"), closeProblem,
    { className: "round", "aria-label": "Close this message" }));
}

function fileInput(properties) {
  const input = element("input", { type: "file", multiple: true, hidden: true, ...properties });
  input.addEventListener("change", () => {
    take(Promise.resolve(inputFiles(input)));
    input.value = ""; // so that the same file can be chosen again
  });
  return input;
}

/** Listens to dragged files. Links and texts, such as the page's own cards, are left to the browser. */
function listenToDrags() {
  const marked = (on) => document.body.classList.toggle("dropping", on);
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    marked(true);
  });
  addEventListener("dragleave", (event) => { if (event.relatedTarget === null) marked(false); });
  addEventListener("drop", (event) => {
    marked(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    const collecting = droppedFiles(event.dataTransfer);
    if (!busy) showProgress("Reading the dropped files …");
    take(collecting);
  });
}

/** The game that is shown; in a comparison, the new one. */
const current = () => app.game ?? app.games.at(-1);

function save() {
  const { archive, name } = current();
  download(new Blob([archive.file], { type: "application/octet-stream" }), fileStem(name) + ".wardrobe");
}

/** Opens files. `collecting` is a promise of {names, files} (dropped.js), or of null. */
async function take(collecting) {
  if (busy) return;
  busy = true;
  try {
    const given = await collecting;
    if (given) await openGiven(given);
  } catch (error) {
    tellProblem(error.message);
  } finally {
    hideProgress();
    busy = false;
  }
}

async function openGiven({ names, files }) {
  const found = findGames(files);
  if (found.length === 0) throw new Error(whyNoGame(names, files));
  const sides = found.length === 2 && names.length === 2 ? found.map((one) => [one]) : [found];
  const games = [];
  for (const side of sides) {
    const one = await pick(side);
    if (!one) return;
    games.push(await opened(one));
  }
  if (games.length === 2) await compare(...games);
  else await showOrCompare(games[0]);
}

const MOST_ZIPS = 3; // levels of zips inside zips

/** The game to open: the only one, or the one that the user chooses. It may be inside zips. null: none. */
async function pick(found, zips = 0) {
  const one = found.length === 1 ? found[0] : await askWhich(found);
  if (one?.kind !== "zip") return one;
  const [[name, zip]] = one.files;
  if (zips === MOST_ZIPS) throw new Error(`${name} is nested in too many zips; unpack it.`);
  const files = await telling(name, () => app.extras.openZip(zip));
  const inside = files.map(([path, file]) => [`${name.replace(/\.zip$/i, "")}/${path}`, file]);
  const games = findGames(inside);
  if (games.length === 0) throw new Error(whyNoGame([name], inside));
  return pick(games, zips + 1);
}

function askWhich(found) {
  hideProgress();
  const which = found.map((one, i) => ({ value: String(i), text: one.name, more: one.path === one.name ? "" : one.path }));
  return ask(`${found.length} games: which one?`, which).then((value) => found[value] ?? null);
}

/** Does a step of opening `name`. Errors name it. */
async function telling(name, work) {
  showProgress(`Opening ${name} …`);
  try {
    return await work();
  } catch (error) {
    throw new Error(`${name} cannot be opened: ${error.message}`);
  }
}

/** Opens a result of findGames(). */
function opened({ name, path, files }) {
  return telling(name, async () => {
    if (files.every(([, file]) => file.size === 0)) throw new Error("its files are empty: 0 bytes");
    try {
      return { ...await openFiles(name, files, showDone), file: [path, files[0][0]].filter(Boolean).join("/") };
    } catch (error) {
      throw path === "" ? new Error(error.message.replace(/ in this folder$/, "")) : error;
    }
  });
}

async function showOrCompare(game) {
  hideProgress();
  const both = [{ ...game, side: "new" }, { ...current(), side: "old" }];
  const chosen = !own ? "show" : await ask(both.map((one) => gameTitle(one, both)).join(" and "), [
    { value: "show", text: "Show it instead" }, { value: "compare", text: "Compare them" }]);
  if (chosen === "compare") await compare(current(), game);
  else if (chosen === "show") finish([game], null);
}

/** Compares the two games with old and new exchanged. */
export async function exchange() {
  const [before, after] = app.games;
  try {
    await compare(after, before);
  } finally {
    hideProgress();
  }
}

async function compare(before, after) {
  showProgress("Comparing …");
  const diff = await app.extras.compare(before.archive.file, after.archive.file);
  before.side = "old";
  after.side = "new";
  finish([before, after], diff);
}

function finish(games, diff) {
  own = true;
  setFresh(false);
  show(games, diff);
  const name = games.map((game) => gameTitle(game, games)).join(" → ");
  rememberOpened(name);
  announce(`${name}: ${diff ? diff.summary : countText(games[0].archive.costumes.length, "costume")}`);
}
