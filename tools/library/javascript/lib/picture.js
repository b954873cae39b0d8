import { imageOf } from "./draw.js";
import { need } from "./error.js";
import { lazy } from "./lazy.js";

/** A distinct picture. Where it is not taken from a costume, it has the colours of the first that shows it. */
export class Picture {
  #costume;

  constructor(archive, row, costume) {
    this.archive = archive;
    this.row = row;
    this.#costume = costume;
  }

  get width() { return lazy(this, "width", this.archive.tables.value("pictures.width", this.row)); }
  get height() { return lazy(this, "height", this.archive.tables.value("pictures.height", this.row)); }
  get transparent() { return lazy(this, "transparent", this.archive.tables.value("pictures.transparent", this.row)); }
  get costume() { return this.#costume ?? this.archive.costumeOfPicture(this.row); }

  get indices() {
    const [start, stop] = this.archive.tables.range("pictures.pixel_offset", this.row);
    const size = this.width * this.height;
    need(size > 0 && stop - start === size, `wrong size of picture ${this.row}`);
    return this.archive.tables.part("pixels", start, stop);
  }

  imageData(palette) {
    const colors = this.costume.palette(palette);
    colors[4 * this.costume.background + 3] = 255;
    colors.fill(0, 4 * this.transparent, 4 * this.transparent + 4);
    return imageOf(this.indices, this, colors);
  }
}
