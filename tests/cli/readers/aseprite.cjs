// node aseprite.cjs READER OUT FILE…: reads .aseprite files with the npm package READER, which is ase-parser or
// aseprite. Writes for each file OUT/NAME.json, with all that was found, and OUT/NAME.rgba, with all frames, composed,
// one after the other. Invisible pixels are all 0.
const fs = require("fs");
const path = require("path");

const IMAGE = 2;

// Reads everything with ase-parser.
function withAseParser(bytes) {
  const Aseprite = require("ase-parser");
  const file = new Aseprite(bytes, "");
  file.parse();
  return {
    width: file.width,
    height: file.height,
    transparent: file.paletteIndex,
    palette: file.palette.colors.map((c) => [c.red, c.green, c.blue]),
    layers: file.layers.map((layer) => layer.name),
    tags: file.tags.map((tag) => ({ name: tag.name, from: tag.from, to: tag.to, repeat: tag.repeat })),
    anchor: file.slices.find((slice) => slice.name === "anchor").keys[0].pivot,
    frames: file.frames.map((frame) => ({
      milliseconds: frame.frameDuration,
      cels: frame.cels.map((cel) => ({
        layer: cel.layerIndex, z: cel.zIndex, x: cel.xpos, y: cel.ypos, link: cel.link,
        width: cel.w, height: cel.h, pixels: cel.rawCelData,
      })),
    })),
  };
}

// Reads with aseprite, a Kaitai grammar of version 1.2, which knows neither z nor repeat.
function withAseprite(bytes) {
  const { header, frames } = require("aseprite").parse(bytes, { clean: true, inflate: true });
  const chunks = (kind) => frames[0].chunks.filter((chunk) => chunk.type === kind).map((chunk) => chunk.data);
  return {
    width: header.width,
    height: header.height,
    transparent: header.transparentIndex,
    palette: chunks(0x2019)[0].entries.map((c) => [c.r, c.g, c.b]),
    layers: chunks(0x2004).map((layer) => layer.name),
    tags: chunks(0x2018)[0].tags.map((tag) => ({ name: tag.name, from: tag.from, to: tag.to })),
    texts: frames.map((frame) => frame.chunks.filter((chunk) => chunk.type === 0x2020)
      .map((chunk) => chunk.data.text ?? null)),
    frames: frames.map((frame) => ({
      milliseconds: frame.header.duration,
      cels: frame.chunks.filter((chunk) => chunk.type === 0x2005).map(({ data: cel }) => ({
        layer: cel.layerIndex, z: 0, x: cel.x, y: cel.y, link: cel.type === IMAGE ? undefined : cel.frameLink,
        width: cel.width, height: cel.height, pixels: cel.pixels,
      })),
    })),
  };
}

// Returns a cel with its pixels, which are its own or those of the frame to which it links.
function resolved(file, number, cel) {
  if (cel.link === undefined) return cel;
  const source = file.frames[cel.link].cels.find((other) => other.layer === cel.layer);
  if (cel.link >= number || source.link !== undefined) throw new Error(`frame ${number} links to ${cel.link}`);
  if (source.x !== cel.x || source.y !== cel.y) throw new Error(`frame ${number} links to another place`);
  return { ...source, z: cel.z };
}

// Draws the cels of a frame in the order of layer + z.
function compose(file, number, out) {
  const cels = file.frames[number].cels.map((cel) => resolved(file, number, cel));
  cels.sort((a, b) => a.layer + a.z - (b.layer + b.z) || a.z - b.z);
  for (const cel of cels) {
    if (cel.pixels.length !== cel.width * cel.height) throw new Error(`frame ${number}: a cel without its pixels`);
    for (let i = 0; i < cel.pixels.length; ++i) {
      const x = cel.x + (i % cel.width);
      const y = cel.y + Math.floor(i / cel.width);
      if (cel.pixels[i] === file.transparent || x < 0 || y < 0 || x >= file.width || y >= file.height) continue;
      out.set([...file.palette[cel.pixels[i]], 255], ((number * file.height + y) * file.width + x) * 4);
    }
  }
}

const [reader, out, ...names] = process.argv.slice(2);
for (const name of names) {
  const bytes = fs.readFileSync(name);
  const file = reader === "ase-parser" ? withAseParser(bytes) : withAseprite(bytes);
  const pixels = new Uint8Array(file.width * file.height * 4 * file.frames.length);
  file.frames.forEach((_, number) => compose(file, number, pixels));
  const found = { ...file, frames: file.frames.map((frame) => ({
    milliseconds: frame.milliseconds, layers: frame.cels.map((cel) => cel.layer),
    links: frame.cels.filter((cel) => cel.link !== undefined).length,
    z: frame.cels.map((cel) => cel.z) })) };
  const stem = path.join(out, path.basename(name, ".aseprite"));
  fs.writeFileSync(stem + ".rgba", pixels);
  fs.writeFileSync(stem + ".json", JSON.stringify(found));
}
