// The old and the new background of a room: side by side, and one over the other with a slider between them.

import { app } from "../app.js";
import { element } from "../dom.js";
import { drawRoom } from "../../../library/javascript/lib/draw.js";

const MOST_PIXELS = 2 ** 23; // of a background, whatever an archive says

/** The room with this number in one of the games; null if its background cannot be shown. */
function roomOf({ archive }, number) {
  const room = archive?.rooms.find((one) => one.number === number);
  return room?.hasBackground && room.palettes.length > 0 && room.width * room.height <= MOST_PIXELS ? room : null;
}

function drawn(room, label) {
  const { width, height } = room, image = new ImageData(width, height);
  drawRoom(room, image, { palette: room.palettes[0].rgba });
  const canvas = element("canvas", { width, height, className: "stage-back", role: "img",
    "aria-label": `${label} background of room ${room.number}` });
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

const side = (label, canvas) => element("figure", { className: "side" }, canvas, element("figcaption", {}, label));

/** The new picture over the old one, to the right of a slider. */
function slid(rooms) {
  const [before, after] = [drawn(rooms[0], "old"), drawn(rooms[1], "new")];
  const slider = element("input", { type: "range", min: 0, max: 100, value: 50,
    "aria-label": "Where the old background ends and the new one starts" });
  const box = element("div", { className: "slid" }, before, after);
  const show = () => { box.style.setProperty("--old", slider.value + "%"); };
  slider.addEventListener("input", show);
  show();
  return element("div", {}, box, element("label", { className: "slider" }, "old", slider, "new"));
}

/** Both backgrounds of a finding; null if one of them is not in its archive. */
export function backgroundsOf({ room }) {
  const rooms = app.games.map((game) => roomOf(game, room));
  if (!rooms.every(Boolean)) return null;
  const [one, other] = rooms, isSameSize = one.width === other.width && one.height === other.height;
  return element("div", { className: "backgrounds" },
    element("div", { className: "pictures" }, side("old", drawn(one, "old")), side("new", drawn(other, "new"))),
    isSameSize ? slid(rooms) : null);
}
