// Errors.

/** The file is damaged or is not an archive. `offset` is the position in the file, if it is known. */
export class WardrobeError extends Error {
  constructor(message, offset) {
    super(offset === undefined ? message : `${message} (at offset ${offset})`);
    this.name = "WardrobeError";
    this.offset = offset;
  }
}

/** Throws an error about something missing. The message lists the values that exist. */
export function missing(message, values) {
  const shown = values.slice(0, 20).join(", ") || "none";
  throw new RangeError(`${message} ${shown}${values.length > 20 ? ", …" : ""}`);
}
