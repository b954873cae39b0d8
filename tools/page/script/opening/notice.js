// Shows the progress and the errors of opening files, at the edge of the window: they are visible at any scroll
// position.

import { byId } from "../dom.js";

/** Shows an error until the user closes it, opens something else, or goes to another view. */
export function tellProblem(text) {
  byId("opening").hidden = true;
  byId("open-failed").firstElementChild.textContent = text;
  byId("open-failed").hidden = false;
}

/** Closes the error. Returns whether one was shown. */
export function closeProblem() {
  const { hidden } = byId("open-failed");
  byId("open-failed").hidden = true;
  return !hidden;
}

/** Shows the present task. showDone() shows its progress. */
export function showProgress(text) {
  closeProblem();
  byId("opening").firstElementChild.textContent = text;
  byId("opening").hidden = false;
  showDone(0);
}

/** Shows the progress: `done` is from 0 to 1. */
export function showDone(done) {
  byId("opening").lastElementChild.value = done;
}

export function hideProgress() {
  byId("opening").hidden = true;
}
