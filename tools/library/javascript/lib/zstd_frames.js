// The outer half of an archive: FORMAT.md, "The file".

import { need, NotRead } from "./error.js";
import { inflateFrame } from "./inflate.js";
import { bytesOf } from "./source.js";

const LEADING_SIZE = 40;
const LEADING_ENTRY = [LEADING_SIZE, 0, 0x51d8e999]; // in the seek table
const MAX_FRAME = 8 << 20;
const READ_AT_ONCE = 64 << 10;
const MAX_KEPT = 256 << 20; // of inflated bytes

/** Opens the file of a Reader. */
export async function openZstdFrames(reader, inflate) {
  const size = reader.size, offset = size - 9;
  need(size >= LEADING_SIZE + 9, "too short for an archive", size);
  checkLeading(await readBytes(reader, 0, LEADING_SIZE), size);
  const end = viewOf(await readBytes(reader, offset, 9));
  need(end.getUint32(5, true) === 0x8f92eab1 && end.getUint8(4) === 0x80,
    "no seek table with checksums at the end", offset);
  const count = end.getUint32(0, true), start = offset - 12 * count - 8;
  need(count >= 2 && start >= LEADING_SIZE, "more frames than the file can hold", offset);
  const entries = entriesOf(viewOf(await readBytes(reader, start, 8 + 12 * count)), count, start);
  const frames = new ZstdFrames(reader, inflate, entries);
  await frames.fetch(1);
  return frames;
}

function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function readBytes(reader, offset, size) {
  const bytes = bytesOf(await reader.read(offset, size));
  need(bytes.length === size, "the file ends too early", offset + bytes.length);
  return bytes;
}

function checkLeading(bytes, fileSize) {
  const view = viewOf(bytes), major = view.getUint16(16, true);
  need(view.getUint32(0, true) === 0x184d2a50 && view.getUint32(4, true) === LEADING_SIZE - 8
    && String.fromCharCode(...bytes.subarray(8, 16)) === "WARDROBE", "no archive", 0);
  need(major === 1, `an archive of version ${major}, which this reader does not know`, 16);
  need(view.getUint32(20, true) === 0, "reserved bytes are not zero", 20);
  const length = view.getBigUint64(24, true);
  need(length === BigInt(fileSize), `the file should have ${length} bytes`, fileSize);
}

/** Of each frame: size in the file, size inflated, checksum, and where it starts in file and image. */
function entriesOf(table, count, end) {
  need(table.getUint32(0, true) === 0x184d2a5e && table.getUint32(4, true) === 12 * count + 9, "no seek table", end);
  const fields = [0, 4, 8].map((at) =>
    Uint32Array.from({ length: count }, (_, frame) => table.getUint32(8 + 12 * frame + at, true)));
  const [fileSizes, sizes, checksums] = fields;
  need(LEADING_ENTRY.every((value, i) => fields[i][0] === value), "the first frame is not the leading one", end + 8);
  need(sizes.every((size) => size <= MAX_FRAME), "a frame of more than 8 MiB", end);
  const fileStarts = sums(fileSizes), starts = sums(sizes);
  need(fileStarts[count] === end, "the sizes of the frames do not add up", end);
  return { sizes, checksums, fileStarts, starts };
}

function sums(sizes) {
  const starts = new Float64Array(sizes.length + 1);
  sizes.forEach((size, i) => { starts[i + 1] = starts[i] + size; });
  return starts;
}

/** The zstd frames of a file. Their bytes are read by fetch() and kept, and inflated and checked when they are
 *  asked for; the last ones are kept inflated too. Frame 0, the leading one, inflates to nothing. */
class ZstdFrames {
  #reader; #inflate; #entries;
  #compressed = new Map(); // what was read, by frame
  #kept = new Map(); // what was inflated, by frame, the one not used for longest first
  #keptBytes = 0;

  constructor(reader, inflate, entries) {
    this.#reader = reader;
    this.#inflate = inflate;
    this.#entries = entries;
    this.size = entries.starts.at(-1); // of the image
    this.headSize = entries.sizes[1];
    this.fileSize = reader.size;
    this.inflatedBytes = 0; // so far
  }

  /** Reads the bytes of a frame, and a few frames more. */
  async fetch(first) {
    if (this.#compressed.has(first) || this.#reader.bytes) return;
    const { sizes, fileStarts } = this.#entries;
    let end = first + 1;
    while (end < sizes.length && fileStarts[end + 1] - fileStarts[first] <= READ_AT_ONCE) ++end;
    const start = fileStarts[first];
    const bytes = await readBytes(this.#reader, start, fileStarts[end] - start);
    for (let frame = first; frame < end; ++frame) {
      this.#compressed.set(frame, bytes.subarray(fileStarts[frame] - start, fileStarts[frame + 1] - start));
    }
  }

  /** Bytes of the image, which must lie inside it; a copy only where they cross frames. */
  read(start, size) {
    let frame = this.#frameAt(start);
    const begin = start - this.#entries.starts[frame];
    const data = this.#frame(frame);
    if (begin + size <= data.length) return data.subarray(begin, begin + size);
    const bytes = new Uint8Array(size);
    bytes.set(data.subarray(begin));
    for (let at = data.length - begin; at < size;) {
      const more = this.#frame(++frame).subarray(0, size - at);
      bytes.set(more, at);
      at += more.length;
    }
    return bytes;
  }

  /** The last frame that starts there or before. */
  #frameAt(position) {
    const { sizes, starts } = this.#entries;
    let low = 0, high = sizes.length - 1;
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (starts[middle] <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #frame(number) {
    let data = this.#kept.get(number);
    if (data === undefined) {
      data = number === 0 ? new Uint8Array(0) : this.#inflated(number);
      this.#keptBytes += data.length;
    } else {
      this.#kept.delete(number);
    }
    this.#kept.set(number, data);
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= MAX_KEPT || oldest === number) break;
      this.#keptBytes -= this.#kept.get(oldest).length;
      this.#kept.delete(oldest);
    }
    return data;
  }

  #inflated(number) {
    const { sizes, checksums, fileStarts } = this.#entries, start = fileStarts[number];
    const frame = this.#reader.bytes?.subarray(start, fileStarts[number + 1]) ?? this.#compressed.get(number);
    if (frame === undefined) throw new NotRead(this, number);
    const data = inflateFrame(this.#inflate, frame, sizes[number], checksums[number], start);
    this.inflatedBytes += data.length;
    return data;
  }
}
