// Fields in which the user names the open costume and its chores.

import { byId } from "./dom.js";
import { choreName, plainCostumeName } from "./names.js";
import { nameChore, nameCostume, ownChoreName, ownName } from "./names_kept.js";

/** Fills the box for the costume's name. changed() is called when the user changes the name. */
export function fillCostumeName(costume, changed) {
  const box = byId("own-name");
  box.value = ownName(costume) ?? "";
  box.placeholder = plainCostumeName(costume);
  box.onchange = () => {
    nameCostume(costume, box.value);
    changed();
  };
}

/** Fills the box for the name of a timeline's chore. */
export function fillChoreName({ costume, chore }, changed) {
  const box = byId("own-chore");
  byId("chore-plain").textContent = choreName(costume, chore);
  box.value = ownChoreName(costume, chore) ?? "";
  box.onchange = () => {
    nameChore(costume, chore, box.value);
    changed();
  };
}
