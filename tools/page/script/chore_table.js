// The table of a costume's timelines: chores × directions.

import { arrowKeys, byId, element, fillList, pushButton } from "./dom.js";
import { rowsOfCostume } from "./module.js";
import { choreTitle, countText, directionName, flagTexts, timelineName } from "./names.js";

const ORDER = ["W", "E", "S", "N"];

/** Fills the table. choose(timeline) is called when a timeline is pressed. */
export function fillChores(costume, choose) {
  const { timelines } = costume;
  const directions = [...new Set(timelines.map((one) => one.direction))].sort((a, b) =>
    (typeof a === "number" ? a - b : ORDER.indexOf(a) - ORDER.indexOf(b)));
  const chores = [...new Set(timelines.map((one) => one.chore))];
  const found = new Map(timelines.map((one) => [one.chore + " " + one.direction, one]));
  const head = element("tr", {}, element("th", { scope: "col" }, "Chore"),
    ...directions.map((direction) => element("th", { scope: "col" }, directionName(direction))));
  const rows = chores.map((chore) => element("tr", {}, element("th", { scope: "row" }, choreTitle(costume, chore)),
    ...directions.map((direction) => cell(found.get(chore + " " + direction), choose))));
  const table = byId("chores");
  table.classList.toggle("many", directions.length > 4);
  table.replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
  if (timelines.length > 0) arrowKeys(table.tBodies[0], () => directions.length);
}

function cell(timeline, choose) {
  if (!timeline) return element("td", {});
  const flags = flagTexts(timeline), { ticks } = timeline;
  const name = timelineName(timeline) + ", " + countText(ticks, "tick");
  const button = pushButton(element("span", {}, ticks, element("small", {}, ticks === 1 ? " tick" : " ticks")), () => choose(timeline), {
    className: "chore" + (flags.length ? " flagged" : ""), "aria-pressed": "false",
    title: [name, ...flags].join("\n"), "aria-label": name,
  });
  button.timeline = timeline;
  return element("td", {}, button);
}

export function markChore(timeline) {
  for (const button of byId("chores").querySelectorAll("button")) {
    const on = button.timeline === timeline;
    button.setAttribute("aria-pressed", on);
    if (on) showInTable(button);
  }
}

const MOST_CALLS = 6;

/** Tells what a timeline's chore is to the actors who wear the costume, and which scripts play it. */
export function showCalls({ costume, chore }) {
  const texts = [...new Set(rowsOfCostume("calls", costume).filter((call) => call.chore === chore).map(callText))];
  const more = texts.length - MOST_CALLS;
  fillList("calls", [...texts.slice(0, MOST_CALLS), ...(more > 0 ? [`${more} more`] : [])].map((text) => element("li", {}, text)));
}

/** "walk of actor 5: entry of room 7". */
function callText({ actor, role, script: { kind, number, room } }) {
  const what = (role?.replace("_", " ") ?? "played") + (actor === null ? "" : (role ? " of" : " by") + " actor " + actor);
  return `${what}: ${[kind, number].filter((part) => part !== null).join(" ")}${room === null ? "" : " of room " + room}`;
}

/** Scrolls the table, but not the page. */
function showInTable(button) {
  const frame = byId("chores").parentElement, inner = frame.getBoundingClientRect(), place = button.getBoundingClientRect();
  if (place.top < inner.top + place.height || place.bottom > inner.bottom) {
    frame.scrollTop += (place.top + place.bottom - inner.top - inner.bottom) / 2;
  }
  if (place.left < inner.left || place.right > inner.right) {
    frame.scrollLeft += (place.left + place.right - inner.left - inner.right) / 2;
  }
}
