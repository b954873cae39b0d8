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

/** A zstd frame is needed that was not read from its File: Archive.load() reads it and tries again. */
export class NotRead extends Error {
  constructor(image, frame) {
    super("not read from the file yet: await load() of the costume or archive first");
    this.name = "NotRead";
    this.image = image;
    this.frame = frame;
  }
}
