// What the page shows at the moment.

/** An archive with the name of its file; `archive` is null where a comparison has nothing on one side. */
export class Game {
  constructor(name, archive, { side = null } = {}) {
    this.name = name;
    this.archive = archive;
    this.side = side; // "old" or "new" in a comparison
  }
}

/** Shared by all views: the games of the page, the one that is shown, and what the reader chose to see of it. */
export const app = {
  games: [],
  game: null,
  /** What wardrobe.html can do beyond other pages: extras.js of tools/page. Null in these. */
  extras: globalThis.wardrobeExtras ?? null,
};

/** What versions are called. */
export function versionName(archive) {
  const version = archive.gameVersion;
  return version < 10 ? "SCUMM " + version : "Humongous " + version;
}
