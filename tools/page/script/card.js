// A costume in the gallery.

import { element, icon } from "./dom.js";
import { costumeKey, costumeName, countText, roomName, showcase, tickAfter } from "./names.js";
import { clipBox, colorsOf, Painter, zoomSize, zoomToFit } from "./painter.js";
import { writeAddress } from "./address.js";

const MARGIN = 8; // at least, in CSS pixels
const MAX_ZOOM = 6;

export class Card {
  #painter = null;
  #shown = null; // the row of frames that is drawn
  visible = false;

  constructor(costume, side, failures) {
    this.costume = costume;
    this.failures = failures;
    this.canvas = element("canvas", { role: "presentation" });
    const badges = element("span", { className: "badges" }, badge(costume.kind),
      failures > 0 ? badge(countText(failures, "failure"), "warn") : null);
    this.node = element("li", { className: "card" },
      element("a", { href: writeAddress({ side, costume: costumeKey(costume) }) },
        element("span", { className: "picture stage-back" }, this.canvas),
        element("span", { className: "about" },
          element("span", { className: "line" }, element("strong", {}, costumeName(costume)), badges),
          element("span", { className: "faint" }, roomName(costume.room)),
          element("span", { className: "faint" }, countText(costume.pictures.length, "picture") + " · "
            + countText(costume.timelines.length, "timeline")))));
    this.node.card = this;
  }

  get timeline() {
    this.shownTimeline ??= showcase(this.costume);
    return this.shownTimeline;
  }

  /** Draws the tick of its timeline that the gallery is at, if it is not drawn yet. */
  draw(tick) {
    if (!this.timeline) return;
    if (!this.#painter) this.#open();
    const frame = this.timeline.tick(tickAfter(this.timeline, tick));
    if (frame.row === this.#shown) return;
    this.#shown = frame.row;
    this.#painter.draw(frame.cels, this.costume.background, this.colors);
  }

  #open() {
    const { clientWidth, clientHeight } = this.canvas.parentElement, box = clipBox(this.timeline.box);
    const zoom = zoomToFit(box, clientWidth - 2 * MARGIN, clientHeight - 2 * MARGIN, MAX_ZOOM);
    this.#painter = new Painter(this.canvas);
    this.#painter.setBox(box);
    this.colors = colorsOf(this.costume);
    this.canvas.classList.toggle("shrunk", zoom === 0);
    if (zoom > 0) this.canvas.style.width = box.width * zoomSize(zoom) + "px";
  }

  /** Gives the memory of its picture back. */
  close() {
    this.#painter = this.#shown = null;
    this.canvas.width = this.canvas.height = 1;
  }
}

function badge(text, tone = "") {
  return element("span", { className: "badge " + tone }, tone === "warn" ? icon("warning") : null, text);
}
