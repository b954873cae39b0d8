// The sources from which archives and the modules are read.

const WANTED = "an ArrayBuffer, a Uint8Array, a Blob, a Response or a URL is needed";

/** The bytes of an ArrayBuffer or a view as a plain Uint8Array, without a copy. The slice() of a Buffer would not
 *  copy. */
export function bytesOf(source, wanted = WANTED) {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  throw new TypeError(wanted);
}

/** Reads a URL, or in Node.js a path or a file: URL, which its fetch does not know. */
async function fetched(source) {
  const isFile = typeof source === "string" || source.protocol === "file:";
  if (!isFile || !globalThis.process?.versions?.node) return fetch(source);
  const disk = "node:fs/promises"; // by a variable, so that bundlers leave this import alone
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ disk)).readFile(source);
}

/** All bytes of a source, or of a promise of one. */
export async function readBytes(source) {
  let found = await source;
  if (typeof found === "string" || found instanceof URL) found = await fetched(found);
  if (found?.ok === false) throw new Error(`${found.url}: status ${found.status}`);
  if (typeof found?.arrayBuffer === "function") found = await found.arrayBuffer();
  return bytesOf(found);
}
