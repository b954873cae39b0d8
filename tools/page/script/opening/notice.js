// What is being opened, and what went wrong with it: at the edge of the window, wherever the person has scrolled.

import { byId } from "../dom.js";

/** Shows the line until it is closed, something else is opened, or another view appears. */
export function tellProblem(text) {
  byId("opening").hidden = true;
  byId("open-failed").firstElementChild.textContent = text;
  byId("open-failed").hidden = false;
}

/** Whether there was one. */
export function closeProblem() {
  const { hidden } = byId("open-failed");
  byId("open-failed").hidden = true;
  return !hidden;
}

/** Shows what is being done; showDone() tells how far it is. */
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
