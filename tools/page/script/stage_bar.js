// Zoom and marks of the stage.

import { stage } from "./costume_view.js";
import { byId, icon } from "./dom.js";
import { remember, remembered } from "./settings.js";
import { tellFailure } from "./save.js";
import { MOST_ZOOM } from "./stage.js";

const MARKS = ["outlines", "anchor", "mirror"];

export function fillStageBar() {
  const zoom = byId("zoom");
  for (let times = 1; times <= MOST_ZOOM; ++times) zoom.add(new Option(times + "×", times));
  zoom.addEventListener("change", () => setZoom(Number(zoom.value)));
  setZoom(remembered("zoom", 0, (value) => Number.isInteger(value) && value >= 0 && value <= MOST_ZOOM));
  byId("fullscreen").append(icon("full"));
  byId("fullscreen").addEventListener("click", switchFullscreen);
  for (const name of MARKS) {
    byId(name).addEventListener("click", () => setMark(name));
    if (remembered(name, false, (value) => value === true)) setMark(name);
  }
}

function setZoom(zoom) {
  stage.zoom = zoom;
  byId("zoom").value = zoom;
  remember("zoom", zoom);
  if (stage.box) stage.resize();
}

export function stepZoom(by) {
  if (stage.box) setZoom(Math.max(1, Math.min(MOST_ZOOM, stage.shownZoom + by)));
}

/** Switches outlines, anchor or mirror. */
export function setMark(name) {
  stage[name] = !stage[name];
  byId(name).setAttribute("aria-pressed", stage[name]);
  remember(name, stage[name]);
  stage.redraw();
}

export function switchFullscreen() {
  tellFailure(() => (document.fullscreenElement ? document.exitFullscreen() : byId("player").requestFullscreen()));
}
