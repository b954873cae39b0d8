// Draws cels as pixel values, and pixel values as colours.

const ITSELF = Uint8Array.from({ length: 256 }, (_, i) => i);

/** `shading` is shadingOf() a costume, for a canvas of pixel values; null: shadows are drawn as they are stored. */
export function drawCels(cels, canvas, { x, y, palette, clip, shading = null }) {
  const { width, height, data } = canvas;
  if (!Number.isInteger(x) || !Number.isInteger(y)) throw new TypeError("the anchor is at whole pixels");
  const area = areaOf(canvas, clip);
  const target = { width, ...pixelsOf(data, width * height, palette), shading };
  for (const cel of cels) drawCel(cel, target, x + cel.x, y + cel.y, area);
}

/** The part of a canvas that may be drawn on. */
export function areaOf({ width, height }, clip) {
  const whole = { left: 0, top: 0, width, height };
  return intersection(whole, clip ?? whole);
}

/** The pixels of a canvas, one array element each, and the element to write for each pixel value. */
export function pixelsOf(data, count, palette) {
  if (data.length === count) return { pixels: data, colors: ITSELF };
  if (data.length !== 4 * count) throw new TypeError("a canvas has 1 or 4 bytes a pixel");
  if (palette?.length !== 1024) throw new TypeError("a canvas of colours needs a palette of 1024 bytes");
  return { pixels: wordsOf(data), colors: wordsOf(palette) };
}

/** The result of drawing one colour over another, both words of red, green, blue and alpha. */
export function blended(over, under) {
  const alpha = over >>> 24, kept = Math.round((under >>> 24) * (255 - alpha) / 255), sum = alpha + kept;
  if (alpha === 255) return over;
  if (alpha === 0) return under;
  const part = (shift) => Math.floor(((over >>> shift & 255) * alpha + (under >>> shift & 255) * kept + (sum >> 1)) / sum) << shift;
  return (sum << 24 | part(16) | part(8) | part(0)) >>> 0;
}

/** The same bytes as an array with one element for every 4 bytes. */
export function wordsOf(bytes) {
  if (bytes.byteOffset % 4) throw new TypeError("colours do not start at a multiple of 4 bytes");
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function intersection(a, b) {
  const left = Math.max(a.left, b.left), top = Math.max(a.top, b.top);
  const right = Math.min(a.left + a.width, b.left + b.width), bottom = Math.min(a.top + a.height, b.top + b.height);
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

/** Draws the part of a cel that is in the area. The cel's top left is at `left`, `top`. */
function drawCel({ picture, flip }, { pixels, colors, shading, width: stride }, left, top, area) {
  const { width, height, transparent } = picture;
  const part = intersection(area, { left, top, width, height });
  if (part.width <= 0 || part.height <= 0) return;
  const { indices } = picture, isIndexed = colors === ITSELF, step = flip ? -1 : 1;
  const first = flip ? left + width - 1 - part.left : part.left - left; // the column of the picture to draw first
  for (let y = part.top; y < part.bottom; ++y) {
    let from = (y - top) * width + first;
    for (let to = y * stride + part.left, end = to + part.width; to < end; ++to, from += step) {
      const pixel = indices[from];
      if (pixel === transparent) continue;
      if (isIndexed) pixels[to] = shading?.isShadow[pixel] ? shading.darker[pixels[to]] : pixel;
      else pixels[to] = blended(colors[pixel], pixels[to]);
    }
  }
}

/** Pixel values as an ImageData. If the system has no ImageData, returns an object like one. */
export function imageOf(indices, { width, height }, palette, scale = 1) {
  const data = new Uint8ClampedArray(4 * width * height * scale * scale);
  const pixels = wordsOf(data), colors = wordsOf(palette), stride = width * scale;
  for (let y = 0; y < height; ++y) {
    const row = pixels.subarray(y * scale * stride, (y * scale + 1) * stride);
    for (let x = 0; x < stride; ++x) row[x] = colors[indices[y * width + (scale === 1 ? x : Math.floor(x / scale))]];
    for (let copy = 1; copy < scale; ++copy) pixels.set(row, (y * scale + copy) * stride);
  }
  const size = { width: stride, height: height * scale };
  return globalThis.ImageData ? new ImageData(data, size.width, size.height) : { ...size, data, colorSpace: "srgb" };
}
