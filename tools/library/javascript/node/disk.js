import { readFile } from "node:fs/promises";

/** The contents of the file that a path or a file: URL names; anything else is returned as it is. */
export function fromDisk(source) {
  const isFile = typeof source === "string" || source instanceof URL && source.protocol === "file:";
  return isFile ? readFile(source) : source;
}
