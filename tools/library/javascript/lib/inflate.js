// Inflates zstd frames. Checks the frames before, and the bytes after.

import { LIMITS } from "./columns.js";
import { need, WardrobeError } from "./error.js";
import { xxh64Low } from "./xxh64.js";

const MAX_BLOCK = 128 << 10;

/** Imports fzstd. It is imported only if it is needed. */
export async function defaultInflate() {
  const { decompress } = await import("fzstd");
  // fzstd is much faster without a buffer to inflate into, but then allocates whatever size the frame's head states.
  return (frame, size) => contentSize(frame) === size ? decompress(frame) : decompress(frame, new Uint8Array(size));
}

/** Inflates a frame. `offset` is its position in the file; `size` and `checksum` are those in the seek table. */
export function inflateFrame(inflate, frame, size, checksum, offset) {
  checkFrame(frame, size, offset);
  // The frame itself ends with the same checksum.
  need(littleEndian(frame, frame.length - 4, 4) === checksum, "wrong checksum of a frame", offset);
  let data;
  try {
    data = inflate(frame, size);
  } catch (error) {
    throw new WardrobeError(`a frame cannot be inflated: ${error.message}`, offset);
  }
  need(data instanceof Uint8Array && data.length === size, "wrong size of a frame", offset);
  need(xxh64Low(data) === checksum, "wrong checksum of a frame", offset);
  return new Uint8Array(data.buffer, data.byteOffset, size);
}

function littleEndian(bytes, at, size) {
  let value = 0;
  for (let i = size - 1; i >= 0; --i) value = 256 * value + bytes[at + i];
  return value;
}

/** Reads the head of a zstd frame (RFC 8878 3.1.1.1). fzstd believes everything that a head states. */
function head(frame) {
  const flags = frame[4], single = flags >> 5 & 1, sizeBytes = [single, 2, 4, 8][flags >> 6];
  const window = single ? 0 : 2 ** (10 + (frame[5] >> 3)) * (1 + (frame[5] & 7) / 8);
  const size = sizeBytes ? littleEndian(frame, 6 - single, sizeBytes) + (sizeBytes === 2 ? 256 : 0) : undefined;
  return { flags, window, size, sizeBytes, end: 6 - single + sizeBytes };
}

/** The size that the head states for the inflated frame; undefined if it states none, or one that fzstd cannot read. */
function contentSize(frame) {
  const { size, sizeBytes } = head(frame);
  return sizeBytes === 8 ? undefined : size;
}

/** Checks that `frame` is exactly one zstd frame, of the kind in FORMAT.md, "The file". */
function checkFrame(frame, stated, offset) {
  need(frame.length >= 12 && littleEndian(frame, 0, 4) === 0xfd2fb528, "no zstd frame", offset);
  const { flags, window, size, end } = head(frame);
  need((flags & 15) === 4, "a frame without a checksum, or with a dictionary", offset);
  need(window <= LIMITS.frame_size, "a frame with too large a window", offset);
  need(size === undefined || size === stated, "wrong size of a frame", offset);
  let at = end;
  for (let last = false; !last;) {
    need(at + 3 <= frame.length, "a frame that is cut", offset);
    const block = littleEndian(frame, at, 3), kind = block >> 1 & 3, length = block >> 3;
    need(kind < 3 && length <= MAX_BLOCK, "a block of an unknown kind, or too large", offset);
    last = (block & 1) === 1;
    at += 3 + (kind === 1 ? 1 : length); // kind 1 is one byte, repeated
  }
  need(at + 4 === frame.length, "a frame of another size than the seek table says", offset);
}
