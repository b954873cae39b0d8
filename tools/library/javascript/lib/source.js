// Where an archive is read from.

/** Plain bytes, also of a Buffer, whose slice() does not copy. */
export function bytesOf(source, wanted = "an archive is opened from an ArrayBuffer, Uint8Array, Blob, Reader or path") {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  throw new TypeError(wanted);
}

/** A Reader; of what is in memory with all its `bytes`. */
export async function readerOf(source) {
  if (typeof source === "string") source = await (await import("node:fs/promises")).readFile(source);
  if (typeof Blob !== "undefined" && source instanceof Blob) return blobReader(source);
  if (typeof source?.read === "function") return source;
  const bytes = bytesOf(source);
  return { size: bytes.length, bytes, read: async (offset, size) => bytes.subarray(offset, offset + size) };
}

function blobReader(blob) {
  return {
    size: blob.size,
    read: async (offset, size) => new Uint8Array(await blob.slice(offset, offset + size).arrayBuffer()),
  };
}
