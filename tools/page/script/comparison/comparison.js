// The view of the differences between two games: findings by costume, filters, and changed timelines, with old and new
// in step.

import { writeAddress } from "../address.js";
import { app } from "../app.js";
import { clock } from "../clock.js";
import { byId, element, fillList, icon, memberButton, pushButton } from "../dom.js";
import { absent, findingItem, sideCanvas, sideFigure, SIDES } from "./findings.js";
import { saveJson, savePage } from "./keep.js";
import { costumeKey, countText, tickAfter } from "../names.js";
import { exchange } from "../opening/open.js";
import { boxAround, clipBox, colorsOf, Painter } from "../painter.js";
import { tellFailure } from "../save.js";

let diff = null; // from the page's data
let tick = 0;
let pairs = []; // the timelines that were opened
const hiddenKinds = new Set();
const isShown = (kind) => !hiddenKinds.has(kind);

/** The old and the new version of a timeline. Both are drawn in boxes of the same size. */
class TimelinePair {
  constructor({ chore, dir, rows }) {
    this.timelines = rows.map((row, i) => (row === null ? null : app.games[i].archive.timelines[row]));
    const box = clipBox(boxAround(this.timelines.filter(Boolean).map((timeline) => timeline.box)));
    const sides = element("div", { className: "pair" });
    this.views = this.timelines.map((timeline, i) => {
      const caption = element("span", {}, SIDES[i]);
      if (!timeline) {
        sides.append(sideFigure(caption, absent()));
        return null;
      }
      const painter = new Painter(sideCanvas(box, SIDES[i]));
      painter.setBox(box);
      sides.append(sideFigure(caption, painter.canvas));
      return { painter, caption, shown: -1, colors: colorsOf(timeline.costume) };
    });
    this.node = element("figure", { className: "timeline" },
      element("figcaption", {}, "chore " + chore + " " + dir), sides);
  }

  /** Draws the current tick if the timeline is on screen and the tick is not drawn yet. */
  draw() {
    const place = this.node.getBoundingClientRect();
    if (place.height === 0 || place.bottom < 0 || place.top > window.innerHeight) return;
    this.views.forEach((view, i) => {
      if (!view) return;
      const timeline = this.timelines[i], at = tickAfter(timeline, tick, timeline.loopStart !== null);
      if (view.shown === at) return;
      view.shown = at;
      view.caption.textContent = `${SIDES[i]}, tick ${at} of ${timeline.ticks}`;
      view.painter.draw(timeline.tick(at).cels, timeline.costume, view.colors);
    });
  }
}

function drawPairs() {
  for (const pair of pairs) pair.draw();
  byId("tick").textContent = "tick " + tick;
}

export const comparisonIsShown = () => !byId("comparison").hidden;

/** Fills the view with the findings between app.games[0] and app.games[1]. `data` is null if they are not compared. */
export function fillComparison(data) {
  diff = data;
  tick = 0;
  pairs = [];
  hiddenKinds.clear();
  if (diff === null) return;
  byId("old-name").textContent = app.games[0].name;
  byId("new-name").textContent = app.games[1].name;
  fillList("unread", app.games.map(unreadOf).filter(Boolean));
  byId("counts").replaceChildren(...Object.entries(diff.counts).filter(([, count]) => count > 0).map(([name, count]) =>
    element("li", { className: name }, element("b", {}, String(count)), " " + name)));
  byId("costumes").replaceChildren(...diff.costumes.map(sectionOf));
  byId("kinds").replaceChildren(...Object.entries(diff.kinds).map(([kind, count]) => kindButton(kind, count)));
  for (const costume of diff.costumes.slice(0, 2)) costume.section.open = true;
}

/** Says how many parts of a game could not be read, so that nobody takes them for changes. */
function unreadOf({ name, side, archive }) {
  const count = archive?.failures.filter(({ kind }) => kind === "damage").length;
  return count > 0 && element("li", {}, icon("warning"), ` ${countText(count, "part")} of ${name} could not be read. `
    + "Parts that seem to be missing may only be unreadable: ",
    element("a", { href: writeAddress({ side }) }, `look at the ${side} game`));
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
    const added = costume.timelines.map((timeline) => new TimelinePair(timeline));
    pairs.push(...added);
    inside.append(element("h3", {}, "Changed timelines, old and new in sync"),
      element("div", { className: "timelines" }, ...added.map((pair) => pair.node)),
      element("h3", {}, "Findings"));
  }
  inside.append(element("ul", { className: "findings" },
    ...costume.findings.map((finding) => findingItem(finding, costume))));
  section.append(inside);
  filterFindings(section);
}

/** Links to the old and the new view of a costume. */
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
  const isEqual = diff.costumes.length === 0;
  byId("nothing").replaceChildren(isEqual ? icon("tick") : "", isEqual ? "No differences." : "No costume matches.");
  byId("nothing").classList.toggle("equal", isEqual);
  byId("bar").hidden = isEqual;
  byId("nothing").hidden = shown > 0;
  drawPairs();
}

function kindButton(kind, count) {
  const button = memberButton(kind + " ", hiddenKinds, kind, true, filterCostumes, { "data-kind": kind });
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
  const keep = (label, title, work) => pushButton(label, () => tellFailure(async () => work(diff)), { title });
  byId("keep").append(keep("Save as JSON", "All findings, as `wardrobe diff --json` prints them", saveJson));
  if (app.extras) {
    byId("keep").append(keep("Save as a page", "This page with both games and their differences, in one file", savePage),
      keep("Exchange old and new", "Compare in the other direction", exchange));
  }
  byId("open-all").addEventListener("click", openAll);
  byId("back").addEventListener("click", () => clock.step(-1));
  byId("forward").addEventListener("click", () => clock.step(1));
  document.addEventListener("scroll", drawPairs, { passive: true });
  window.addEventListener("resize", drawPairs);
  clock.listen((ticks) => {
    if (!comparisonIsShown()) return;
    tick = Math.max(0, tick + ticks);
    drawPairs();
  });
}
