// Switching limbs on and off.

import { byId, element, toggleButton } from "./dom.js";
import { limbColor } from "./stage.js";

/** The limbs that any timeline of a costume shows, in ascending order. */
export function limbsOf(costume) {
  const limbs = new Set(costume.records.flatMap((record) => record.windows.map((window) => window.limb)));
  return [...limbs].sort((a, b) => a - b);
}

/** Fills the panel; `hidden` is a set of limbs that is kept up to date, and changed() is called after that. */
export function fillLimbs(limbs, hidden, changed) {
  byId("limbs").replaceChildren(...limbs.map((limb) => {
    const dot = element("i", { className: "dot" });
    dot.style.background = limbColor(limb);
    const button = toggleButton(dot, !hidden.has(limb), (on) => {
      if (on) hidden.delete(limb);
      else hidden.add(limb);
      changed();
    }, { "aria-label": "Limb " + limb, className: "chip" });
    button.append(String(limb));
    button.limb = limb;
    return button;
  }));
}

/** Shows which limbs this tick draws. */
export function showLimbs(cels, hidden) {
  const drawn = new Set(cels.map((cel) => cel.limb));
  for (const button of byId("limbs").children) {
    button.classList.toggle("idle", !drawn.has(button.limb));
    button.setAttribute("aria-pressed", !hidden.has(button.limb));
    button.title = `Limb ${button.limb}: ` + (drawn.has(button.limb) ? "drawn in this tick" : "not drawn in this tick");
  }
}
