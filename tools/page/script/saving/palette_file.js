// Palettes for other programs. `palette` has 4 bytes for each pixel value: red, green, blue, alpha.

/** A palette for GIMP, Aseprite, Krita and Inkscape (.gpl). */
export function gplOf(palette, count, name) {
  const rows = Array.from({ length: count }, (_, value) =>
    [...palette.subarray(4 * value, 4 * value + 3)].map((part) => String(part).padStart(3)).join(" ") + "\tvalue " + value);
  return new Blob([["GIMP Palette", "Name: " + name, "Columns: 16", "#", ...rows, ""].join("\n")], { type: "text/plain" });
}

/** A colour table for Photoshop (.act): 256 colours, the number of colours used, and the transparent one, or null. */
export function actOf(palette, count, transparent) {
  const bytes = new Uint8Array(772), tail = new DataView(bytes.buffer, 768);
  for (let value = 0; value < count; ++value) bytes.set(palette.subarray(4 * value, 4 * value + 3), 3 * value);
  tail.setUint16(0, count);
  tail.setUint16(2, transparent ?? 0xffff);
  return new Blob([bytes], { type: "application/octet-stream" });
}
