// Opens games: those in the page's own data; in wardrobe.html, also any others.

import { app } from "../app.js";
import { openArt } from "../comparison/art.js";
import { byId } from "../dom.js";
import { openImage } from "../../../library/javascript/wardrobe.js";

/** The page's data: {games: [{name, side, image, archive or art}], diff}. */
export function pageData() {
  return JSON.parse(byId("data").textContent);
}

/** Returns the bytes of a data element. Removes the element's text, which is base64. */
function takeBytes(id) {
  const node = byId(id), binary = atob(node.textContent.trim()), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  node.remove();
  return bytes;
}

/** Opens a game of the page's data. `image` names the element with the deflated image; `archive` names the element with
 *  the whole file, which only wardrobe.html can open. `art` are remade pictures of the first of the `others`. */
export async function openEmbedded({ name, side, image, archive, art }, others) {
  if (art) return { name, side, archive: others[0].archive, art: await openArt(art) };
  if (archive) return { ...await openFiles(name, [[name, new Blob([takeBytes(archive)])]], () => {}), side };
  if (!image) return { name, side, archive: null };
  const stream = new Blob([takeBytes(image)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return { name, side, archive: openImage(await new Response(stream).arrayBuffer()) };
}

/** Opens [name, File] pairs as a game; only in wardrobe.html. */
export async function openFiles(name, files, progress) {
  const { archive, image } = await app.extras.openFiles(files, progress);
  return { name, side: null, archive: openImage(image, archive) };
}
