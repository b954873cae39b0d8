// The list items for findings.

const SIDES = ["old", "new"];

function side(label, content) {
  return element("figure", { className: "side" }, content, element("figcaption", {}, label));
}

/** The new picture, faded, with the pixels that changed marked. */
function markedCanvas(before, now, palette) {
  const size = data.pictures[now];
  const canvas = canvasOf({ width: size.width, height: size.height }, "changed pixels");
  const context = canvas.getContext("2d");
  context.globalAlpha = 0.3;
  context.drawImage(imageOf(now, palette), 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--mark");
  const seen = (picture, i) => (pixelsOf(picture)[i] === picture.transparent ? -1 : pixelsOf(picture)[i]);
  for (let i = 0; i < size.width * size.height; ++i) {
    if (seen(data.pictures[before], i) === seen(size, i)) continue;
    context.fillRect(i % size.width, Math.floor(i / size.width), 1, 1);
  }
  return canvas;
}

/** The old and new picture of a finding side by side; for a placement, in one common box with the anchor marked. */
function picturesOf(finding, costume) {
  const row = element("div", { className: "pictures" });
  const rectangles = finding.slots.map((slot) => slot && {
    x: slot[1], y: slot[2], width: data.pictures[slot[0]].width, height: data.pictures[slot[0]].height,
  });
  const placed = finding.kind === "picture-placement";
  const common = placed && boxAround([...rectangles.filter(Boolean), { x: 0, y: 0, width: 1, height: 1 }]);
  finding.slots.forEach((slot, i) => {
    if (!slot) {
      row.append(side(SIDES[i], element("span", { className: "absent" }, "none")));
      return;
    }
    const box = placed ? common : boxAround([rectangles[i]]);
    const canvas = canvasOf(box, SIDES[i]);
    const context = canvas.getContext("2d");
    drawAt(context, imageOf(slot[0], costume.palettes[i]), slot[1] - box.left, slot[2] - box.top, false);
    if (placed) {
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--mark");
      context.fillRect(-box.left, -box.top, 1, 1);
    }
    row.append(side(SIDES[i], canvas));
  });
  if (finding.kind === "picture-pixels") {
    row.append(side("changed", markedCanvas(finding.slots[0][0], finding.slots[1][0], costume.palettes[1])));
  }
  return row;
}

/** The colours that changed in a room's palette, old and new. */
function swatchesOf(finding) {
  const row = element("div", { className: "swatches" });
  for (const [index, color] of Object.entries(finding.new)) {
    const swatches = [finding.old[index], color].filter(Boolean).map((hex) => {
      const made = element("i", { title: "#" + hex });
      made.style.background = "#" + hex;
      return made;
    });
    row.append(element("span", { className: "swatch" }, index, ...swatches));
  }
  return row;
}

function findingItem(finding, costume) {
  const tone = finding.kind.endsWith("-added") ? "added" : finding.kind.endsWith("-removed") ? "removed" : "";
  const item = element("li", { className: "finding", "data-kind": finding.kind },
    element("span", { className: "kind " + tone }, finding.kind), " ", finding.text);
  if (finding.slots && finding.slots.some(Boolean)) {
    item.classList.add("pictured");
    item.append(picturesOf(finding, costume));
  }
  const isRoom = finding.kind === "palette" && finding.costume === null && finding.room !== null;
  if (isRoom && finding.field === "colors") item.append(swatchesOf(finding));
  return item;
}
