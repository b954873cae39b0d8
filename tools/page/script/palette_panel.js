// The colours of the costume, and the choice of a palette.

import { app } from "./app.js";
import { arrowKeys, byId, element, pushButton } from "./dom.js";
import { colorCount, hasRoomColors, paletteName } from "./names.js";

const IN_A_ROW = 16;

/** Fills the choice of palettes, with those of the costume's room first. chosen(palette or null) is called. */
export function fillPaletteChoice(costume, chosen) {
  const { palettes } = app.game.archive, own = costume.room?.palettes ?? [];
  const option = (palette) => element("option", { value: palette.row }, paletteName(palette));
  const others = palettes.filter((palette) => palette.room !== costume.room);
  const select = byId("palette-choice");
  select.replaceChildren(element("option", { value: "" }, "As the game has it"));
  if (own.length > 0) select.append(element("optgroup", { label: "Its room" }, ...own.map(option)));
  if (others.length > 0) select.append(element("optgroup", { label: "Other rooms" }, ...others.map(option)));
  select.onchange = () => chosen(select.value === "" ? null : palettes[Number(select.value)]);
}

/** Whether a costume never draws a pixel value. */
const isClear = (costume, value) => value === costume.background || value === costume.pictures[0]?.transparent;

/** "value 7, colour 23, #a0522d". `colors` are words of an ImageData. */
export function colorText(costume, colors, value) {
  const color = hasRoomColors(costume) ? "" : ", colour " + costume.colors[value];
  return isClear(costume, value) ? `value ${value}, see-through` : `value ${value}${color}, ${hexOf(colors[value])}`;
}

/** A word of an ImageData as #rrggbb. */
export function hexOf(color) {
  return "#" + [color, color >>> 8, color >>> 16].map((part) => (part & 255).toString(16).padStart(2, "0")).join("");
}

/** Fills the swatches. light(value or null) is called when one is switched on or off. */
export function fillSwatches(costume, colors, lit, light) {
  const count = colorCount(costume);
  const group = byId("swatches");
  group.style.setProperty("--columns", Math.min(IN_A_ROW, count));
  const swatches = Array.from({ length: count }, (_, value) => swatch(costume, colors, value, lit, light));
  group.replaceChildren(...swatches);
  arrowKeys(group, () => getComputedStyle(group).gridTemplateColumns.split(" ").length);
}

function swatch(costume, colors, value, lit, light) {
  const text = colorText(costume, colors, value);
  const made = pushButton("", () => {
    const on = made.getAttribute("aria-pressed") !== "true";
    for (const other of byId("swatches").children) other.setAttribute("aria-pressed", on && other === made);
    light(on ? value : null);
  }, { "aria-label": text, title: text, "aria-pressed": value === lit, className: "swatch" });
  if (isClear(costume, value)) made.classList.add("clear");
  else made.style.background = hexOf(colors[value]);
  return made;
}

/** Marks the swatch of the pixel under the pointer. */
export function pointSwatch(value) {
  byId("swatches").querySelector(".pointed")?.classList.remove("pointed");
  if (value !== null) byId("swatches").children[value]?.classList.add("pointed");
}
