// Timelines in the comparison: the old and the new one, playing in step.

import { app } from "../app.js";
import { element } from "../dom.js";
import { tickAfter, tickText, timelineName } from "../names.js";
import { boxAround, clipBox, colorsOf, Painter } from "../painter.js";
import { ArtPainter } from "./art.js";
import { absent, sideCanvas, sideFigure, SIDES, sidesRow } from "./sides.js";

/** The old and the new version of a timeline. Both are drawn in boxes of the same size. */
class TimelinePair {
  constructor(rows) {
    this.timelines = rows.map((row, i) => (row === null ? null : app.games[i].archive.timelines[row]));
    const box = clipBox(boxAround(this.timelines.filter(Boolean).map((timeline) => timeline.box)));
    const sides = sidesRow("pair");
    this.views = this.timelines.map((timeline, i) => {
      const caption = element("span", {}, SIDES[i]);
      if (!timeline) {
        sides.append(sideFigure(caption, absent()));
        return null;
      }
      const { art } = app.games[i], canvas = sideCanvas(box, SIDES[i]);
      const painter = art ? new ArtPainter(canvas, art) : new Painter(canvas);
      painter.setBox(box);
      sides.append(sideFigure(caption, painter.canvas));
      return { painter, caption, shown: -1, colors: colorsOf(timeline.costume) };
    });
    this.node = element("figure", { className: "timeline" },
      element("figcaption", {}, timelineName(this.timelines.find(Boolean))), sides);
  }

  /** Draws a tick if the timeline is on screen and the tick is not drawn yet. */
  draw(tick) {
    const place = this.node.getBoundingClientRect();
    if (place.height === 0 || place.bottom < 0 || place.top > window.innerHeight) return;
    this.views.forEach((view, i) => {
      if (!view) return;
      const timeline = this.timelines[i], at = tickAfter(timeline, tick, timeline.loopStart !== null);
      if (view.shown === at) return;
      view.shown = at;
      view.caption.textContent = SIDES[i] + ", " + tickText(timeline, at);
      view.painter.draw(timeline.tick(at).cels, timeline.costume, view.colors);
    });
  }
}

let pairs = [];

/** A figure of a timeline, which drawPairs() draws. `rows` are its old and its new row; null where there is none. */
export function timelineFigure({ rows }) {
  const pair = new TimelinePair(rows);
  pairs.push(pair);
  return pair.node;
}

export function drawPairs(tick) {
  for (const pair of pairs) pair.draw(tick);
}

/** Forgets the figures, because other games are compared. */
export function forgetPairs() {
  pairs = [];
}
