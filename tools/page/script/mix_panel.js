// Choosing chores for single limbs.

import { byId, element, pushButton, selectBox } from "./dom.js";
import { choreName } from "./names.js";

/** Fills the panel for the direction of a timeline: a choice of chores for each limb that has any. choose(limb, chore)
 *  and reset() are called. */
export function fillMix(timeline, choose, reset) {
  const { costume, direction } = timeline;
  const chores = new Map(); // limb → its chores in this direction
  for (const record of costume.records) {
    if (record.direction !== direction) continue;
    for (const { limb, length } of record.windows) {
      if (length > 0) chores.set(limb, [...(chores.get(limb) ?? []), record.chore]);
    }
  }
  const rows = [...chores].sort(([a], [b]) => a - b).map(([limb, possible]) => element("label", {}, "Limb " + limb,
    selectBox("Chore of limb " + limb, [["", "as played"], ...possible.map((chore) => [chore, choreName(chore)])], "",
      (value) => { if (value !== "") choose(limb, Number(value)); })));
  byId("mix").replaceChildren(element("div", { className: "mixes" }, ...rows),
    element("p", { id: "mix-end", className: "buttons", hidden: true },
      pushButton("Back to " + choreName(timeline.chore) + " alone", reset)),
    element("pre", { id: "mix-script", hidden: true, title: "For wardrobe replay --script" }));
}

/** Shows the script of what is mixed; null: nothing is. */
export function showMixed(script) {
  byId("mix-end").hidden = byId("mix-script").hidden = script === null;
  byId("mix-script").textContent = script ?? "";
}
