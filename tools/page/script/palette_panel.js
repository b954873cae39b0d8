// The colours of the costume, and the choice of a palette.

import { app } from "./app.js";
import { arrowKeys, byId, element, pushButton } from "./dom.js";
import { colorCount, hasRoomColors, isGuessed, lookCount, paletteName, usualPalette } from "./names.js";
import { clipBox, colorsOf, Painter, zoomToFit } from "./painter.js";
import { reel } from "./showcase.js";

const IN_A_ROW = 16;
const SMALL = 50; // CSS pixels for a picture of a choice

/** Fills the choice of looks and palettes, with those of the costume's room first. chosen(palette or null, look) is called;
 *  a look is in the usual palette. */
export function fillPaletteChoice(costume, chosen) {
  const { palettes } = app.game.archive, own = costume.room?.palettes ?? [];
  const option = (palette) => element("option", { value: palette.row }, optionText(costume, palette));
  const looks = Array.from({ length: lookCount(costume) }, (_, i) => element("option", { value: lookValue(i + 1) }, "Look " + (i + 1)));
  const others = palettes.filter((palette) => palette.room !== costume.room);
  const select = byId("palette-choice");
  select.replaceChildren(element("option", { value: "" }, usualText(costume, (palette) => optionText(costume, palette))));
  if (looks.length > 0) select.append(element("optgroup", { label: "Colours by scripts" }, ...looks));
  if (own.length > 0) select.append(element("optgroup", { label: "Its room" }, ...own.map(option)));
  if (others.length > 0) select.append(element("optgroup", { label: "Other rooms" }, ...others.map(option)));
  select.onchange = () => chosen(palettes[select.value] ?? null, looks.findIndex((option) => option.selected) + 1);
  byId("palette-about").textContent = usualText(costume);
  byId("palette-pictures").replaceChildren(...(own.length > 1 ? own.map((palette) => paletteButton(costume, palette, chosen)) : []));
}

/** The name of a palette in the choice, where it is short: of several of the costume's room, the number alone. */
function optionText({ room }, palette) {
  return palette.room === room && room.palettes.length > 1 ? String(palette.number) : paletteName(palette);
}

/** The palette that is shown if none is chosen, as textOf() names it, and why. */
function usualText(costume, textOf = paletteName) {
  const palette = usualPalette(costume);
  if (!palette) return "Without a room’s palette";
  const why = isGuessed(costume) ? ", a guess" : palette.room.palettes.length > 1 ? ", as the room’s scripts set it" : "";
  return textOf(palette) + why;
}

/** A small picture of a costume in a palette, to choose it. */
function paletteButton(costume, palette, chosen) {
  const shown = reel(costume), button = pushButton("", () => chosen(palette),
    { className: "thumb stage-back", "aria-label": paletteName(palette), title: paletteName(palette) });
  button.palette = palette;
  if (!shown) return button;
  const painter = new Painter(element("canvas", { role: "presentation" }));
  painter.setBox(clipBox(shown.box));
  painter.draw(shown.frames[0], costume, colorsOf(costume, palette));
  painter.setZoom(Math.max(1, zoomToFit(painter.box, SMALL, SMALL, 2)));
  button.append(painter.canvas, element("small", {}, String(palette.number)));
  return button;
}

const lookValue = (look) => "look " + look;

/** Marks the palette that is shown: `palette`, or if it is null, the usual one; or the look. */
export function markPalette(costume, palette, look) {
  byId("palette-choice").value = look ? lookValue(look) : palette?.row ?? "";
  for (const button of byId("palette-pictures").children) {
    button.setAttribute("aria-pressed", button.palette === (palette ?? usualPalette(costume)));
  }
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

/** Lets the user change the colour of the lit value, if there is one. change(word of an ImageData, or 0 for none of its
 *  own) is called. */
export function fillChange(costume, colors, lit, change) {
  const input = byId("color-input");
  byId("color-change").hidden = lit === null || isClear(costume, lit);
  if (byId("color-change").hidden) return;
  input.value = hexOf(colors[lit]);
  input.oninput = () => change(0xff000000 | parseInt(input.value.slice(1).match(/../g).reverse().join(""), 16));
  byId("color-back").onclick = () => change(0);
}

/** Marks the swatch of the pixel under the pointer. */
export function pointSwatch(value) {
  byId("swatches").querySelector(".pointed")?.classList.remove("pointed");
  if (value !== null) byId("swatches").children[value]?.classList.add("pointed");
}
