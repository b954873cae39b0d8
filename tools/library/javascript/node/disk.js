import { readFile } from "node:fs/promises";

/** What the file of a path or a file: URL holds; anything else as it is. */
export function fromDisk(source) {
  const isFile = typeof source === "string" || source instanceof URL && source.protocol === "file:";
  return isFile ? readFile(source) : source;
}
