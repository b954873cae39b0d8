// Opens games: those in the page's own data; in wardrobe.html, also any others.

import { app } from "../app.js";
import { openArt } from "../comparison/art.js";
import { byId } from "../dom.js";
import { openArchive, takeBytes } from "../module.js";

/** The page's data: {games: [{name, side, archive, art or script, …}], diff, title}. */
export function pageData() {
  return JSON.parse(byId("data").textContent);
}

/** Opens a game of the page's data. `archive` names the element with the archive's file; null: nothing, in a comparison;
 *  or it is in a `script` of its own, in a catalogue. `art` are remade pictures of the first of the `others`. */
export async function openEmbedded({ archive, art, ...game }, others) {
  if (art) return { ...game, archive: others[0].archive, art: await openArt(art) };
  return { ...game, archive: archive && await openArchive(takeBytes(archive), false) };
}

/** Opens [name, File] pairs as a game; only in wardrobe.html. */
export async function openFiles(name, files, progress) {
  return { name, side: null, archive: await openArchive(await app.extras.pack(files, progress), true) };
}
