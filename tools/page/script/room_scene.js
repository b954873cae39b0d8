// A room with an actor in it, in colours.

import { drawActor, drawRoom, isHidden } from "../../library/javascript/wardrobe.js";

const PLANE_COLORS = ["#ff3ea5", "#25c2ff", "#ffb020", "#5ce65c", "#b48cff", "#ff7a4d", "#e8e84a"];

/** How a plane is shown over the room. */
export const planeColor = (number) => PLANE_COLORS[(number - 1) % PLANE_COLORS.length];

/** Words of an ImageData: red lowest. */
function wordOf(color) {
  const rgb = parseInt(color.slice(1), 16);
  return (0xff000000 | (rgb & 0xff) << 16 | rgb & 0xff00 | rgb >> 16) >>> 0;
}

/** What is shown of a room: its background once, an actor, and planes over both. */
export class RoomScene {
  #background;

  constructor(room, palette) {
    const { width, height } = room;
    this.room = room;
    this.palette = palette;
    this.image = new ImageData(width, height);
    drawRoom(room, this.image, { palette: palette.rgba });
    this.#background = this.image.data.slice();
  }

  /** `actor`: what room.place() says; `planes`: numbers of those to show. */
  draw(cels, costume, actor, planes) {
    this.image.data.set(this.#background);
    const palette = costume.palette(this.palette);
    drawActor(cels, costume, this.room, actor, this.image, { palette });
    for (const number of planes) this.#cover(number);
    return this.image;
  }

  /** The colour of a pixel as a word of an ImageData. */
  colorAt(x, y) {
    return new Uint32Array(this.image.data.buffer)[y * this.image.width + x];
  }

  /** Shows a plane: a chequered colour over what it hides. */
  #cover(number) {
    const { width, height } = this.image, words = new Uint32Array(this.image.data.buffer);
    const bits = this.room.planes[number - 1], color = wordOf(planeColor(number));
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) if (x + y & 1 && isHidden(bits, width, x, y)) words[y * width + x] = color;
    }
  }
}
