// Plays a costume live, with chores mixed on its limbs.

import { app } from "./app.js";
import { byId, element, pushButton, selectBox } from "./dom.js";
import { choreName, hasName } from "./names.js";

const VARIABLES = 256; // larger numbers that a timeline reads are not variables

/** A costume that plays the chore of a timeline, with other chores on some limbs. */
export class LivePlay {
  #player;
  #mixed = []; // {tick, chore, limb}, in order
  #variables = new Map(); // number → value, from the start
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
    for (const [number, value] of this.#variables) this.#player.setVariable(number, value);
    this.#player.start(chore);
    this.tick = 0;
    this.#mixIn();
  }

  /** Starts the chores that were mixed in at this tick. */
  #mixIn() {
    for (const { tick, chore, limb } of this.#mixed) if (tick === this.tick) this.#player.start(chore, [limb]);
  }

  /** Plays a chore on a limb from now on, even if the user steps back and forward again. */
  mix(limb, chore) {
    this.#mixed = [...this.#mixed.filter((one) => one.tick <= this.tick), { tick: this.tick, chore, limb }];
    this.#player.start(chore, [limb]);
  }

  /** Plays as if a variable had had this value from the start. */
  setVariable(number, value) {
    const { tick } = this;
    this.#variables.set(number, value);
    this.#restart();
    this.goTo(tick);
  }

  goTo(tick) {
    if (tick < this.tick) this.#restart();
    while (this.tick < tick) {
      this.#player.step();
      ++this.tick;
      this.#mixIn();
    }
  }

  /** The cels of the present tick, in the form of Frame.cels. */
  get cels() {
    return this.#player.cels();
  }

  /** The tick after the last change. */
  get lastChange() {
    return Math.max(0, ...this.#mixed.map(({ tick }) => tick));
  }

  /** The script with which `wardrobe replay --script` plays the same ticks. */
  get script() {
    const { costume, chore, direction } = this.timeline;
    const set = [...this.#variables].map(([number, value]) => `0 variable ${number} ${value}`);
    return [...set, `0 ${choreLine(costume, chore)} ${direction}`,
      ...this.#mixed.map((one) => `${one.tick} ${choreLine(costume, one.chore)} limbs ${one.limb}`)].join("\n");
  }

  free() {
    this.#player.free();
  }
}

const choreLine = (costume, chore) => (hasName(costume, chore) ? choreName(costume, chore) : "chore " + chore);

/** Fills the panel for the direction of a timeline. It has a choice of chores for each limb that has any, and a field
 *  for each variable that the timeline reads. The user's choices call choose(limb, chore), set(number, value)
 *  and reset(). */
export function fillMix(timeline, choose, set, reset) {
  const { costume, direction } = timeline;
  const chores = new Map(); // limb → its chores in this direction
  for (const record of costume.records) {
    if (record.direction !== direction) continue;
    for (const { limb, length } of record.windows) {
      if (length > 0) chores.set(limb, [...(chores.get(limb) ?? []), record.chore]);
    }
  }
  const rows = [...chores].sort(([a], [b]) => a - b).map(([limb, possible]) => element("label", {}, "Limb " + limb,
    selectBox("Chore of limb " + limb, [["", "as played"], ...possible.map((chore) => [chore, choreName(costume, chore)])], "",
      (value) => { if (value !== "") choose(limb, Number(value)); })));
  for (const number of [...timeline.reads].filter((read) => read < VARIABLES)) {
    const field = element("input", { type: "number", min: -32767, max: 32767, step: 1, value: 0 });
    field.addEventListener("change", () => { if (field.value !== "" && field.validity.valid) set(number, Number(field.value)); });
    rows.push(element("label", {}, "Variable " + number, field));
  }
  byId("mix").replaceChildren(element("div", { className: "mixes" }, ...rows),
    element("p", { id: "mix-end", className: "buttons", hidden: true },
      pushButton("Back to " + choreName(costume, timeline.chore) + " alone", reset)),
    element("pre", { id: "mix-script", hidden: true, title: "For wardrobe replay --script" }));
}

/** Shows the script of the mixed chores. `script` is null if none are mixed. */
export function showMixed(script) {
  byId("mix-end").hidden = byId("mix-script").hidden = script === null;
  byId("mix-script").textContent = script ?? "";
}
