"use strict";

// The data: what tools/page/page_data.h says.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

/** An element with properties, attributes where the name has a dash, and children. */
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-")) made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

// Pixels.

/** The pixels of a picture, decoded when first asked for: runs of value, length − 1. */
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

/** A picture in a palette as a canvas that others draw from, made once. */
const drawn = new Map();
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

/** A canvas of a box, in pixels of the game, shown larger where it is small. */
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

/** The smallest box around rectangles of x, y, width and height. */
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

// What a finding shows.

const SIDES = ["old", "new"];

function side(label, content) {
  return element("figure", { className: "side" }, content, element("figcaption", {}, label));
}

/** New, faded, with what changed marked. */
function markedCanvas(before, now, palette) {
  const size = data.pictures[now];
  const canvas = canvasOf({ width: size.width, height: size.height }, "changed pixels");
  const context = canvas.getContext("2d");
  context.globalAlpha = 0.3;
  context.drawImage(imageOf(now, palette), 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--mark");
  const seen = (picture, i) => (pixelsOf(picture)[i] === picture.transparent ? -1 : pixelsOf(picture)[i]);
  for (let i = 0; i < size.width * size.height; ++i) {
    if (seen(data.pictures[before], i) === seen(size, i)) continue;
    context.fillRect(i % size.width, Math.floor(i / size.width), 1, 1);
  }
  return canvas;
}

/** Old and new picture of a finding side by side; where places changed, in one box with the anchor. */
function picturesOf(finding, costume) {
  const row = element("div", { className: "pictures" });
  const rectangles = finding.slots.map((slot) => slot && {
    x: slot[1], y: slot[2], width: data.pictures[slot[0]].width, height: data.pictures[slot[0]].height,
  });
  const placed = finding.kind === "picture-placement";
  const common = placed && boxAround([...rectangles.filter(Boolean), { x: 0, y: 0, width: 1, height: 1 }]);
  finding.slots.forEach((slot, i) => {
    if (!slot) {
      row.append(side(SIDES[i], element("span", { className: "absent" }, "none")));
      return;
    }
    const box = placed ? common : boxAround([rectangles[i]]);
    const canvas = canvasOf(box, SIDES[i]);
    const context = canvas.getContext("2d");
    drawAt(context, imageOf(slot[0], costume.palettes[i]), slot[1] - box.left, slot[2] - box.top, false);
    if (placed) {
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--mark");
      context.fillRect(-box.left, -box.top, 1, 1);
    }
    row.append(side(SIDES[i], canvas));
  });
  if (finding.kind === "picture-pixels") {
    row.append(side("changed", markedCanvas(finding.slots[0][0], finding.slots[1][0], costume.palettes[1])));
  }
  return row;
}

/** Changed colours of a room's palette. */
function swatchesOf(finding) {
  const row = element("div", { className: "swatches" });
  for (const [index, color] of Object.entries(finding.new)) {
    const swatches = [finding.old[index], color].filter(Boolean).map((hex) => {
      const made = element("i", { title: "#" + hex });
      made.style.background = "#" + hex;
      return made;
    });
    row.append(element("span", { className: "swatch" }, index, ...swatches));
  }
  return row;
}

function findingItem(finding, costume) {
  const tone = finding.kind.endsWith("-added") ? "added" : finding.kind.endsWith("-removed") ? "removed" : "";
  const item = element("li", { className: "finding", "data-kind": finding.kind },
    element("span", { className: "kind " + tone }, finding.kind), " ", finding.text);
  if (finding.slots && finding.slots.some(Boolean)) {
    item.classList.add("pictured");
    item.append(picturesOf(finding, costume));
  }
  const isRoom = finding.kind === "palette" && finding.costume === null && finding.room !== null;
  if (isRoom && finding.field === "colors") item.append(swatchesOf(finding));
  return item;
}

// Timelines.

let tick = 0;
const players = [];

/** The tick of a trace after `tick` ticks. */
function positionIn(trace, at) {
  const count = trace.ticks.length;
  if (at < count) return at;
  return trace.loop === null ? count - 1 : trace.loop + ((at - trace.loop) % (count - trace.loop));
}

/** Old and new of a timeline, drawn in one box at the clock's tick. */
class Player {
  constructor(timeline, costume) {
    this.costume = costume;
    this.traces = [timeline.old, timeline.new];
    const cels = this.traces.flatMap((trace) => (trace ? trace.frames.flat() : []));
    this.box = boxAround(cels.map(([picture, x, y]) => (
      { x, y, width: data.pictures[picture].width, height: data.pictures[picture].height })));
    const pair = element("div", { className: "pair" });
    this.views = this.traces.map((trace, i) => {
      const caption = element("span", {}, SIDES[i]);
      if (!trace) {
        pair.append(side(caption, element("span", { className: "absent" }, "none")));
        return null;
      }
      const canvas = canvasOf(this.box, SIDES[i]);
      pair.append(side(caption, canvas));
      return { context: canvas.getContext("2d"), caption, shown: -1 };
    });
    this.node = element("figure", { className: "timeline" },
      element("figcaption", {}, "chore " + timeline.chore + " " + timeline.dir), pair);
  }

  /** Draws what is not drawn yet, if somebody can see it. */
  draw() {
    const place = this.node.getBoundingClientRect();
    if (place.height === 0 || place.bottom < 0 || place.top > window.innerHeight) return;
    this.views.forEach((view, i) => {
      if (!view) return;
      const at = positionIn(this.traces[i], tick);
      if (view.shown === at) return;
      view.shown = at;
      view.caption.textContent = SIDES[i] + ", " + at + " of " + this.traces[i].ticks.length;
      view.context.clearRect(0, 0, this.box.width, this.box.height);
      for (const [picture, x, y, flip] of this.traces[i].frames[this.traces[i].ticks[at]]) {
        drawAt(view.context, imageOf(picture, this.costume.palettes[i]), x - this.box.left, y - this.box.top, flip);
      }
    });
  }
}

function drawPlayers() {
  for (const player of players) player.draw();
  byId("tick").textContent = "tick " + tick;
}

// The clock: one for all timelines, so that they stay in step.

let playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;
let last = performance.now();

function setPlaying(on) {
  playing = on;
  last = performance.now();
  byId("play").textContent = playing ? "Pause" : "Play";
}

function step(by) {
  setPlaying(false);
  tick = Math.max(0, tick + by);
  drawPlayers();
}

function changeSpeed(by) {
  byId("speed").value = Number(byId("speed").value) + by;
  showSpeed();
}

function showSpeed() {
  byId("rate").textContent = byId("speed").value + " ticks/s";
}

function onFrame(now) {
  const passed = Math.floor(((now - last) * Number(byId("speed").value)) / 1000);
  if (playing && passed > 0) {
    tick += passed;
    last = now;
    drawPlayers();
  }
  requestAnimationFrame(onFrame);
}

// Costumes.

function fill(section, costume) {
  if (section.querySelector(".inside")) return;
  const inside = element("div", { className: "inside" });
  if (costume.timelines.length > 0) {
    const grid = element("div", { className: "timelines" });
    for (const timeline of costume.timelines) {
      const player = new Player(timeline, costume);
      players.push(player);
      grid.append(player.node);
    }
    inside.append(element("h2", {}, "Changed timelines, old and new in step"), grid,
      element("h2", {}, "Findings"));
  }
  const list = element("ul", { className: "findings" });
  for (const finding of costume.findings) list.append(findingItem(finding, costume));
  inside.append(list);
  section.append(inside);
  filterFindings(section);
  drawPlayers();
}

function sectionOf(costume) {
  const section = element("details", {},
    element("summary", {}, element("span", { className: "name" }, costume.name),
      element("span", { className: "kinds" }, costume.summary)));
  section.addEventListener("toggle", () => {
    if (section.open) fill(section, costume);
    drawPlayers();
  });
  costume.section = section;
  return section;
}

const hidden = new Set(); // kinds
const isShown = (kind) => !hidden.has(kind);

function filterFindings(section) {
  for (const item of section.querySelectorAll(".finding")) item.hidden = !isShown(item.dataset.kind);
}

function filter() {
  const wanted = byId("search").value.trim().toLowerCase();
  let shown = 0;
  for (const costume of data.costumes) {
    const named = costume.id === null ? costume.name.includes(wanted)
      : String(costume.id) === wanted || costume.name === wanted || wanted === "";
    costume.section.hidden = !(named && costume.findings.some((finding) => isShown(finding.kind)));
    shown += costume.section.hidden ? 0 : 1;
    filterFindings(costume.section);
  }
  byId("nothing").hidden = shown > 0;
  drawPlayers();
}

function kindButton(kind, count) {
  const button = element("button", { type: "button", "aria-pressed": "true", "data-kind": kind }, kind + " ", element("b", {}, count));
  button.addEventListener("click", () => {
    if (!hidden.delete(kind)) hidden.add(kind);
    button.setAttribute("aria-pressed", isShown(kind));
    filter();
  });
  return button;
}

function openAll() {
  const closed = data.costumes.some((costume) => !costume.section.hidden && !costume.section.open);
  for (const costume of data.costumes) if (!costume.section.hidden) costume.section.open = closed;
  byId("open-all").textContent = closed ? "Close all" : "Open all";
}

function moveFocus(by) {
  const heads = data.costumes.filter((costume) => !costume.section.hidden)
    .map((costume) => costume.section.querySelector("summary"));
  if (heads.length === 0) return;
  const at = heads.findIndex((head) => head.parentElement.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : heads.length - 1) : Math.max(0, Math.min(heads.length - 1, at + by));
  heads[next].focus();
  heads[next].scrollIntoView({ block: "center" });
}

const KEYS = {
  "/": () => byId("search").focus(),
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  " ": () => setPlaying(!playing),
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  "+": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape" && event.target === byId("search")) {
    byId("search").value = "";
    byId("search").blur();
    filter();
  }
  if (event.target.matches("input")) return;
  if (event.key === " " && event.target.matches("button, summary")) return;
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

function start() {
  document.title = data.old + " → " + data.new;
  byId("old-name").textContent = data.old;
  byId("new-name").textContent = data.new;
  byId("summary").textContent = data.summary;
  for (const [name, count] of Object.entries(data.counts)) {
    if (count > 0) byId("counts").append(element("li", { className: name }, element("b", {}, count), " " + name));
  }
  for (const costume of data.costumes) byId("costumes").append(sectionOf(costume));
  for (const [kind, count] of Object.entries(data.kinds)) byId("kinds").append(kindButton(kind, count));
  byId("search").addEventListener("input", filter);
  byId("play").addEventListener("click", () => setPlaying(!playing));
  byId("back").addEventListener("click", () => step(-1));
  byId("forward").addEventListener("click", () => step(1));
  byId("speed").addEventListener("input", showSpeed);
  byId("open-all").addEventListener("click", openAll);
  document.addEventListener("scroll", drawPlayers, { passive: true });
  window.addEventListener("resize", drawPlayers);
  for (const costume of data.costumes.slice(0, 2)) costume.section.open = true;
  setPlaying(playing);
  showSpeed();
  filter();
  requestAnimationFrame(onFrame);
}

start();
