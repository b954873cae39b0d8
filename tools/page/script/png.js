// Indexed PNG and APNG files. The browser deflates the pixels; this module writes the chunks.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; ++bit) byte = byte & 1 ? byte >>> 1 ^ 0xedb88320 : byte >>> 1;
  return byte;
});

function crc32(parts) {
  let crc = 0xffffffff;
  for (const part of parts) for (const byte of part) crc = CRC_TABLE[(crc ^ byte) & 255] ^ crc >>> 8;
  return ~crc >>> 0;
}

const words = (...values) => Uint8Array.from(values.flatMap((value) => [24, 16, 8, 0].map((bits) => value >>> bits)));

/** A chunk, as a list of parts for a Blob. */
function chunk(type, ...data) {
  const parts = [new TextEncoder().encode(type), ...data];
  return [words(data.reduce((sum, { length }) => sum + length, 0)), ...parts, words(crc32(parts))];
}

/** Bytes compressed as a zlib stream. */
export async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Deflates pixel values in the form of PNG: row by row, each without a filter. */
function deflatedRows(indices, width, height) {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; ++y) rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return deflated(rows);
}

/** A file with a header, the palette and `chunks`. `palette` has red, green, blue and alpha of each pixel value. */
function fileOf(width, height, palette, chunks) {
  return new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    ...chunk("IHDR", words(width, height), Uint8Array.of(8, 3, 0, 0, 0)),
    ...chunk("PLTE", palette.filter((_, i) => i % 4 !== 3)), ...chunk("tRNS", palette.filter((_, i) => i % 4 === 3)),
    ...chunks, ...chunk("IEND")], { type: "image/png" });
}

/** A PNG of pixel values, as a Blob. */
export async function pngOf(indices, width, height, palette) {
  return fileOf(width, height, palette, chunk("IDAT", await deflatedRows(indices, width, height)));
}

/** An APNG that plays forever. `frames` are {indices, delay in ms}. */
export async function apngOf(frames, width, height, palette) {
  const parts = chunk("acTL", words(frames.length, 0));
  let number = 0;
  for (const [i, { indices, delay }] of frames.entries()) {
    // The delay is a fraction of two 16-bit numbers. The 0, 0 after it: each frame replaces the one before.
    parts.push(...chunk("fcTL", words(number++, width, height, 0, 0, delay << 16 | 1000), Uint8Array.of(0, 0)));
    const data = await deflatedRows(indices, width, height);
    parts.push(...(i === 0 ? chunk("IDAT", data) : chunk("fdAT", words(number++), data)));
  }
  return fileOf(width, height, palette, parts);
}
