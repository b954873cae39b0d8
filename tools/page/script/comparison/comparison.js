// The view of the differences between two games: findings by costume, filters, and changed timelines, with old and new
// in step.

import { writeAddress } from "../address.js";
import { app, gameTitle } from "../app.js";
import { clock } from "../clock.js";
import { byId, element, fillFolded, fillList, icon, memberButton, pushButton } from "../dom.js";
import { findingItem } from "./findings.js";
import { saveJson, savePage } from "./keep.js";
import { zoomAlike } from "./sides.js";
import { drawPairs, forgetPairs, timelineFigure } from "./timeline_pair.js";
import { costumeKey, countText } from "../names.js";
import { exchange } from "../opening/open.js";
import { tellFailure } from "../save.js";

let diff = null; // from the page's data
let groups = []; // its costumes as they are shown: the rooms last
let tick = 0;
const hiddenKinds = new Set();
const isShown = (kind) => !hiddenKinds.has(kind);

function draw() {
  drawPairs(tick);
  byId("tick").textContent = "tick " + tick;
}

export const comparisonIsShown = () => !byId("comparison").hidden;

/** Fills the view with the findings between app.games[0] and app.games[1]. `data` is null if they are not compared. */
export function fillComparison(data) {
  diff = data;
  tick = 0;
  forgetPairs();
  hiddenKinds.clear();
  if (diff === null) return;
  const isRooms = ({ rows }) => rows.every((row) => row === null);
  groups = diff.costumes.toSorted((a, b) => isRooms(a) - isRooms(b));
  byId("old-name").textContent = gameTitle(app.games[0]);
  byId("new-name").textContent = gameTitle(app.games[1]);
  fillList("unread", app.games.map(unreadOf).filter(Boolean));
  byId("counts").replaceChildren(...Object.entries(diff.counts).filter(([, count]) => count > 0).map(([name, count]) =>
    element("li", { className: name }, element("b", {}, String(count)), " " + name)));
  byId("counts").ariaLabel = app.games[1].art ? "Pictures" : "Costumes";
  const left = diff.left ?? []; // of pictures to be remade
  fillFolded("left", countText(left.length, "picture") + " not remade yet", left);
  byId("costumes").replaceChildren(...groups.map(sectionOf));
  byId("kinds").replaceChildren(...Object.entries(diff.kinds).map(([kind, count]) => kindButton(kind, count)));
  for (const { section } of groups.slice(0, 2)) section.open = true;
}

/** Says how many parts of a game could not be read, so that nobody takes them for changes. */
function unreadOf(game) {
  const { side, archive } = game;
  const count = archive?.failures.filter(({ kind }) => kind === "damage").length;
  return count > 0 && element("li", {}, icon("warning"), ` ${countText(count, "part")} of ${gameTitle(game)} could not be read. `
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
    draw();
  });
  costume.section = section;
  return section;
}

function fill(section, costume) {
  if (section.querySelector(".inside")) return;
  const inside = element("div", { className: "inside" }, linksTo(costume)), { art } = app.games[1];
  const isArt = Boolean(art);
  const timelines = costume.timelines.length === 0 ? [] : [
    element("h3", {}, `${isArt ? "T" : "Changed t"}imelines, old and new in sync`),
    element("div", { className: "timelines" }, ...costume.timelines.map(timelineFigure))];
  const findings = costume.findings.length === 0 ? [] : [
    ...(timelines.length === 0 ? [] : [element("h3", {}, "Findings")]),
    element("ul", { className: "findings" }, ...costume.findings.map((finding) => findingItem(finding, costume)))];
  inside.append(...(isArt ? [...findings, ...timelines] : [...timelines, ...findings]));
  section.append(inside);
  const widths = [".timeline canvas", ".finding > .pictures canvas"]
    .map((kind) => zoomAlike([...inside.querySelectorAll(kind)], art?.scale));
  inside.style.setProperty("--picture", Math.max(...widths) + "px"); // a card is wide enough for two
  filterFindings(section);
}

/** Links to the old and the new view of a costume. */
function linksTo(costume) {
  const links = app.games.map(({ side, archive, art }, i) => (costume.rows[i] === null || art ? null
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
  for (const { id, name, section, findings } of groups) {
    const named = wanted === "" || String(id) === wanted || (!/^\d+$/.test(wanted) && name.toLowerCase().includes(wanted));
    section.hidden = !(named && (findings.length === 0 || findings.some((finding) => isShown(finding.kind))));
    shown += section.hidden ? 0 : 1;
    filterFindings(section);
  }
  const isEqual = groups.length === 0;
  byId("nothing").replaceChildren(isEqual ? icon("tick") : "", isEqual ? "No differences." : "No costume matches.");
  byId("nothing").classList.toggle("equal", isEqual);
  byId("bar").hidden = isEqual;
  byId("nothing").hidden = shown > 0;
  draw();
}

function kindButton(kind, count) {
  const button = memberButton(kind + " ", hiddenKinds, kind, true, filterCostumes, { "data-kind": kind });
  button.append(element("b", {}, String(count)));
  return button;
}

function openAll() {
  const left = groups.filter(({ section }) => !section.hidden);
  const open = left.some(({ section }) => !section.open);
  for (const { section } of left) section.open = open;
  byId("open-all").textContent = open ? "Close all" : "Open all";
}

/** Moves the keyboard's focus from costume to costume. */
export function moveFocus(by) {
  const heads = groups.filter(({ section }) => !section.hidden).map(({ section }) => section.firstChild);
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
  document.addEventListener("scroll", draw, { passive: true });
  window.addEventListener("resize", draw);
  clock.listen((ticks) => {
    if (!comparisonIsShown()) return;
    tick = Math.max(0, tick + ticks);
    draw();
  });
}
