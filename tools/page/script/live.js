// Plays a costume live, with chores mixed on its limbs.

import { byId, element, pushButton, selectBox } from "./dom.js";
import { choreName, hasName } from "./names.js";

const VARIABLES = 256; // larger numbers that a timeline reads are not variables
const TALKING = 258, CONDITION = 259; // two of these
const TALK_STATES = 13;

/** A costume that plays the chore of a timeline, with other chores on some limbs. */
export class LivePlay {
  #player;
  #mixed = []; // {tick, chore, limb}, in order
  #variables = new Map(); // number → value, from the start
  #talking = 0; // talk state from the start; 0: silent
  tick = 0;

  constructor(timeline, player = timeline.costume.player()) {
    this.#player = player;
    this.timeline = timeline;
    this.#restart();
  }

  #restart() {
    const { chore, direction } = this.timeline;
    this.#player.reset(direction);
    for (const [number, value] of this.#variables) this.#player.setVariable(number, value);
    this.#player.setTalking(this.#talking);
    this.#player.start(chore);
    this.tick = 0;
    this.clip = null; // as Frame.clip
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
    this.#variables.set(number, value);
    this.#playAgain();
  }

  /** Plays as if the actor had had this talk state from the start; 0: as if it had been silent. */
  setTalking(state) {
    this.#talking = state;
    this.#playAgain();
  }

  /** Plays from the start up to the present tick. */
  #playAgain() {
    const { tick } = this;
    this.#restart();
    this.goTo(tick);
  }

  goTo(tick) {
    if (tick < this.tick) this.#restart();
    while (this.tick < tick) {
      this.#player.step();
      this.clip = this.#player.events().find(({ name }) => name === "clip")?.value ?? this.clip;
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

  /** The same up to a tick; up to 32 ticks after the last change if `to` is Infinity. */
  scriptTo(to) {
    const lines = this.script.split("\n").filter((line) => parseInt(line, 10) <= to);
    return [...lines, ...(to < Infinity ? [`${to + 1} end`] : [])].join("\n");
  }

  /** The script with which `wardrobe replay --script` plays the same ticks. */
  get script() {
    const { costume, chore, direction } = this.timeline;
    const set = [...this.#variables].map(([number, value]) => `0 variable ${number} ${value}`);
    if (this.#talking) set.push(`0 set talking ${this.#talking}`);
    return [...set, `0 ${choreLine(costume, chore)} ${direction}`,
      ...this.#mixed.map((one) => `${one.tick} ${choreLine(costume, one.chore)} limbs ${one.limb}`)].join("\n");
  }

  free() {
    this.#player.free();
  }
}

const choreLine = (costume, chore) => (hasName(costume, chore) ? choreName(costume, chore) : "chore " + chore);

/** Fills the panel for the direction of a timeline. It has a choice of chores for each limb that has any, and a field
 *  for each variable that the timeline reads; and if it depends on whether the actor talks, a choice of talk states. The
 *  user's choices call `on`: mix(limb, chore), set(number, value), talk(state) and reset(). */
export function fillMix(timeline, on) {
  const { costume, direction } = timeline;
  const chores = new Map(); // limb → its chores in this direction
  for (const one of costume.timelines) {
    if (one.direction !== direction) continue;
    for (const { limb, length } of one.windows) {
      if (length > 0) chores.set(limb, [...(chores.get(limb) ?? []), one.chore]);
    }
  }
  const rows = [...chores].sort(([a], [b]) => a - b).map(([limb, possible]) => element("label", {}, "Limb " + limb,
    selectBox("Chore of limb " + limb, [["", "as played"], ...possible.map((chore) => [chore, choreName(costume, chore)])], "",
      (value) => { if (value !== "") on.mix(limb, Number(value)); })));
  const reads = [...timeline.reads];
  if (reads.includes(TALKING) || reads.includes(CONDITION)) {
    const states = Array.from({ length: TALK_STATES }, (_, i) => [i + 1, "talk state " + (i + 1)]);
    rows.push(element("label", {}, "Talking",
      selectBox("Talk state", [[0, "silent"], ...states], 0, (state) => on.talk(Number(state)))));
  }
  for (const number of reads.filter((read) => read < VARIABLES)) {
    const field = element("input", { type: "number", min: -32767, max: 32767, step: 1, value: 0 });
    field.addEventListener("change", () => { if (field.value !== "" && field.validity.valid) on.set(number, Number(field.value)); });
    rows.push(element("label", {}, "Variable " + number, field));
  }
  byId("mix").replaceChildren(element("div", { className: "mixes" }, ...rows),
    element("p", { id: "mix-end", className: "buttons", hidden: true },
      pushButton("Back to " + choreName(costume, timeline.chore) + " alone", on.reset)),
    element("pre", { id: "mix-script", hidden: true, title: "For wardrobe replay --script" }));
}

/** Shows the script of the mixed chores. `script` is null if none are mixed. */
export function showMixed(script) {
  byId("mix-end").hidden = byId("mix-script").hidden = script === null;
  byId("mix-script").textContent = script ?? "";
}
