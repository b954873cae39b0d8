// The room that a costume is shown in: which one, where the actor stands, and what hides it.

import { app } from "./app.js";
import { byId, element, toggleButton } from "./dom.js";
import { paletteName, roomName } from "./names.js";
import { planeColor } from "./room_scene.js";

const HOW = "This archive has no backgrounds. wardrobe pack --rooms puts them in; so does wardrobe.html with a game of yours.";

/** Rooms that can be shown. */
const roomsOf = (archive) => archive.rooms.filter((room) => room.number > 0 && room.hasBackground);

/** Fills the choice of rooms; chosen(palette or null) is called, for a room can have several. */
export function fillRooms(costume, chosen) {
  const rooms = roomsOf(app.game.archive), select = byId("room-choice");
  byId("room-how").hidden = rooms.length > 0;
  byId("room-how").textContent = HOW;
  select.closest("label").hidden = rooms.length === 0;
  const options = rooms.flatMap((room) => room.palettes.map((palette) => element("option", { value: palette.row },
    room.palettes.length > 1 ? paletteName(palette) : roomName(room))));
  select.replaceChildren(element("option", { value: "" }, "No room"), ...options);
  select.onchange = () => chosen(select.value === "" ? null : app.game.archive.palettes[Number(select.value)]);
}

/** A palette of the room that an address names, such as 7 or 7:1; null if it cannot be shown. */
export function findRoomPalette(text) {
  const [room, number = 0] = (text ?? "").split(":").map(Number);
  return (text && app.game.archive.palettes.find((one) => one.number === number && one.room.number === room
    && one.room.hasBackground)) || null;
}

/** Where an actor stands at first: in the box under the middle of the room's lower half, or the nearest. */
export function firstPoint(room) {
  const middle = { x: room.width >> 1, y: Math.floor(0.75 * room.height) }, { box, inside } = room.place(middle);
  if (inside || box === 0) return middle;
  const of = (name) => Math.round(room.boxes[box].corners.reduce((sum, corner) => sum + corner[name], 0) / 4);
  return { x: of("x"), y: of("y") };
}

/** In a room the picture takes keys. */
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

/** Shows what is chosen; `view`: {palette, point, choice, planes}, and changed(part of it) is called. */
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
    if (options) input.replaceChildren(element("option", { value: "" }, "As the point says"), ...options);
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
}

function planeButton(number, view, changed) {
  const made = toggleButton(String(number), view.planes.has(number), (on) => {
    if (on) view.planes.add(number);
    else view.planes.delete(number);
    changed({});
  }, { "aria-label": `Show plane ${number}`, className: "plane" });
  made.style.setProperty("--plane", planeColor(number));
  return made;
}

/** Tells how the actor is drawn. */
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
