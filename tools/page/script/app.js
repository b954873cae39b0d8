// What the page shows at the moment, and what it remembers of its reader.

/** Shared by all views. */
export const app = {
  /** The games of the page: {name, archive, side}. `name` is that of the file; `archive` is null where a comparison has
   *  nothing on one side, and `side` is "old" or "new" in a comparison, or null. */
  games: [],
  /** The one that is shown. */
  game: null,
  /** What wardrobe.html can do beyond other pages: extras.js of tools/page. Null in these. */
  extras: globalThis.wardrobeExtras ?? null,
  /** Where there are extras: the page as it came, with all that it has inside, to save another one. */
  pristine: globalThis.wardrobeExtras ? document.documentElement.cloneNode(true) : null,
};

/** What versions are called. */
export function versionName(archive) {
  const version = archive.gameVersion;
  return version < 10 ? "SCUMM " + version : "Humongous " + version;
}

const PREFIX = "wardrobe.";

/** A remembered value if `fits` says that it is one, else `otherwise`. */
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
    // Full, or not allowed.
  }
}
