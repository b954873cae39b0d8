// The controls for playing: play, step, scrub and loop.

import { remember, remembered } from "./app.js";
import { clock } from "./clock.js";
import { byId, element, icon, pushButton, toggleButton } from "./dom.js";
import { tickText } from "./names.js";

export class Transport {
  loop = remembered("loop", true, (value) => typeof value === "boolean");

  /** Calls go(tick) when the user moves to a tick. */
  constructor(go) {
    this.play = pushButton(icon("play"), () => clock.setPlaying(!clock.playing), { className: "round main" });
    this.slider = element("input", { type: "range", id: "tick-slider", min: 0, "aria-label": "Tick" });
    this.slider.addEventListener("input", () => { clock.setPlaying(false); go(Number(this.slider.value)); });
    this.start = element("span", { className: "loop-start", "aria-hidden": "true" });
    this.text = element("span", { id: "tick-text", "aria-hidden": "true" });
    this.loopButton = toggleButton(icon("loop"), this.loop, (on) => this.#setLoop(on),
      { className: "round", "aria-label": "Loop", title: "Loop (L)" });
    const round = (name, label, action) =>
      pushButton(icon(name), action, { className: "round", "aria-label": label.split(" (")[0], title: label });
    byId("transport").replaceChildren(
      round("first", "To the first tick (Home)", () => { clock.setPlaying(false); go(0); }),
      round("back", "One tick back (←)", () => clock.step(-1)), this.play,
      round("on", "One tick forward (→)", () => clock.step(1)), this.loopButton,
      element("span", { className: "scrub" }, this.slider, this.start), this.text);
    this.showPlaying();
  }

  #setLoop(on) {
    this.loop = on;
    remember("loop", on);
  }

  showPlaying() {
    this.play.replaceChildren(icon(clock.playing ? "pause" : "play"));
    this.play.setAttribute("aria-label", clock.playing ? "Pause" : "Play");
    this.play.title = (clock.playing ? "Pause" : "Play") + " (Space)";
  }

  /** Shows the tick. `timeline` is null while limbs are mixed live, when ticks never end. */
  showTick(timeline, tick) {
    this.slider.disabled = timeline === null;
    this.slider.max = timeline ? timeline.ticks - 1 : 0;
    this.slider.value = timeline ? tick : 0;
    const text = timeline ? tickText(timeline, tick) : `tick ${tick}, live`;
    this.text.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
    const start = timeline?.loopStart ?? 0;
    this.start.hidden = start === 0;
    this.start.style.setProperty("--at", timeline ? start / Math.max(1, timeline.ticks - 1) : 0);
    this.start.title = "The loop starts at tick " + start;
  }
}
