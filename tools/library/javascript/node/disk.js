import { readFile } from "node:fs/promises";

/** Reads the file that a path or a file: URL names. Any other source is returned as it is. */
export function fromDisk(source) {
  const isFile = typeof source === "string" || source instanceof URL && source.protocol === "file:";
  return isFile ? readFile(source) : source;
}
