// What is in the page's own data elements: JSON, and archives in base64.

import { openImage } from "../../library/javascript/wardrobe.js";
import { app, Game } from "./app.js";
import { byId } from "./dom.js";

/** The description of what is in the page: {games: [{name, side, image or archive}], diff}. */
export function pageData() {
  return JSON.parse(byId("data").textContent);
}

function bytesOfBase64(text) {
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The bytes of a data element, whose text is dropped. */
function takeBytes(id) {
  const node = byId(id), bytes = bytesOfBase64(node.textContent.trim());
  node.remove();
  return bytes;
}

/** Opens a game of the page's data. `image` is the element of an image, deflated; `archive` that of a whole file,
 *  which only wardrobe.html can open. */
export async function openEmbedded({ name, side, image, archive }) {
  if (archive) return openFiles(name, [[name, new Blob([takeBytes(archive)])]], () => {});
  if (!image) return new Game(name, null, { side });
  const stream = new Blob([takeBytes(image)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Game(name, openImage(await new Response(stream).arrayBuffer()), { side });
}

/** Opens [name, File] pairs as a game; only in wardrobe.html. */
export async function openFiles(name, files, progress) {
  const { archive, image } = await app.extras.openFiles(files, progress);
  return new Game(name, openImage(image, archive));
}
