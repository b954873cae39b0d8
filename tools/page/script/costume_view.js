// The view of one costume.

import { writeAddress } from "./address.js";
import { app, gameTitle, remember, remembered } from "./app.js";
import { fillChores, markChore, showCalls } from "./chore_table.js";
import { clock } from "./clock.js";
import { offsetText } from "./disassembly.js";
import { byId, element, fillList, icon } from "./dom.js";
import { neighbour } from "./gallery.js";
import { fillChoreName, fillCostumeName } from "./name_fields.js";
import { fillMix, LivePlay, showMixed } from "./live.js";
import { choreName, colorsText, costumeKey, costumeName, countText, findTimeline, flagTexts, lookCount, paletteKey, roomName,
  tickAfter, timelineName } from "./names.js";
import { boxAround, clipBox, colorsOf, recolored } from "./painter.js";
import { colorText, fillChange, fillPaletteChoice, fillSwatches, hexOf, markPalette, pointSwatch } from "./palette_panel.js";
import { fillPictures } from "./picture_panel.js";
import { fillRooms, findRoomPalette, firstPoint, RoomScene, showPlace, showRoom } from "./room_panel.js";
import { fillSave, tellFailure } from "./save.js";
import { showcase } from "./showcase.js";
import { stage } from "./stage.js";
import { fillLimbs, limbsOf, showCels, showLimbs, showRecord, showStates } from "./tick_panel.js";
import { Transport } from "./transport.js";

export const transport = new Transport((to) => goTo(to));
// The shown costume and how it is shown: {costume, timeline, tick, palette, look, changed, hidden, lit, colors, live, room}.
// changed has the colours that the user gave to pixel values, as words of an ImageData, and 0 for the others.
// room is {palette, point, choice, planes, states} of room_panel.js, or null.
let view = null;
let showLine = () => {};

export const costumeIsShown = () => !byId("costume").hidden;
export const shownCostume = () => view?.costume ?? null;

/** Opens a costume. Of the chore, direction, tick and room that an address names, those that exist are shown. */
export function openCostume(costume, { look, chore, dir, tick, room, at, box, plane }) {
  if (view?.costume !== costume) fillCostume(costume);
  const wanted = look <= lookCount(costume) ? look ?? 0 : 0;
  if (view.look !== wanted) showPalette(null, wanted);
  const palette = findRoomPalette(room);
  setRoom(palette && { palette, point: at ?? firstPoint(palette.room), planes: view.room?.planes ?? new Set(), states: view.room?.palette.room === palette.room ? view.room.states : [],
    choice: { box: box < palette.room.boxes.length ? box ?? undefined : undefined, plane: plane ?? undefined } });
  const timeline = (chore !== null && findTimeline(costume, chore, dir)) || showcase(costume);
  if (timeline) play(timeline, Math.min(tick ?? 0, timeline.ticks - 1));
}

/** Forgets the costume, because its game is no longer shown. */
export function closeCostume() {
  view?.live?.free();
  view = null;
}

function fillCostume(costume) {
  closeCostume();
  view = { costume, timeline: null, tick: 0, palette: null, look: 0, changed: new Uint32Array(256), hidden: new Set(), lit: null,
    colors: colorsOf(costume), live: null, room: null };
  const { kind, room, aliases, source, timelines, pictures } = costume;
  showNames();
  byId("costume-about").textContent = [app.games.length > 1 ? gameTitle(app.game) : null, roomName(room), aliases.length ? "also " + aliases.join(", ") : null,
    kind, colorsText(costume), countText(pictures.length, "picture"),
    countText(timelines.length, "timeline"), source.name + " at " + offsetText(costume.offset)].filter(Boolean).join(" · ");
  byId("costume-body").hidden = timelines.length === 0;
  byId("no-timeline").hidden = timelines.length > 0;
  byId("states-box").hidden = timelines.length === 0;
  fillPaletteChoice(costume, choosePalette);
  markPalette(costume, null, 0);
  fillRooms(costume, (palette) => {
    setRoom(palette && { palette, point: firstPoint(palette.room), choice: {}, planes: new Set(), states: [] });
    if (view.timeline) draw();
    showLine();
  });
  fillLimbs(limbsOf(costume), view.hidden, () => { draw(); showLine(); });
  fillPictures(costume, view.palette);
  showColors();
  showFailuresOf(costume);
  byId("to-gallery").href = writeAddress({ side: app.game.side });
  if (timelines.length > 0) {
    stage.show(null, stageBox(costume));
    stage.light(null);
    showLine = fillSave(() => ({ ...view, mirror: stage.mirror && !view.room }));
  }
}

/** Shows the names of the costume and its chores, including the user's own. */
function showNames() {
  const { costume, timeline } = view;
  byId("costume-name").textContent = costumeName(costume);
  fillCostumeName(costume, showNames);
  fillChores(costume, (chosen) => play(chosen, 0));
  if (timeline) showTimelineName(timeline);
}

function showTimelineName(timeline) {
  byId("timeline-name").textContent = timelineName(timeline);
  fillChoreName(timeline, showNames);
  showCalls(timeline);
  markChore(timeline);
}

/** The part of the address that describes the room. */
function roomAddress() {
  if (!view.room) return {};
  const { palette, point, choice } = view.room;
  return { room: paletteKey(palette), at: point, ...choice };
}

/** Shows the costume in a room, or in none. */
function setRoom(room) {
  const palette = room?.palette ?? null, same = palette === (view.room?.palette ?? null);
  view.room = room;
  placeActor();
  if (!same) {
    stage.show(room && new RoomScene(palette.room, palette, room.states), stageBox(view.costume));
    showColors();
  }
  for (const id of ["palette-choice", "outlines", "mirror"]) byId(id).disabled = room !== null;
  byId("room-palettes").hidden = room !== null || byId("palette-pictures").childElementCount === 0;
  showRoom(room, changeRoom);
}

function changeRoom(part) {
  Object.assign(view.room, part);
  const { palette, states } = view.room;
  if (part.states) {
    stage.scene = new RoomScene(palette.room, palette, states);
    showRoom(view.room, changeRoom);
  }
  placeActor();
  draw();
  showLine();
}

function placeActor() {
  for (const [id, by] of [["previous", -1], ["next", 1]]) {
    const { game, costume } = neighbour(view.costume, by);
    byId(id).href = writeAddress({ side: game.side, costume: costumeKey(costume), ...(game === app.game ? roomAddress() : {}) });
  }
  stand();
}

/** Places the actor in the room of the view, if there is one, as it stands in the present tick. */
function stand() {
  if (!view.room) return;
  const { palette: { room }, point, choice, planes } = view.room;
  stage.actor = room.place(point, { clip: (view.live ?? view.timeline?.tick(view.tick))?.clip, ...choice });
  stage.planes = planes;
  showPlace(stage.actor, room);
}

byId("states-box").addEventListener("toggle", () => { if (view?.timeline) draw(); });
for (const id of ["mix-panel", "record-panel"]) { // for experts
  byId(id).open = remembered(id, false, (open) => typeof open === "boolean");
  byId(id).addEventListener("toggle", () => remember(id, byId(id).open));
}

stage.onDrag = (point) => changeRoom({ point });
stage.onMark = () => { if (view?.timeline) showLine(); };

/** One box for all timelines, so that nothing jumps when the chore changes. */
function stageBox(costume) {
  return clipBox(boxAround(costume.timelines.map((one) => one.box)));
}

function showFailuresOf(costume) {
  const failures = app.game.archive.failures.filter((one) => one.costume === costume);
  fillList("costume-failures", failures.map(({ kind, limb, index, error }) => element("li", {}, kind === "damage" ? icon("warning") : "note: ",
    [limb === null ? null : "limb " + limb, index === null ? null : "index " + index].filter(Boolean).join(", ")
    + ": " + error)));
}

function showPalette(palette, look) {
  Object.assign(view, { palette, look });
  markPalette(view.costume, palette, look);
  fillPictures(view.costume, palette);
  showColors();
}

function choosePalette(palette, look = 0) {
  showPalette(palette, look);
  draw();
  showLine();
}

/** Shows the look in the colours of the room or of the palette, the latter with the user's changes. */
function showColors() {
  const { costume, palette, look, room, changed } = view;
  view.colors = room ? colorsOf(costume, room.palette, look)
    : recolored(colorsOf(costume, palette ?? undefined, look), (color, value) => changed[value] || color);
  fillSwatches(costume, view.colors, view.lit, (value) => {
    view.lit = value;
    stage.light(value);
    showChange();
  });
  showChange();
}

const showChange = () => fillChange(view.costume, view.colors, view.room ? null : view.lit, (color) => {
  view.changed[view.lit] = color;
  showColors();
  draw();
  showLine();
});

function play(timeline, tick) {
  view.timeline = timeline;
  view.tick = tickAfter(timeline, tick);
  endMix();
  byId("timeline-about").textContent = [countText(timeline.ticks, "tick"),
    timeline.loopStart === null ? "no loop" : "loops from tick " + timeline.loopStart].join(", ");
  const flags = flagTexts(timeline);
  byId("timeline-flags").replaceChildren(...flags.map((text) => element("li", {}, text)));
  showTimelineName(timeline);
  showRecord(timeline);
  goTo(view.tick);
  showLine();
}

/** Plays live from now on. change(live) is called first, to set chores of limbs, values of variables or the talk state. */
function playLive(change) {
  if (!view.live) {
    view.live = new LivePlay(view.timeline);
    view.live.goTo(view.tick);
  }
  change(view.live);
  showMixed(view.live.script);
  draw();
  showLine();
}

function endMix() {
  view.live?.free();
  view.live = null;
  const change = (how) => tellFailure(() => playLive(how));
  fillMix(view.timeline, { mix: (limb, chore) => change((live) => live.mix(limb, chore)),
    set: (number, value) => change((live) => live.setVariable(number, value)),
    talk: (state) => change((live) => live.setTalking(state)), reset: () => play(view.timeline, 0) });
}

function goTo(tick) {
  view.tick = tick;
  view.live?.goTo(tick);
  draw();
}

function draw() {
  const { costume, timeline, tick, hidden, colors, live } = view, all = (live ?? timeline.tick(tick)).cels;
  const cels = hidden.size ? all.filter((cel) => !hidden.has(cel.limb)) : all;
  stand();
  stage.draw(cels, costume, colors);
  transport.showTick(live ? null : timeline, tick);
  if (byId("states-box").open) showStates(timeline, all);
  showLimbs(all, hidden);
  const events = live ? [] : timeline.events.filter((event) => event.tick === tick);
  showCels(cels, events, (cel) => stage.markCel(cel));
  if (!clock.playing || performance.now() > addressTime + ADDRESS_PAUSE) showAddress();
}

const ADDRESS_PAUSE = 1000; // ms while playing, because browsers limit the number of changes per second
let addressTime = 0;

/** Puts the view into the page's address, without an entry in the history. */
function showAddress() {
  addressTime = performance.now();
  if (!costumeIsShown()) return;
  const { costume, timeline, live } = view, tick = live ? null : view.tick;
  const address = writeAddress({ side: app.game.side, costume: costumeKey(costume), look: view.look || null, chore: choreName(costume, timeline.chore),
    dir: timeline.direction, tick, ...roomAddress() });
  if (address !== location.hash) history.replaceState(null, "", address);
}

/** Shows or hides a limb, if the costume has it. */
export function toggleLimb(limb) {
  [...byId("limbs").children].find((button) => button.limb === limb)?.click();
}

export function goToFirst() {
  clock.setPlaying(false);
  if (view?.timeline) goTo(0);
}

stage.onPoint = (point) => {
  pointSwatch(point?.value ?? null);
  byId("readout-color").style.background = "";
  if (!point) {
    byId("readout").textContent = "Point at a pixel";
    return;
  }
  const { x, y, value, cel, color } = point;
  if (color !== undefined) {
    byId("readout-color").style.background = hexOf(color);
    byId("readout").textContent = `${x}, ${y} · ${hexOf(color)}`;
    return;
  }
  if (cel) byId("readout-color").style.background = hexOf(view.colors[value]);
  byId("readout").textContent = `${x}, ${y}`.replaceAll("-", "−") + (cel
    ? ` · ${colorText(view.costume, view.colors, value)} · limb ${cel.limb}, index ${cel.index}` : " · nothing");
};

clock.listen((ticks) => {
  transport.showPlaying();
  if (!costumeIsShown() || !view?.timeline) return;
  if (ticks === 0) showLine(); // shows the speed
  const { timeline, tick, live } = view;
  if (live) {
    if (ticks !== 0) goTo(Math.max(0, tick + ticks));
    return;
  }
  if (ticks < 0) goTo(tick > 0 ? tick - 1 : transport.loop ? timeline.ticks - 1 : 0);
  else if (ticks > 0) goTo(tickAfter(timeline, tick + ticks, transport.loop));
  else if (!clock.playing) showAddress();
  if (clock.playing && !transport.loop && view.tick === timeline.ticks - 1) clock.setPlaying(false);
});
