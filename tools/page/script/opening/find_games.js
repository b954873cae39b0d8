// Finds games among files by their names only. Files are [path, File] pairs.

// The names of index and resource files, including those of games that are not read (SCUMM.md §1 "Names", "Not read").
// An index is disk 0. Up to version 3, it is 00, beside the files of the rooms.
const V4 = /^(?:(000)\.lfl|disk\d{1,3}\.lec)$/i;
const NUMBERED = /^(.+)\.(?:(000|(?:la|sm|he)0)|\d{3}|(?:la|sm|he)\d|\([a-z]\))$/i;
const ROOM = /^(?:(00)|\d\d)\.(?:lfl|man)$/i;
const OLD = /\.(d64|dsk|prg)$/i;
const OTHER = /\.lfl$/i; // of version 4, beside the disks

/** What a file's name says: {stem, isIndex, isOld}; null if it is no name of a game's file. Files of one game have the
 *  same stem. */
function gameName(name) {
  const v4 = V4.exec(name), numbered = NUMBERED.exec(name), room = ROOM.exec(name);
  if (v4) return { stem: "", isIndex: v4[1] !== undefined, isOld: false };
  if (room) return { stem: "/", isIndex: room[1] !== undefined, isOld: false };
  if (numbered) return { stem: numbered[1].toLowerCase(), isIndex: numbered[2] !== undefined, isOld: false };
  return OLD.test(name) ? { stem: "", isIndex: false, isOld: true } : null;
}

export const isGameFile = (name) => gameName(name) !== null || OTHER.test(name);
export const isArchive = (name) => /\.wardrobe$/i.test(name);
export const isZip = (name) => /\.zip$/i.test(name);
/** Whether the file may be a container that packing opens itself: a .pak, or the container of a Mac game. */
export const isContainer = (name) => /\.pak$| data$/i.test(name);
/** Whether the contents of a file are needed to find and pack the games in a folder. For other files, the name is
 *  enough. */
export const isWanted = (name) => isGameFile(name) || isArchive(name) || isZip(name);

const isLitter = (path) => /(^|\/)(__MACOSX\/|\._[^/]*$)/.test(path);
const withoutEnding = (name) => name.replace(/\.[^.]*$/, "");

// Tests for files that lead to a game, the surest kind first. Only the surest kind that is present counts, because
// saved games have names like those of resource files.
const LEADERS = [({ isIndex }) => isIndex, ({ isOld }) => !isOld, () => true];

/** A folder's files. */
class Folder {
  files = []; // {name, file, known}; `known` is the result of gameName()

  constructor(path) {
    this.path = path;
  }

  /** The games that files of this kind lead to. */
  gamesOf(leads) {
    const leading = this.files.filter(({ known }) => known && leads(known));
    const stems = [...new Set(leading.map((one) => one.known.stem))];
    return stems.map((stem) => this.#game(stem, leading.find((one) => one.known.stem === stem), stems.length === 1));
  }

  #game(stem, leader, isAlone) {
    const files = this.files.filter(({ known }) => isAlone || !known || known.stem === stem);
    const own = withoutEnding(leader.name), last = this.path.split("/").at(-1);
    return { kind: "game", path: this.path, name: isAlone && last ? last : own,
      files: files.map(({ name, file }) => [name, file]) };
  }
}

function foldersOf(files) {
  const folders = new Map();
  for (const [path, file] of files) {
    const at = path.lastIndexOf("/"), name = path.slice(at + 1), folder = path.slice(0, Math.max(at, 0));
    if (!folders.has(folder)) folders.set(folder, new Folder(folder));
    folders.get(folder).files.push({ name, file, known: gameName(name) });
  }
  return [...folders.values()];
}

/** The games, sorted: {kind, path, name, files}. `kind` is "game", "archive" or "zip". An archive or a zip is one file;
 *  a zip stands for the games in it. `path` is that of the folder. Zips and containers in folders count only if there
 *  is nothing else. An archive counts only if no game is beside it. */
export function findGames(files) {
  const folders = foldersOf(files.filter(([path]) => !isLitter(path)));
  const packed = (kind, isOne) => folders.flatMap(({ path, files: inside }) => inside
    .filter(({ name }) => isOne(name)).map(({ name, file }) => ({ kind, path, name, files: [[name, file]] })));
  const games = LEADERS.map((leads) => folders.flatMap((folder) => folder.gamesOf(leads)))
    .find((some) => some.length > 0) ?? [];
  const homes = new Set(games.map(({ path }) => path));
  const archives = packed("archive", isArchive).filter(({ path }) => path === "" || !homes.has(path));
  const isAlone = games.length + archives.length === 0;
  const zips = packed("zip", isZip).filter(({ path }) => path === "" || isAlone);
  const containers = isAlone && zips.length === 0 ? packed("game", isContainer) : [];
  return named([...games, ...archives, ...zips, ...containers]).sort((one, other) =>
    inOrder(one.path, other.path) || inOrder(one.name, other.name));
}

const inOrder = new Intl.Collator("en", { numeric: true }).compare;

/** If there is only one game among the opened files, it gets the name of what was opened, however deep it is inside. */
function named(found) {
  const top = ({ path }) => path.split("/")[0];
  return found.map((one) => {
    const isOnly = one.kind === "game" && one.path !== "" && found.filter((other) => top(other) === top(one)).length === 1;
    return isOnly ? { ...one, name: top(one) } : one;
  });
}
