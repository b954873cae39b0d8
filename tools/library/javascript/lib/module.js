// WebAssembly modules, which are compiled once.

import { readBytes } from "./source.js";

const known = new Map(); // URL → the promise of its module

/** The module from a source; a module itself is returned as it is. */
export async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  const key = source instanceof URL ? source.href : null;
  if (known.has(key)) return known.get(key);
  const made = readBytes(source).then((bytes) => WebAssembly.compile(bytes));
  if (key === null) return made;
  known.set(key, made);
  return made.catch((error) => {
    known.delete(key); // so that the next call tries again
    throw error;
  });
}
