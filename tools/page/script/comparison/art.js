// Pictures that were remade: larger than the game's, and in true colour.

/** Opens the remade pictures in the page's data: {scale, files, pictures}. `files` are data URLs, and `pictures` has the
 *  number of a file by the rows "COSTUME/PICTURE". */
export async function openArt({ scale, files, pictures }) {
  const images = files.map((src) => Object.assign(new Image(), { src }));
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  return { scale, imageOf: (costume, picture) => {
    const image = images[pictures[costume.row + "/" + picture.row]];
    return image?.naturalWidth > 0 ? image : null;
  } };
}

/** Draws cels with remade pictures, where a Painter draws those of the game. */
export class ArtPainter {
  constructor(canvas, art) {
    this.canvas = canvas;
    this.art = art;
    this.context = canvas.getContext("2d");
  }

  setBox(box) {
    this.box = box;
    this.canvas.width = box.width * this.art.scale;
    this.canvas.height = box.height * this.art.scale;
  }

  draw(cels, costume) {
    const { context, art: { scale } } = this, { left, top } = this.box;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (const { x, y, flip, picture } of cels) {
      const image = this.art.imageOf(costume, picture);
      if (!image) continue;
      const width = picture.width * scale;
      context.setTransform(flip ? -1 : 1, 0, 0, 1, (x - left) * scale + (flip ? width : 0), (y - top) * scale);
      context.drawImage(image, 0, 0, width, picture.height * scale);
      context.resetTransform();
    }
  }
}
