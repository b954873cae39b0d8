// Draws cels, rooms and pixel values.

const MAX_PIXELS = 64 << 20;

export function drawCels(cels, canvas, options) {
  const rows = [...cels];
  if (rows.length > 0) rows[0].picture.archive.open.drawCels(rows, null, canvas, options);
}

export function drawRoom(room, canvas, options = {}) {
  if (!room.hasBackground) throw new RangeError(`room ${room.number} has no background in this archive`);
  room.archive.open.drawRoom(room.row, canvas, { x: 0, y: 0, states: room.states(), ...options });
}

export function drawActor(cels, costume, room, { x, y, box = 0, plane, scale }, canvas, options = {}) {
  const actor = { room: room.row, costume: costume.row, x, y, box, plane, scale };
  room.archive.open.drawCels(cels, actor, canvas, { x: 0, y: 0, states: room.states(), ...options });
}

/** Pixel values of a size, all 0. */
export function blank({ width, height }) {
  if (width * height > MAX_PIXELS) throw new RangeError(`${width} × ${height} pixels are too many to draw`);
  return { width, height, data: new Uint8Array(width * height) };
}

/** Pixel values as an ImageData. If the system has no ImageData, returns an object like one. */
export function imageOf({ width, height, data: indices }, palette) {
  const data = new Uint8ClampedArray(4 * indices.length), pixels = new Uint32Array(data.buffer);
  const colors = new Uint32Array(palette.slice().buffer);
  for (let i = 0; i < indices.length; ++i) pixels[i] = colors[indices[i]];
  return globalThis.ImageData ? new ImageData(data, width, height) : { width, height, data, colorSpace: "srgb" };
}
