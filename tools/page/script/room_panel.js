// The room in which a costume is shown: which one, where the actor stands, and what hides it.

import { app } from "./app.js";
import { byId, element, memberButton, pushButton } from "./dom.js";
import { paletteName, roomName } from "./names.js";
import { blank, drawActor, drawRoom } from "../../library/javascript/lib/draw.js";

const PLANE_COLORS = ["#ff3ea5", "#25c2ff", "#ffb020", "#5ce65c", "#b48cff", "#ff7a4d", "#e8e84a"];

/** The colour in which a plane is shown over the room. */
const planeColor = (number) => PLANE_COLORS[(number - 1) % PLANE_COLORS.length];

/** A colour #rrggbb as a word of an ImageData: red is lowest. */
function wordOf(color) {
  const rgb = parseInt(color.slice(1), 16);
  return (0xff000000 | (rgb & 0xff) << 16 | rgb & 0xff00 | rgb >> 16) >>> 0;
}

/** A room as it is shown: with its objects in their `states`, which is drawn once, an actor, and planes over both. */
export class RoomScene {
  #shown;

  constructor(room, palette, states) {
    this.room = room;
    this.palette = palette;
    this.image = new ImageData(room.width, room.height);
    this.states = room.states(states);
    this.#shown = blank(room);
    drawRoom(room, this.#shown, { states: this.states });
  }

  /** Draws the room. `actor` is the result of room.place(); `planes` has the numbers of the planes to show. */
  draw(cels, costume, actor, planes) {
    const { width, height } = this.room, data = this.#shown.data.slice();
    drawActor(cels, costume, this.room, actor, { width, height, data },
      { shading: costume.roomShading(this.palette), states: this.states });
    const words = new Uint32Array(this.image.data.buffer), colors = new Uint32Array(this.palette.rgba.buffer);
    data.forEach((color, at) => { words[at] = colors[color]; });
    for (const number of planes) this.#cover(number);
    return this.image;
  }

  /** The colour of a pixel as a word of an ImageData. */
  colorAt(x, y) {
    return new Uint32Array(this.image.data.buffer)[y * this.image.width + x];
  }

  /** Shows a plane: draws a chequered colour over the pixels that it hides. */
  #cover(number) {
    const { width, height } = this.image, words = new Uint32Array(this.image.data.buffer);
    const plane = this.room.planes[number - 1], color = wordOf(planeColor(number));
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) if (x + y & 1 && plane[y * width + x]) words[y * width + x] = color;
    }
  }
}

/** Fills the choice of rooms; without backgrounds, there is none. chosen(palette or null) is called with a palette, because a room can have several. */
export function fillRooms(costume, chosen) {
  const rooms = app.game.archive.rooms.filter((room) => room.number > 0 && room.hasBackground);
  const select = byId("room-choice");
  byId("room-panel").hidden = rooms.length === 0;
  const options = rooms.flatMap((room) => room.palettes.map((palette) => element("option", { value: palette.row },
    room.palettes.length > 1 ? paletteName(palette) : roomName(room))));
  select.replaceChildren(element("option", { value: "" }, "No room"), ...options);
  select.onchange = () => chosen(select.value === "" ? null : app.game.archive.palettes[Number(select.value)]);
}

/** The palette that an address names: 7 for a room, or 7:1 for a room and the number of a palette. null if there is
 *  none, or if its room cannot be shown. */
export function findRoomPalette(text) {
  const [room, number = 0] = (text ?? "").split(":").map(Number);
  return (text && app.game.archive.palettes.find((one) => one.number === number && one.room.number === room
    && one.room.hasBackground)) || null;
}

/** The point where an actor stands at first: in the box under the middle of the room's lower half, or in the nearest
 *  box. */
export function firstPoint(room) {
  const middle = { x: room.width >> 1, y: Math.floor(0.75 * room.height) }, { box, inside } = room.place(middle);
  if (inside || box === 0) return middle;
  const of = (name) => Math.round(room.boxes[box].corners.reduce((sum, corner) => sum + corner[name], 0) / 4);
  return { x: of("x"), y: of("y") };
}

/** Lets the picture receive key presses while a room is shown. */
function showCanvas(view) {
  const canvas = byId("stage-picture");
  canvas.setAttribute("role", view === null ? "img" : "application");
  if (view === null) {
    canvas.removeAttribute("tabindex");
    canvas.removeAttribute("aria-describedby");
    return;
  }
  canvas.tabIndex = 0;
  canvas.setAttribute("aria-describedby", "room-place");
}

/** Shows the choices in `view`: {palette, point, choice, planes, states}; `states` are what the
 *  user has set, in this order: the number of an object and its state. null without a room. When the user changes one,
 *  changed(…) is called with the changed part of `view`. */
export function showRoom(view, changed) {
  byId("room-choice").value = view === null ? "" : view.palette.row;
  byId("room-more").hidden = view === null;
  byId("stage").classList.toggle("room", view !== null);
  showCanvas(view);
  if (view === null) return;
  const { palette: { room }, point, choice } = view;
  const numbered = (count, first) => Array.from({ length: count }, (_, i) =>
    element("option", { value: i + first }, i + first === 0 ? "None" : String(i + first)));
  const set = (id, value, options, pick) => {
    const input = byId(id);
    if (options) input.replaceChildren(element("option", { value: "" }, "From the point"), ...options);
    input.value = value ?? "";
    input.onchange = () => pick(input.value === "" ? undefined : Number(input.value));
  };
  const choose = (name) => (value) => changed({ choice: { ...view.choice, [name]: value } });
  set("room-x", point.x, null, (x = 0) => changed({ point: { ...view.point, x } }));
  set("room-y", point.y, null, (y = 0) => changed({ point: { ...view.point, y } }));
  set("room-box", choice.box, numbered(Math.max(1, room.boxes.length), 0), choose("box"));
  set("room-plane", choice.plane, numbered(room.planes.length + 1, 0), choose("plane"));
  byId("room-planes").replaceChildren(...room.planes.map((_, i) => planeButton(i + 1, view, changed)));
  byId("room-planes-row").hidden = room.planes.length === 0;
  const states = room.states(view.states);
  const buttons = room.objects.map((object, at) => objectButton(object, states[at], view, changed)).filter(Boolean);
  // The first object in the room counts, so it is set last.
  const entered = room.objects.filter((object) => object.entered !== null).map((object) => [object.number, object.entered]).reverse();
  if (buttons.length > 0 && entered.length > 0) {
    const title = "By constants, mostly behind conditions: a guess";
    buttons.push(pushButton("As at the start", () => changed({ states: [] })),
      pushButton("As the entry script sets them", () => changed({ states: entered }), { title }));
  }
  byId("room-objects").replaceChildren(...buttons);
  byId("room-objects-row").hidden = buttons.length === 0;
}

/** A button with what an object looks like. It goes to the object's next state; behind the last one, it is not shown.
 *  null if a room cannot show the object. */
function objectButton(object, state, view, changed) {
  const images = object.images.filter(({ picture, isBlast }) => picture && !isBlast);
  if (images.length === 0) return null;
  const states = [0, ...images.map((image) => image.state)], name = object.name.replace(/@+$/, "") || `Object ${object.number}`;
  const image = images.find((one) => one.state === state) ?? images[0], canvas = element("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d").putImageData(image.picture.imageData(view.palette), 0, 0);
  const text = `${name}: ${states.includes(state) && state ? `state ${state}` : "not shown"}`;
  const next = states[(states.indexOf(state) + 1) % states.length];
  const button = pushButton(canvas, () => changed({
    states: [...view.states.filter(([number]) => number !== object.number), [object.number, next]] }), { className: "object" });
  button.append(text);
  return button;
}

function planeButton(number, view, changed) {
  const made = memberButton(String(number), view.planes, number, false, () => changed({}),
    { "aria-label": `Show plane ${number}`, className: "plane" });
  made.style.setProperty("--plane", planeColor(number));
  return made;
}

/** Shows how the actor is drawn. */
export function showPlace(place, room) {
  for (const name of ["x", "y"]) {
    if (document.activeElement !== byId(`room-${name}`)) byId(`room-${name}`).value = place[name];
  }
  const box = place.box === 0 ? "no box" : place.inside ? `box ${place.box}` : `box ${place.box}, the nearest`;
  const plane = place.plane === 0 ? "nothing hides it" : `behind plane ${place.plane} of ${room.planes.length}`;
  const others = place.boxes.filter((one) => one !== place.box);
  byId("room-place").textContent = `${box}; ${plane}; scale ${place.scale} of 255`
    + (others.length > 0 ? `. The point is also in ${others.length > 1 ? "boxes" : "box"} ${others.join(", ")}` : "");
}
