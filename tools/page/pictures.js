"use strict";

// The page's data, described in tools/page/page_data.h, and drawing its pictures.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

/** A new element with children. Properties whose names contain a dash become attributes. */
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-")) made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

/** The pixels of a picture, decoded on first use from pairs of a value and its run's length − 1. */
function pixelsOf(picture) {
  if (!picture.pixels) {
    const runs = atob(picture.runs);
    picture.pixels = new Uint8Array(picture.width * picture.height);
    let at = 0;
    for (let i = 0; i < runs.length; i += 2) {
      const end = at + runs.charCodeAt(i + 1) + 1;
      picture.pixels.fill(runs.charCodeAt(i), at, end);
      at = end;
    }
  }
  return picture.pixels;
}

/** A palette as bytes: red, green and blue of each pixel value. */
function colorsOf(palette) {
  const hex = data.palettes[palette];
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.substr(2 * i, 2), 16));
}

const drawn = new Map(); // "number palette" → canvas

/** A picture in the colours of a palette, as a canvas to draw from. */
function imageOf(number, palette) {
  const key = number + " " + palette;
  if (!drawn.has(key)) {
    const picture = data.pictures[number];
    const colors = colorsOf(palette);
    const image = new ImageData(picture.width, picture.height);
    pixelsOf(picture).forEach((value, i) => {
      if (value === picture.transparent) return;
      image.data.set(colors.subarray(3 * value, 3 * value + 3), 4 * i);
      image.data[4 * i + 3] = 255;
    });
    const canvas = element("canvas", { width: picture.width, height: picture.height });
    canvas.getContext("2d").putImageData(image, 0, 0);
    drawn.set(key, canvas);
  }
  return drawn.get(key);
}

/** A canvas for a box in game pixels; small ones are displayed magnified. */
function canvasOf(box, label) {
  const scale = Math.max(1, Math.min(6, Math.floor(180 / Math.max(box.width, box.height))));
  const canvas = element("canvas", { width: box.width, height: box.height, "aria-label": label, role: "img" });
  canvas.style.width = box.width * scale + "px";
  return canvas;
}

function drawAt(context, image, x, y, flip) {
  context.save();
  context.translate(flip ? x + image.width : x, y);
  if (flip) context.scale(-1, 1);
  context.drawImage(image, 0, 0);
  context.restore();
}

/** The bounding box of rectangles {x, y, width, height}; one pixel if there are none. */
function boxAround(rectangles) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y, width, height } of rectangles) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + width);
    box.bottom = Math.max(box.bottom, y + height);
  }
  if (box.left > box.right) return { left: 0, top: 0, width: 1, height: 1 };
  return { left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top };
}
