// The keyboard, and the list of its keys.

import { app } from "./app.js";
import { clock } from "./clock.js";
import { comparisonIsShown, moveFocus } from "./comparison/comparison.js";
import { costumeIsShown, goToFirst, toggleLimb, transport } from "./costume_view.js";
import { byId, element } from "./dom.js";
import { focusCard } from "./gallery.js";
import { closeProblem } from "./opening/notice.js";
import { setMark, stepZoom, switchFullscreen } from "./stage.js";
import { nextBackground } from "./top_bar.js";

const follow = (id) => { location.hash = byId(id).getAttribute("href"); };

/** Opens the costume that the search finds, if it is the only one. */
function openOnlyHit() {
  if (comparisonIsShown()) moveFocus(1);
  const hits = document.querySelectorAll("#cards .card:not([hidden]) a");
  if (hits.length === 1) hits[0].click();
}

function move(by) {
  if (costumeIsShown()) follow(by > 0 ? "next" : "previous");
  else if (comparisonIsShown()) moveFocus(by);
  else focusCard(by);
}

const inCostume = (action) => () => { if (costumeIsShown()) action(); };

const backToGallery = inCostume(() => follow("to-gallery"));

/** The keys: their names, a description, and the actions by key. */
const KEYS = [
  [["Space"], "play or pause everything", { " ": () => clock.setPlaying(!clock.playing) }],
  [["←", "→"], "one tick back, one tick forward", { ArrowLeft: () => clock.step(-1), ArrowRight: () => clock.step(1) }],
  [["Home"], "to the first tick of a costume", { Home: inCostume(goToFirst) }],
  [["+", "−"], "faster, slower",
    { "+": () => clock.setSpeed(clock.speed + 1), "-": () => clock.setSpeed(clock.speed - 1) }],
  [["J", "K"], "next costume, previous costume", { j: () => move(1), k: () => move(-1) }],
  [["/"], "search; Enter opens a single hit", { "/": () => byId("search").focus() }],
  [["Esc"], "close a message, or go back to all costumes", { Escape: () => { if (!closeProblem()) backToGallery(); } }],
  [["B"], "next background", { b: nextBackground }],
  [["Z", "Shift Z"], "zoom in, zoom out; so does the wheel over the picture", { z: inCostume(() => stepZoom(1)), Z: inCostume(() => stepZoom(-1)) }],
  [["Shift", "arrows"], "move the costume in its room, when the picture has the focus; arrows alone: by one pixel", {}],
  [["O", "A", "M"], "outlines, anchor, mirror", { o: inCostume(() => setMark("outlines")),
    a: inCostume(() => setMark("anchor")), m: inCostume(() => setMark("mirror")) }],
  [["F"], "full screen", { f: inCostume(switchFullscreen) }],
  [["L"], "loop", { l: inCostume(() => transport.loopButton.click()) }],
  [["0", "…", "9"], "limb 0 to 9 on or off", Object.fromEntries([..."0123456789"].map((digit) =>
    [digit, inCostume(() => toggleLimb(Number(digit)))]))],
  [["?"], "this list", { "?": () => byId("help").showModal() }],
];

const ACTIONS = Object.assign({}, ...KEYS.map(([, , actions]) => actions));

/** Whether an element uses the key itself. */
function takesKey(target, key) {
  if (target.matches("input[type=range]")) return key.startsWith("Arrow") || key === "Home";
  if (target.matches("input[type=checkbox], input[type=color], button, summary")) return key === " ";
  return target.matches("input, select");
}

export function listenToKeys() {
  byId("keys").append(...KEYS.flatMap(([names, text]) => [
    element("dt", {}, ...names.map((name) => element("kbd", {}, name))), element("dd", {}, text)]));
  if (app.extras) {
    byId("licences-box").hidden = false;
    byId("licences-text").textContent = app.extras.licences;
  }
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  // After a press with the pointer, a control does not keep the Space key.
  document.addEventListener("click", ({ detail, target }) => { if (detail > 0) target.closest("button")?.blur(); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && event.target === byId("search")) {
      byId("search").value = "";
      byId("search").dispatchEvent(new Event("input"));
      byId("search").blur();
      return;
    }
    if (event.key === "Enter" && event.target === byId("search")) openOnlyHit();
    if (!Object.hasOwn(ACTIONS, event.key) || takesKey(event.target, event.key)) return;
    event.preventDefault();
    ACTIONS[event.key]();
  });
}
