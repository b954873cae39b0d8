// The page's WebAssembly module: libwardrobe, with functions that write what the page saves.

import { Archive } from "../../library/javascript/lib/archive.js";
import { Instance } from "../../library/javascript/lib/instance.js";
import { NONE } from "../../library/javascript/lib/open_archive.js";
import { byId } from "./dom.js";

/** The bytes of a text in base64. */
export function bytesOf(text) {
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The bytes of a data element, which is removed. */
export function takeBytes(id) {
  const node = byId(id);
  node.remove();
  return bytesOf(node.textContent.trim());
}

/** The same of an element with gzipped bytes. */
export async function takeGzipped(id) {
  const stream = new Blob([takeBytes(id)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

let module; // the promise of the module
let shared; // an instance for all archives with which the page came: a browser has memory for about 120 instances

/** Opens the bytes of an archive. Those that the user opens have instances of their own, whose memory can be freed. */
export async function openArchive(bytes, isOwn) {
  module ??= takeGzipped("module").then((wasm) => WebAssembly.compile(wasm));
  const compiled = await module;
  return new Archive(isOwn ? new Instance(compiled) : shared ??= new Instance(compiled), bytes);
}

const NUMBERS = ["costume", "palette", "look", "scale", "tick_ms", "picture", "timeline", "from", "to", "hidden", "mirror",
  "room", "x", "y", "box", "plane"]; // of a wish, as save.cc has them
const USUAL = { look: 0, scale: 1, tick_ms: 100, from: 0, hidden: 0, mirror: 0, x: 0, y: 0 }; // others: none

/** The files of a wish, as [name, Blob] pairs. A wish has `format`, `costume`, which is a row, and more: `palette`, a
 *  row; `look`, a number; `colors`, words of an ImageData for some of its values, and 0 for the others; `scale`; `tick_ms`; `name`, that
 *  of the file or the beginning of those of several.
 *
 *  - The whole costume, as `wardrobe export` writes it: sheet, aseprite, gif, gpl or pictures.
 *  - With `picture`, a row, the picture as it is stored: png.
 *  - With `timeline`, a row, some of its ticks, `from` to `to`; or of a `script` for `wardrobe replay`: png (the first of
 *    them), gif or apng, as `wardrobe replay` writes them; sheet or aseprite. Without the limbs of the mask `hidden`;
 *    with `mirror` flipped. An image can be in a `room`, a row of palettes, at `x` and `y`, with a `box` and a `plane`, and `states`
 *    of its objects, such as "8=2 9=0". */
export function filesOf({ open }, wish) {
  const { instance } = open, texts = ["format", "name", "script", "states"].map((name) => (wish[name] ? instance.putText(wish[name]) : 0));
  const numbers = NUMBERS.map((name) => Number(wish[name] ?? USUAL[name] ?? NONE));
  const colors = wish.colors ? instance.putWords(wish.colors) : 0;
  const at = instance.putWords([...texts, colors, ...numbers]), size = instance.allocate(4);
  const result = instance.call("page_save", open.handle, at, size);
  const bytes = instance.bytes(result, instance.word(size)).slice();
  for (const lent of [...texts, colors, at, size]) instance.free(lent);
  const end = bytes.findIndex((byte, i) => byte === 10 && bytes[i + 1] === 10);
  const head = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  if (head.startsWith("error ")) throw new Error(head.slice(6));
  let next = end + 2;
  return head === "" ? [] : head.split("\n").map((line) => {
    const [, length, name] = /^(\d+) (.*)$/.exec(line);
    return [name, new Blob([bytes.subarray(next, next += Number(length))], { type: typeOf(name) })];
  });
}

const TYPES = { png: "image/png", apng: "image/apng", gif: "image/gif", json: "application/json", gpl: "text/plain" };
const typeOf = (name) => TYPES[name.split(".").at(-1)] ?? "application/octet-stream";

const listed = { commands: new WeakMap(), calls: new WeakMap() }; // archive → the rows of each costume, by row

/** The rows of `wardrobe list TABLE --json` of a costume: of commands or calls. */
export function rowsOfCostume(table, { archive, row }) {
  const { open: { instance, handle }, costumes } = archive, of = listed[table];
  if (!of.has(archive)) {
    const lines = instance.text(instance.call("page_rows", handle, table === "calls")).split("\n").slice(0, -1);
    const found = costumes.map(() => []);
    for (const one of lines.map((line) => JSON.parse(line))) found[one.costume_row]?.push(one);
    of.set(archive, found);
  }
  return of.get(archive)[row];
}

const wearers = new WeakMap(); // the names of those who wear the costumes of an archive, by row; "": none

/** The name of who wears a costume, as the game's scripts say; "": none. */
export function wearerOf({ archive, row }) {
  const { open } = archive;
  if (!wearers.has(archive)) wearers.set(archive, open.instance.text(open.instance.call("page_wearers", open.handle)).split("\n"));
  return wearers.get(archive)[row];
}

/** What its makers called a timeline's chore, with the number: "wave (6)"; "": nothing, or the chore has a name. */
export function madeName({ archive: { open }, row, chore }) {
  return open.instance.text(open.instance.call("page_chore_name", open.handle, row, chore));
}

/** The chores with which an actor of the game appears, before the first other one. */
export function firstChores({ open }) {
  const { instance } = open, at = instance.allocate(12);
  const count = instance.call("page_first_chores", open.handle, at);
  const chores = Array.from({ length: count }, (_, i) => instance.word(at + 4 * i));
  instance.free(at);
  return chores;
}
