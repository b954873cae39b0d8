// The zstd frames of an archive: FORMAT.md, "The file".

import { budget, LIMITS } from "./columns.js";
import { need } from "./error.js";
import { inflateFrame } from "./inflate.js";
import { lastUpTo } from "./rows.js";
import { viewOf } from "./source.js";

const LEADING_SIZE = 40;
const LEADING_ENTRY = [LEADING_SIZE, 0, 0x51d8e999]; // in the seek table: size, inflated size, checksum
const MAX_KEPT = 256 << 20; // bytes of inflated frames that are kept

/** Reads the seek table of a file, and returns its entries. */
function readEntries(file) {
  const size = file.length, offset = size - 9;
  need(size >= LEADING_SIZE + 9, "too short for an archive", size);
  checkLeading(file.subarray(0, LEADING_SIZE), size);
  const end = viewOf(file.subarray(offset));
  need(end.getUint32(5, true) === 0x8f92eab1 && end.getUint8(4) === 0x80,
    "no seek table with checksums at the end", offset);
  const count = end.getUint32(0, true), start = offset - 12 * count - 8;
  need(count >= 2 && start >= LEADING_SIZE, "more frames than the file can hold", offset);
  need(count <= LIMITS.frames, "more frames than an archive may have", offset);
  return entriesOf(viewOf(file.subarray(start)), count, start);
}

function checkLeading(bytes, fileSize) {
  const view = viewOf(bytes), major = view.getUint16(16, true);
  need(view.getUint32(0, true) === 0x184d2a50 && view.getUint32(4, true) === LEADING_SIZE - 8
    && String.fromCharCode(...bytes.subarray(8, 16)) === "WARDROBE", "no archive", 0);
  need(major !== 1, "made by a version before the first release; pack again", 16);
  need(major === 2, `an archive of version ${major}, which this reader does not know`, 16);
  need(view.getUint32(20, true) === 0, "reserved bytes are not zero", 20);
  const length = view.getBigUint64(24, true);
  need(length === BigInt(fileSize), `the file should have ${length} bytes`, fileSize);
}

/** Columns with an element per frame: inflated size, checksum, and where the frame starts in the file and in the
 *  image. */
function entriesOf(table, count, end) {
  need(table.getUint32(0, true) === 0x184d2a5e && table.getUint32(4, true) === 12 * count + 9, "no seek table", end);
  const fields = [0, 4, 8].map((at) =>
    Uint32Array.from({ length: count }, (_, frame) => table.getUint32(8 + 12 * frame + at, true)));
  const [fileSizes, sizes, checksums] = fields;
  need(LEADING_ENTRY.every((value, i) => fields[i][0] === value), "the first frame is not the leading one", end + 8);
  const isRight = (size, frame) => frame === 0
    || (size > 0 && size <= LIMITS.frame_size && fileSizes[frame] <= budget(LIMITS.frame_bytes, size));
  need(sizes.every(isRight), "a frame of a size that no frame has", end);
  const fileStarts = sums(fileSizes), starts = sums(sizes);
  need(fileStarts[count] === end, "the sizes of the frames do not add up", end);
  return { sizes, checksums, fileStarts, starts };
}

function sums(sizes) {
  const starts = new Float64Array(sizes.length + 1);
  sizes.forEach((size, i) => { starts[i + 1] = starts[i] + size; });
  return starts;
}

/** The zstd frames of a file. A frame is inflated and checked when it is asked for, and the last ones are kept. Frame 0
 *  is the leading frame, and inflates to nothing. */
export class ZstdFrames {
  #file; #inflate; #entries;
  #kept = new Map(); // inflated frames by number, the least recently used one first
  #keptBytes = 0;

  constructor(file, inflate) {
    this.#file = file;
    this.#inflate = inflate;
    this.#entries = readEntries(file);
    this.size = this.#entries.starts.at(-1); // of the image, in bytes
    this.headSize = this.#entries.sizes[1];
    this.fileSize = file.length;
    this.inflatedBytes = 0; // so far
  }

  /** Bytes of the image; the range must lie inside it. They are a copy only if they are in several frames. */
  read(start, size) {
    let frame = lastUpTo(this.#entries.starts, start);
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
    const frame = this.#file.subarray(start, fileStarts[number + 1]);
    const data = inflateFrame(this.#inflate, frame, sizes[number], checksums[number], start);
    this.inflatedBytes += data.length;
    return data;
  }
}
