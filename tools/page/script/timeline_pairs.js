// Playing the changed timelines of a comparison, old and new in sync.

import { app } from "./app.js";
import { byId, element } from "./dom.js";
import { absent, sideCanvas, sideFigure, SIDES } from "./findings.js";
import { tickAfter } from "./names.js";
import { boxAround, clipBox, colorsOf, Painter } from "./painter.js";

let tick = 0;
let pairs = [];

/** The old and the new version of a timeline, drawn in boxes of the same size. */
class TimelinePair {
  constructor({ chore, dir, rows }) {
    this.timelines = rows.map((row, i) => (row === null ? null : app.games[i].archive.timelines[row]));
    const box = clipBox(boxAround(this.timelines.filter(Boolean).map((timeline) => timeline.box)));
    const sides = element("div", { className: "pair" });
    this.views = this.timelines.map((timeline, i) => {
      const caption = element("span", {}, SIDES[i]);
      if (!timeline) {
        sides.append(sideFigure(caption, absent()));
        return null;
      }
      const painter = new Painter(sideCanvas(box, SIDES[i]));
      painter.setBox(box);
      sides.append(sideFigure(caption, painter.canvas));
      return { painter, caption, shown: -1, colors: colorsOf(timeline.costume) };
    });
    this.node = element("figure", { className: "timeline" },
      element("figcaption", {}, "chore " + chore + " " + dir), sides);
  }

  /** Draws the current tick, if it is on screen and not drawn yet. */
  draw() {
    const place = this.node.getBoundingClientRect();
    if (place.height === 0 || place.bottom < 0 || place.top > window.innerHeight) return;
    this.views.forEach((view, i) => {
      if (!view) return;
      const timeline = this.timelines[i], at = tickAfter(timeline, tick, timeline.loopStart !== null);
      if (view.shown === at) return;
      view.shown = at;
      view.caption.textContent = `${SIDES[i]}, tick ${at} of ${timeline.ticks}`;
      view.painter.draw(timeline.tick(at).cels, timeline.costume.background, view.colors);
    });
  }
}

/** A figure for a timeline of the comparison, which drawPairs keeps drawn. */
export function addPair(timeline) {
  const pair = new TimelinePair(timeline);
  pairs.push(pair);
  return pair.node;
}

export function drawPairs() {
  for (const pair of pairs) pair.draw();
  byId("tick").textContent = "tick " + tick;
}

export function stepPairs(by) {
  tick = Math.max(0, tick + by);
  drawPairs();
}

/** Forgets the timelines of a comparison that is no longer shown. */
export function dropPairs() {
  pairs = [];
  tick = 0;
}
