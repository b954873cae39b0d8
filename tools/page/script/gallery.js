// All costumes of a game, moving. Only those in view are drawn.

import { writeAddress } from "./address.js";
import { app, gameTitle, versionName } from "./app.js";
import { arranged, fillArrangement } from "./arrangement.js";
import { clock } from "./clock.js";
import { offsetText } from "./disassembly.js";
import { byId, element, fillFolded, warningBadge } from "./dom.js";
import { Filters } from "./filters.js";
import { wearerOf } from "./module.js";
import { costumeKey, costumeName, costumeTitle, countText, isGuessed, lookCount, paletteName, roomName, tickAfter, usualPalette } from "./names.js";
import { clipBox, colorsOf, Painter, zoomSize, zoomToFit } from "./painter.js";
import { reel, toneOf } from "./showcase.js";

const MARGIN = 8; // CSS pixels, at least
const MAX_ZOOM = 3;

class Card {
  #painter = null;
  #shown = null; // the frame that is drawn
  visible = false;

  /** A card of a costume in a look. `several`: whether the gallery has other games, too. */
  constructor(game, costume, look, failures, several) {
    this.game = game;
    this.costume = costume;
    this.look = look;
    this.gameName = several ? gameTitle(game) : "";
    this.failures = failures;
    this.canvas = element("canvas", { role: "presentation" });
    this.name = element("strong");
    this.badges = element("span", { className: "badges" }, failures > 0 ? warningBadge(countText(failures, "failure")) : null,
      isGuessed(costume) ? element("span", { className: "badge", title: paletteName(usualPalette(costume)) + ", a guess" },
        countText(usualPalette(costume).room.palettes.length, "palette")) : null);
    this.node = element("li", { className: look ? "card look" : "card" },
      element("a", { href: writeAddress({ side: game.side, costume: costumeKey(costume), look: look || null }) },
        element("span", { className: "picture stage-back" }, this.canvas),
        element("span", { className: "about" },
          element("span", { className: "line" }, this.name, this.badges),
          several ? element("span", { className: "faint" }, this.gameName) : null,
          element("span", { className: "faint" }, (wearerOf(costume) ? costumeTitle(costume) + " · " : "") + (look ? `look ${look} · ` : "") + roomName(costume.room)),
          element("span", { className: "faint" }, countText(costume.pictures.length, "picture") + " · "
            + countText(costume.timelines.length, "timeline")))));
    this.node.card = this;
    this.showName();
  }

  /** Shows the costume's name. Returns whether it has changed. */
  showName() {
    const before = this.name.textContent;
    this.name.textContent = costumeName(this.costume);
    return this.name.textContent !== before;
  }

  get reel() {
    return reel(this.costume);
  }

  /** Draws the frame of the card's reel at the gallery's tick, unless it is drawn already. */
  draw(tick) {
    const { reel } = this;
    if (!reel) return;
    if (!this.#painter) this.#open();
    const cels = reel.frames[tickAfter(reel, tick)];
    if (cels === this.#shown) return;
    const first = this.#shown === null;
    this.#shown = cels;
    this.#painter.draw(cels, this.costume, this.colors);
    if (first) this.canvas.parentElement.dataset.tone = toneOf(this.#painter.words);
  }

  #open() {
    measured ??= measure(this.canvas.parentElement);
    const box = clipBox(this.reel.box), zoom = zoomToFit(box, measured.width, measured.height, MAX_ZOOM);
    this.#painter = new Painter(this.canvas);
    this.#painter.setBox(box);
    this.colors = colorsOf(this.costume, undefined, this.look);
    this.canvas.classList.toggle("shrunk", zoom === 0);
    this.canvas.style.width = zoom > 0 ? box.width * zoomSize(zoom) + "px" : "";
  }

  /** Frees the memory of the card's picture. */
  close() {
    this.#painter = this.#shown = null;
    this.canvas.width = this.canvas.height = 1;
  }
}

let cards = [];
let filters = null;
let tick = 0;

let measured = null; // for all cards; measured once, because each measurement costs a layout
new ResizeObserver(() => { measured = null; }).observe(byId("cards"));

/** Measures the room for a picture. */
function measure(place) {
  const { width, height } = place.getBoundingClientRect();
  return { width: width - 2 * MARGIN, height: height - 2 * MARGIN };
}

const MOST_AT_ONCE = 6; // ms of a frame that drawing of cards in view may take
const coming = new Set(); // cards that are in view and not drawn yet

const watcher = new IntersectionObserver((entries) => {
  if (coming.size === 0) requestAnimationFrame(drawComing);
  for (const { target: { card }, isIntersecting } of entries) {
    card.visible = isIntersecting;
    if (isIntersecting) {
      coming.add(card);
    } else {
      coming.delete(card);
      card.close();
    }
  }
}, { rootMargin: "150px" });

/** Draws cards that have come into view: a few in each frame, so that scrolling stays smooth. */
function drawComing() {
  const start = performance.now();
  for (const card of coming) {
    coming.delete(card);
    card.draw(tick);
    if (performance.now() - start > MOST_AT_ONCE) break;
  }
  if (coming.size > 0) requestAnimationFrame(drawComing);
}

const galleryIsShown = () => !byId("gallery").hidden;

/** Fills the gallery with the costumes of one game or several. */
export function fillGallery(games) {
  const several = games.length > 1, archives = games.map(({ archive }) => archive);
  watcher.disconnect();
  coming.clear();
  cards = games.flatMap((game) => {
    const failures = failuresOf(game.archive);
    return game.archive.costumes.flatMap((costume) => Array.from({ length: lookCount(costume) + 1 }, (_, look) =>
      new Card(game, costume, look, failures.get(costume.row) ?? 0, several)));
  });
  filters = new Filters(cards, filter);
  fillArrangement(several ? null : archives[0], arrange, showNames);
  arrange();
  for (const card of cards) watcher.observe(card.node);
  warmUp(cards);
  const count = (what) => countText(archives.reduce((sum, archive) => sum + archive[what + "s"].length, 0), what);
  const named = games.length === app.games.length && app.title;
  byId("game-name").textContent = named || (several ? countText(games.length, "game") : gameTitle(games[0]));
  byId("game-about").textContent = [[...new Set(archives.map(versionName))].join(", "),
    ...["costume", "picture", "timeline", "room"].map(count)].join(" · ");
  byId("game-about").title = several ? "" : archives[0].game.reason;
  const failures = (wanted) => games.flatMap((game) => game.archive.failures.filter(({ kind }) => kind === wanted)
    .map((one) => (several ? gameTitle(game) + ": " : "") + failureText(one)));
  const damage = failures("damage"), notes = failures("note");
  fillFolded("failures", countText(damage.length, "part") + " could not be read", damage);
  fillFolded("notes", countText(notes.length, "note"), notes);
  tick = 0;
}

let heads = []; // the headings of rooms, if cards are grouped by room

/** Puts the cards in the chosen order. Their pictures get the chosen size. */
function arrange() {
  const nodes = arranged(cards);
  cards = nodes.filter((one) => one.card).map((one) => one.card);
  heads = nodes.filter((one) => !one.card);
  byId("cards").replaceChildren(...nodes);
  for (const card of cards) card.close();
  measured = null;
  for (const card of cards) if (card.visible && !coming.has(card)) card.draw(tick);
  filter();
}

/** Shows the names again, because the user may have given some. */
function showNames() {
  if (cards.filter((card) => card.showName()).length > 0) arrange();
}

byId("clear-filters").addEventListener("click", () => filters.clear());
byId("more-filters").addEventListener("click", ({ currentTarget: button }) => {
  button.ariaExpanded = byId("filter-row").classList.toggle("open");
});

let warming = null; // the cards that are prepared

/** Prepares the pictures of cards while the page is idle, so that scrolling to them is fast. */
function warmUp(those) {
  const left = those[Symbol.iterator]();
  warming = those;
  const go = (deadline) => {
    while (warming === those && deadline.timeRemaining() > 2) {
      const { value, done } = left.next();
      if (done) return;
      value.reel; // computed now, and kept
    }
    if (warming === those) whenIdle(go);
  };
  whenIdle(go);
}

const whenIdle = (work) => requestIdleCallback(work, { timeout: 1000 });

/** The number of failures for each row of costumes. Notes are no failures here. */
function failuresOf(archive) {
  const counts = new Map();
  for (const { kind, costume } of archive.failures) {
    if (costume && kind === "damage") counts.set(costume.row, (counts.get(costume.row) ?? 0) + 1);
  }
  return counts;
}

function failureText({ id, room, source, offset, limb, index, error }) {
  const place = [id === null ? null : "costume " + id, room === null ? null : "room " + room,
    limb === null ? null : "limb " + limb, index === null ? null : "index " + index,
    source === null ? null : source.name + (offset === null ? "" : " at " + offsetText(offset))];
  return place.filter((part) => part !== null).join(", ") + ": " + error;
}

function filter() {
  for (const card of cards) card.node.hidden = !filters.accepts(card);
  const shown = shownCostumes().length, all = costumesOf(cards).length;
  for (const head of heads) head.hidden = head.cards.every(({ node }) => node.hidden);
  byId("shown-count").textContent = shown === all ? "" : shown + " of " + countText(all, "costume");
  byId("no-card").hidden = shown > 0;
  byId("no-card").firstChild.textContent = cards.length > 0 ? "No costume matches." : "This game has no costumes.";
  byId("clear-filters").hidden = cards.length === 0;
}

/** Called when the view appears. */
export function showGallery() {
  showNames();
  filters.takeSearch();
}

const costumesOf = (some) => [...new Set(some.map((card) => card.costume))];
const shownCostumes = () => costumesOf(cards.filter((card) => !card.node.hidden));

/** A card of the next costume, or with -1 of the previous one, among the cards that pass the filters. If no card does, of
 *  `costume` itself. */
export function neighbour(costume, by) {
  const left = shownCostumes(), at = left.indexOf(costume);
  const next = left.length === 0 ? costume : at < 0 ? left[0] : left[(at + by + left.length) % left.length];
  return cards.find((card) => card.costume === next);
}

/** Moves the keyboard focus from card to card. */
export function focusCard(by) {
  const links = cards.filter((card) => !card.node.hidden).map((card) => card.node.firstChild);
  const at = links.indexOf(document.activeElement);
  const next = links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

export function focusCostume(costume) {
  cards.find((card) => card.costume === costume)?.node.firstChild.focus();
}

clock.listen((ticks) => {
  if (ticks === 0 || !galleryIsShown()) return;
  tick = Math.max(0, tick + ticks);
  for (const card of cards) if (card.visible && !coming.has(card)) card.draw(tick);
});
