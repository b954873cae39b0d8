// The state of the page, and the settings that it remembers for its user.

/** Shared by all views. */
export const app = {
  /** What the page is called; undefined: by its games. */
  title: undefined,
  /** The games of the page: {name, archive, side, file, given}. `name` is that of the file or folder, and `file`
   *  the path of one of its files, if the user opened it. `given` are names that came with the page. `archive` is null if a comparison has
   *  nothing on that side. `side` is "old" or "new" in a comparison; "1", "2", … if there are several games; else
   *  null. */
  games: [],
  /** The game that is shown. */
  game: null,
  /** The additional functions of wardrobe.html: extras.js of tools/page. Null in other pages. */
  extras: globalThis.wardrobeExtras ?? null,
  /** The page as it was loaded, with its data: other pages are saved from it. Null without extras. */
  pristine: globalThis.wardrobeExtras ? document.documentElement.cloneNode(true) : null,
};

const plainName = (name) => name.replace(/\.wardrobe$/i, "");

/** The games with the same costumes, which are not shown. */
export const alsoText = ({ also = [] }) => (also.length > 0 ? "the same as " + also.map(plainName).join(", ") : "");

/** The game's name. Games with one name are told apart by version, or else by file, or else by side. */
export function gameTitle(game, games = app.games) {
  const same = games.filter(({ name }) => name === game.name), title = plainName(game.name);
  if (same.length < 2) return title;
  const tell = [({ archive }) => archive && versionName(archive), ({ file }) => file, ({ side }) => side]
    .find((told) => same.every(told) && new Set(same.map(told)).size === same.length);
  return tell ? `${title} (${tell(game)})` : title;
}

/** The name of a game's version. */
export function versionName(archive) {
  const { version, humongous } = archive.game;
  return humongous ? "Humongous " + humongous : "SCUMM " + version;
}

const PREFIX = "wardrobe.";

/** The value that was remembered as `name`. If there is none, or fits(value) is false, `otherwise`. */
export function remembered(name, otherwise, fits) {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + name));
    return fits(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The storage is full, or not allowed.
  }
}
