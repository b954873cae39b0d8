// Playing the changed timelines, all by one clock so that they stay in sync.

let tick = 0;
const players = [];

/** The tick of a trace that plays after `at` ticks. */
function positionIn(trace, at) {
  const count = trace.ticks.length;
  if (at < count) return at;
  return trace.loop === null ? count - 1 : trace.loop + ((at - trace.loop) % (count - trace.loop));
}

/** The old and the new version of a timeline, drawn in boxes of the same size. */
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

  /** Draws the current tick, if it is on screen and not drawn yet. */
  draw() {
    const place = this.node.getBoundingClientRect();
    if (place.height === 0 || place.bottom < 0 || place.top > window.innerHeight) return;
    this.views.forEach((view, i) => {
      if (!view) return;
      const at = positionIn(this.traces[i], tick);
      if (view.shown === at) return;
      view.shown = at;
      view.caption.textContent = SIDES[i] + ", tick " + at + " of " + this.traces[i].ticks.length;
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
