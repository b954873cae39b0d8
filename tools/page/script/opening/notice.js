// Progress and errors of opening files, at the edge of the window, so that they are visible at any scroll position.

import { byId } from "../dom.js";

/** Shows the line until it is closed, something else is opened, or another view appears. */
export function tellProblem(text) {
  byId("opening").hidden = true;
  byId("open-failed").firstElementChild.textContent = text;
  byId("open-failed").hidden = false;
}

/** Returns whether a notice was shown. */
export function closeProblem() {
  const { hidden } = byId("open-failed");
  byId("open-failed").hidden = true;
  return !hidden;
}

/** Shows the present task; showDone() shows its progress. */
export function showProgress(text) {
  closeProblem();
  byId("opening").firstElementChild.textContent = text;
  byId("opening").hidden = false;
  showDone(0);
}

/** `done`: from 0 to 1. */
export function showDone(done) {
  byId("opening").lastElementChild.value = done;
}

export function hideProgress() {
  byId("opening").hidden = true;
}
