// What goes wrong.

/** The file is damaged, or is no archive. `offset` is a place in the file, where one is known. */
export class WardrobeError extends Error {
  constructor(message, offset) {
    super(offset === undefined ? message : `${message} (at offset ${offset})`);
    this.name = "WardrobeError";
    this.offset = offset;
  }
}

/** Throws a WardrobeError unless the condition holds. */
export function need(condition, message, offset) {
  if (!condition) throw new WardrobeError(message, offset);
}

/** Throws an error that something is missing, with a list of what there is. */
export function missing(message, values) {
  const shown = values.slice(0, 20).join(", ") || "none";
  throw new RangeError(`${message} ${shown}${values.length > 20 ? ", …" : ""}`);
}
