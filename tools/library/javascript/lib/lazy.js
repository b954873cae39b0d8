/** In a getter: what it returned once stays a property of that object. */
export function lazy(object, name, value) {
  Object.defineProperty(object, name, { value, enumerable: true });
  return value;
}

/** Rows `start` to `stop` - 1 as objects. */
export function rowsOf([start, stop], make) {
  return Array.from({ length: stop - start }, (_, i) => make(start + i));
}
