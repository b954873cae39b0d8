// What changed between two games: findings by costume, filters, and changed timelines.

import { app } from "./app.js";
import { clock } from "./clock.js";
import { byId, element, pushButton } from "./dom.js";
import { findingItem } from "./findings.js";
import { addPair, drawPairs, stepPairs } from "./timeline_pairs.js";
import { costumeKey } from "./names.js";
import { writeAddress } from "./address.js";

let diff = null; // of the page's data
const hiddenKinds = new Set();
const isShown = (kind) => !hiddenKinds.has(kind);

export const comparisonIsShown = () => !byId("comparison").hidden;

/** Fills the view with the findings between app.games[0] and [1]. */
export function fillComparison(data) {
  diff = data;
  hiddenKinds.clear();
  byId("old-name").textContent = app.games[0].name;
  byId("new-name").textContent = app.games[1].name;
  byId("summary").textContent = diff.summary;
  byId("counts").replaceChildren(...Object.entries(diff.counts).filter(([, count]) => count > 0).map(([name, count]) =>
    element("li", { className: name }, element("b", {}, String(count)), " " + name)));
  byId("costumes").replaceChildren(...diff.costumes.map(sectionOf));
  byId("kinds").replaceChildren(...Object.entries(diff.kinds).map(([kind, count]) => kindButton(kind, count)));
  for (const costume of diff.costumes.slice(0, 2)) costume.section.open = true;
}

/** Called when the view appears. */
export function showComparison() {
  byId("search").oninput = filterCostumes;
  filterCostumes();
}

function sectionOf(costume) {
  const section = element("details", {},
    element("summary", {}, element("span", { className: "name" }, costume.name),
      element("span", { className: "kinds" }, costume.summary)));
  section.addEventListener("toggle", () => {
    if (section.open) fill(section, costume);
    drawPairs();
  });
  costume.section = section;
  return section;
}

function fill(section, costume) {
  if (section.querySelector(".inside")) return;
  const inside = element("div", { className: "inside" }, linksTo(costume));
  if (costume.timelines.length > 0) {
    inside.append(element("h3", {}, "Changed timelines, old and new in sync"),
      element("div", { className: "timelines" }, ...costume.timelines.map((timeline) => addPair(timeline))),
      element("h3", {}, "Findings"));
  }
  inside.append(element("ul", { className: "findings" },
    ...costume.findings.map((finding) => findingItem(finding, costume))));
  section.append(inside);
  filterFindings(section);
}

/** Links to the views of a costume, old and new. */
function linksTo(costume) {
  const links = app.games.map(({ side, archive }, i) => (costume.rows[i] === null ? null
    : element("a", { href: writeAddress({ side, costume: costumeKey(archive.costumes[costume.rows[i]]) }) },
      "open the " + side + " one")));
  return links.some(Boolean) ? element("p", { className: "opens" }, ...links) : null;
}

function filterFindings(section) {
  for (const item of section.querySelectorAll(".finding")) item.hidden = !isShown(item.dataset.kind);
}

function filterCostumes() {
  const wanted = byId("search").value.trim().toLowerCase();
  let shown = 0;
  for (const { id, name, section, findings } of diff.costumes) {
    const named = id === null ? name.includes(wanted) : String(id) === wanted || name === wanted || wanted === "";
    section.hidden = !(named && findings.some((finding) => isShown(finding.kind)));
    shown += section.hidden ? 0 : 1;
    filterFindings(section);
  }
  byId("nothing").textContent = diff.costumes.length > 0 ? "No costume matches." : "No differences.";
  byId("nothing").hidden = shown > 0;
  drawPairs();
}

function kindButton(kind, count) {
  const button = pushButton(kind + " ", () => {
    if (!hiddenKinds.delete(kind)) hiddenKinds.add(kind);
    button.setAttribute("aria-pressed", isShown(kind));
    filterCostumes();
  }, { "aria-pressed": "true", "data-kind": kind });
  button.append(element("b", {}, String(count)));
  return button;
}

function openAll() {
  const left = diff.costumes.filter(({ section }) => !section.hidden);
  const open = left.some(({ section }) => !section.open);
  for (const { section } of left) section.open = open;
  byId("open-all").textContent = open ? "Close all" : "Open all";
}

/** Moves the keyboard's focus from costume to costume. */
export function moveFocus(by) {
  const heads = diff.costumes.filter(({ section }) => !section.hidden).map(({ section }) => section.firstChild);
  const at = heads.findIndex((head) => head.parentElement.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : heads.length - 1) : Math.max(0, Math.min(heads.length - 1, at + by));
  heads[next]?.focus();
  heads[next]?.scrollIntoView({ block: "center" });
}

export function listenToComparison() {
  byId("open-all").addEventListener("click", openAll);
  byId("back").addEventListener("click", () => clock.step(-1));
  byId("forward").addEventListener("click", () => clock.step(1));
  document.addEventListener("scroll", drawPairs, { passive: true });
  window.addEventListener("resize", drawPairs);
  clock.listen((ticks) => { if (comparisonIsShown()) stepPairs(ticks); });
}
