// The buttons that save what is shown.

import { app } from "./app.js";
import { announce, byId, pushButton, selectBox } from "./dom.js";
import { remember, remembered } from "./settings.js";
import { download, Shot, tellFailure } from "./save.js";

const SCALES = [1, 2, 3, 4, 6, 8];
let scale = remembered("scale", 3, (value) => SCALES.includes(value));

/** Fills the panel; view() is {costume, timeline, loop, tick, palette, hidden} of the moment. */
export function fillSave(view) {
  const save = (label, title, kind, suffix) => pushButton(label, () => tellFailure(async () => {
    const shot = new Shot(view(), scale);
    download(await shot[kind](), shot.stem + suffix(view()));
  }), { title });
  const line = byId("replay-line");
  const showLine = () => { line.textContent = new Shot(view(), scale).replayLine(); };
  byId("save").replaceChildren(...[
    save("PNG", "This tick, with its own palette", "png", ({ tick }) => `-${tick}.png`),
    app.extras ? save("GIF", "One pass of the ticks, at this speed", "gif", () => ".gif") : null,
    save("APNG", "One pass of the ticks, at this speed", "apng", () => ".apng"),
    save("Sheet", "All ticks side by side, as a PNG", "sheet", () => "-sheet.png"),
    selectBox("Scale", SCALES.map((one) => [one, one + "×"]), scale, (value) => {
      scale = Number(value);
      remember("scale", scale);
      showLine();
    })].filter(Boolean));
  byId("copy-line").onclick = () => copy(line);
  return showLine;
}

/** Copies a text, or where a page may not, selects it. */
async function copy(node) {
  try {
    await navigator.clipboard.writeText(node.textContent);
    announce("Copied");
  } catch {
    getSelection().selectAllChildren(node);
    announce("Selected: copy it with Ctrl+C");
  }
}
