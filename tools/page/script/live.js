// Chores mixed on the limbs of a costume, played live.

import { app } from "./app.js";
import { choreName } from "./names.js";

/** A costume that plays a timeline's chore, with others on some limbs. */
export class LivePlay {
  #player;
  #mixed = []; // {tick, chore, limb}, in order
  tick = 0;

  static async of(timeline) {
    return new LivePlay(await app.extras.player(timeline.costume), timeline);
  }

  constructor(player, timeline) {
    this.#player = player;
    this.timeline = timeline;
    this.#restart();
  }

  #restart() {
    const { chore, direction } = this.timeline;
    this.#player.reset(direction);
    if (chore !== 1) this.#player.start(1);
    this.#player.start(chore);
    this.tick = 0;
    this.#mixIn();
  }

  /** Starts what was mixed in at this tick. */
  #mixIn() {
    for (const { tick, chore, limb } of this.#mixed) if (tick === this.tick) this.#player.start(chore, [limb]);
  }

  /** Plays a chore on a limb from now on, also if the reader steps back and on again. */
  mix(limb, chore) {
    this.#mixed = [...this.#mixed.filter((one) => one.tick <= this.tick), { tick: this.tick, chore, limb }];
    this.#player.start(chore, [limb]);
  }

  goTo(tick) {
    if (tick < this.tick) this.#restart();
    while (this.tick < tick) {
      this.#player.step();
      ++this.tick;
      this.#mixIn();
    }
  }

  /** What it draws, as Frame.cels. */
  get cels() {
    return this.#player.cels();
  }

  /** What `wardrobe replay --script` plays the same from. */
  get script() {
    const { chore, direction } = this.timeline;
    return [`0 init ${direction}`, ...(chore === 1 ? [] : [`0 ${choreLine(chore)}`]),
      ...this.#mixed.map((one) => `${one.tick} ${choreLine(one.chore)} limbs ${one.limb}`)].join("\n");
  }

  free() {
    this.#player.free();
  }
}

const choreLine = (chore) => (chore >= 1 && chore <= 5 ? choreName(chore) : "chore " + chore);
