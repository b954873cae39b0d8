// Inflates zstd frames, and checks what it is given and what comes out.

import { LIMITS } from "./columns.js";
import { need, WardrobeError } from "./error.js";
import { xxh64Low } from "./xxh64.js";

const MAX_BLOCK = 128 << 10;

/** fzstd, which is imported only when it is needed. */
export async function defaultInflate() {
  const { decompress } = await import("fzstd");
  // Without a buffer to inflate into, fzstd is much faster, but allocates whatever size the frame's head states.
  return (frame, size) => contentSize(frame) === size ? decompress(frame) : decompress(frame, new Uint8Array(size));
}

/** Inflates a frame, which is at `offset` in the file; `size` and `checksum`: as the seek table states them. */
export function inflateFrame(inflate, frame, size, checksum, offset) {
  checkFrame(frame, size, offset);
  // The checksum inside the frame is the same number.
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

/** The parts of a zstd frame's head (RFC 8878 3.1.1.1), of which fzstd believes everything. */
function head(frame) {
  const flags = frame[4], single = flags >> 5 & 1, sizeBytes = [single, 2, 4, 8][flags >> 6];
  const window = single ? 0 : 2 ** (10 + (frame[5] >> 3)) * (1 + (frame[5] & 7) / 8);
  const size = sizeBytes ? littleEndian(frame, 6 - single, sizeBytes) + (sizeBytes === 2 ? 256 : 0) : undefined;
  return { flags, window, size, sizeBytes, end: 6 - single + sizeBytes };
}

/** What the frame's head says it inflates to; undefined if it does not, or if fzstd cannot tell. */
function contentSize(frame) {
  const { size, sizeBytes } = head(frame);
  return sizeBytes === 8 ? undefined : size;
}

/** Checks that it is one frame, no more and no less, as FORMAT.md, "The file", has it. */
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
