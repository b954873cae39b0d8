// One clock for everything that moves on the page.

import { remember, remembered } from "./app.js";

/** Ticks per second of most games, and of the GIFs of `wardrobe replay`. */
export const GAME_SPEED = 10;
export const MAX_SPEED = 60;
const MAX_LATE = 250; // ms; if a page was hidden for longer, it does not catch up

class Clock {
  #listeners = new Set();
  #last = 0;
  playing = false;
  speed = remembered("speed", GAME_SPEED, (value) => Number.isInteger(value) && value >= 1 && value <= MAX_SPEED);

  /** Calls listener(ticks) with the ticks that passed: negative after a step back, 0 if only the speed changed, or
   *  playing began or stopped. */
  listen(listener) {
    this.#listeners.add(listener);
  }

  setPlaying(playing) {
    if (playing === this.playing) return;
    this.playing = playing;
    this.#last = performance.now();
    if (playing) requestAnimationFrame((now) => this.#frame(now));
    this.#tell(0);
  }

  setSpeed(speed) {
    this.speed = Math.max(1, Math.min(MAX_SPEED, Math.round(speed) || GAME_SPEED));
    remember("speed", this.speed);
    this.#tell(0);
  }

  step(by) {
    this.setPlaying(false);
    this.#tell(by);
  }

  #tell(ticks) {
    for (const listener of this.#listeners) listener(ticks);
  }

  #frame(now) {
    if (!this.playing) return;
    const tick = 1000 / this.speed;
    if (now - this.#last > Math.max(MAX_LATE, 2 * tick)) this.#last = now - tick;
    const passed = Math.floor((now - this.#last) / tick);
    if (passed > 0) {
      this.#last += passed * tick;
      this.#tell(passed);
    }
    requestAnimationFrame((next) => this.#frame(next));
  }
}

export const clock = new Clock();
