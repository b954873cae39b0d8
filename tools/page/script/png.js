// Indexed PNG and APNG files. The browser deflates, so nothing but the chunks is left to do.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; ++bit) byte = byte & 1 ? byte >>> 1 ^ 0xedb88320 : byte >>> 1;
  return byte;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ crc >>> 8;
  return ~crc >>> 0;
}

/** A chunk; `fields`: pairs of a number and its size in bytes. */
function chunk(type, fields, data = new Uint8Array(0)) {
  const head = fields.reduce((sum, [, size]) => sum + size, 0);
  const bytes = new Uint8Array(12 + head + data.length), view = new DataView(bytes.buffer);
  view.setUint32(0, head + data.length);
  bytes.set([...type].map((letter) => letter.charCodeAt(0)), 4);
  let at = 8;
  for (const [value, size] of fields) {
    if (size === 4) view.setUint32(at, value);
    else if (size === 2) view.setUint16(at, value);
    else bytes[at] = value;
    at += size;
  }
  bytes.set(data, at);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(4, bytes.length - 4)));
  return bytes;
}

/** Pixel values, row by row, as PNG stores them: each row unfiltered. */
async function deflatedRows(indices, width, height) {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; ++y) rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Header and palette; `palette`: 4 bytes for each pixel value, red, green, blue, alpha. */
function headOf(width, height, palette) {
  const count = palette.length / 4;
  const rgb = new Uint8Array(3 * count), alpha = new Uint8Array(count);
  for (let i = 0; i < count; ++i) {
    rgb.set(palette.subarray(4 * i, 4 * i + 3), 3 * i);
    alpha[i] = palette[4 * i + 3];
  }
  return [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", [[width, 4], [height, 4], [8, 1], [3, 1], [0, 1], [0, 1], [0, 1]]),
    chunk("PLTE", [], rgb), chunk("tRNS", [], alpha)];
}

const END = () => chunk("IEND", []);

/** A PNG of pixel values, as a Blob. */
export async function pngOf(indices, width, height, palette) {
  return new Blob([...headOf(width, height, palette), chunk("IDAT", [], await deflatedRows(indices, width, height)),
    END()], { type: "image/png" });
}

/** An APNG that plays forever; `frames`: {indices, delay in ms}. */
export async function apngOf(frames, width, height, palette) {
  const parts = [...headOf(width, height, palette), chunk("acTL", [[frames.length, 4], [0, 4]])];
  let number = 0;
  for (const [i, { indices, delay }] of frames.entries()) {
    const place = [[width, 4], [height, 4], [0, 4], [0, 4]];
    parts.push(chunk("fcTL", [[number++, 4], ...place, [delay, 2], [1000, 2], [0, 1], [0, 1]]));
    const data = await deflatedRows(indices, width, height);
    parts.push(i === 0 ? chunk("IDAT", [], data) : chunk("fdAT", [[number++, 4]], data));
  }
  return new Blob([...parts, END()], { type: "image/png" });
}
