// The first view of a catalogue: a card for each game, whose archive is in a script that is loaded when it is opened.

import { writeAddress } from "./address.js";
import { alsoText, app, gameTitle } from "./app.js";
import { clock } from "./clock.js";
import { byId, element, warningBadge } from "./dom.js";
import { bytesOf, openArchive } from "./module.js";
import { countText, tickAfter } from "./names.js";
import { zoomToFit } from "./painter.js";

const WIDTH = 170, HEIGHT = 140, MOST_ZOOM = 4; // of a card's picture, in CSS pixels

const texts = globalThis.wardrobeGames = {}; // the archives that scripts have brought, in base64, by script

/** Loads a game, unless it is loaded. What failed can be tried again. */
export const loadGame = (game) => game.loading ??= load(game).catch((error) => {
  game.loading = null;
  throw error;
});

async function load(game) {
  const { script } = game;
  await new Promise((onload, failed) => {
    document.head.append(element("script", { src: script, onload, onerror: () => failed(new Error(`cannot read ${script}`)) }));
  });
  if (!texts[script]) throw new Error(`cannot read ${script}`);
  game.archive = await openArchive(bytesOf(texts[script]), false);
  delete texts[script];
}

const films = new Set(); // the pictures in view
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) films[isIntersecting ? "add" : "delete"](target);
});

export function fillCatalogue() {
  const cards = app.games.map(cardOf), costumes = app.games.reduce((sum, game) => sum + game.costumes, 0);
  byId("catalogue-name").textContent = app.title;
  byId("catalogue-about").textContent = countText(cards.length, "game") + " · " + countText(costumes, "costume");
  byId("games").replaceChildren(...cards);
}

function cardOf(game) {
  const { side, version, costumes, failures, names } = game, film = element("i");
  if (game.picture) showPicture(film, game.picture);
  const lines = [version + " · " + countText(costumes, "costume"), names.join(", "), alsoText(game)];
  const card = element("li", { className: "card" }, element("a", { href: writeAddress({ side }) },
    element("span", { className: "picture stage-back" }, film),
    element("span", { className: "about" },
      element("span", { className: "line" }, element("strong", {}, gameTitle(game)),
        failures > 0 ? warningBadge(countText(failures, "failure")) : null),
      ...lines.filter(Boolean).map((text) => element("span", { className: "faint", title: text }, text)))));
  card.words = [gameTitle(game), ...lines].join("\n").toLowerCase();
  return card;
}

/** Shows the first of the ticks that are side by side in a picture. */
function showPicture(film, { url, width, height, ticks, loopStart }) {
  const fit = Math.min(WIDTH / width, HEIGHT / height), zoom = zoomToFit({ width, height }, WIDTH, HEIGHT, MOST_ZOOM) || fit;
  Object.assign(film.style, { width: width * zoom + "px", height: height * zoom + "px", backgroundImage: `url(${url})`,
    backgroundSize: ticks * width * zoom + "px 100%" });
  film.show = (tick) => { film.style.backgroundPositionX = -tickAfter({ ticks, loopStart }, tick) * width * zoom + "px"; };
  watcher.observe(film);
}

/** Called when the view appears. */
export function showCatalogue() {
  const search = byId("search");
  search.value = "";
  search.placeholder = "Game or name";
  search.oninput = () => {
    const text = search.value.trim().toLowerCase();
    for (const card of byId("games").children) card.hidden = !card.words.includes(text);
  };
  search.oninput();
}

let now = 0;
clock.listen((ticks) => {
  if (ticks === 0 || byId("catalogue").hidden) return;
  now = Math.max(0, now + ticks);
  for (const film of films) film.show(now);
});
