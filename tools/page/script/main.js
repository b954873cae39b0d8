// Chooses the view, and starts the page.

import { readAddress, writeAddress } from "./address.js";
import { app, gameTitle } from "./app.js";
import { fillCatalogue, loadGame, showCatalogue } from "./catalogue.js";
import { clock } from "./clock.js";
import { fillComparison, listenToComparison, showComparison } from "./comparison/comparison.js";
import { closeCostume, openCostume, shownCostume } from "./costume_view.js";
import { byId, element } from "./dom.js";
import { fillGallery, focusCostume, showGallery } from "./gallery.js";
import { listenToKeys } from "./keys.js";
import { costumeName, findCostume } from "./names.js";
import { openEmbedded, pageData } from "./opening/embedded.js";
import { closeProblem } from "./opening/notice.js";
import { listenToDrops } from "./opening/open.js";
import { tellFailure } from "./save.js";
import { fillStageBar } from "./stage.js";
import { fillTopBar } from "./top_bar.js";

const VIEWS = ["catalogue", "comparison", "gallery", "costume"];
let diff = null; // the page's comparison, if it has one
let galleryScroll = 0;
let inGallery = null; // the list of games, or the one side of a comparison, that it was filled with

/** Shows the view that the address names. Parts of the address that name nothing are ignored. */
function route() {
  const place = readAddress(location.hash);
  const isCatalogue = Boolean(app.games[0].script);
  const named = app.games.find((game) => (game.archive || game.script) && game.side === place.side);
  if (isCatalogue && !named) {
    show("catalogue", app.title);
    return;
  }
  if (named && !named.archive) {
    tellFailure(() => loadGame(named).then(route));
    return;
  }
  const game = named ?? app.games.find((one) => one.archive), isAlone = diff || isCatalogue;
  if (diff && !named) {
    show("comparison", "Changes");
    return;
  }
  if (app.game !== game) {
    app.game = game;
    closeCostume();
  }
  const filling = isAlone ? game : app.games;
  if (inGallery !== filling) {
    inGallery = filling;
    fillGallery(isAlone ? [game] : app.games);
    byId("to-games").hidden = !isCatalogue;
    galleryScroll = 0;
  }
  const costume = place.costume === null ? undefined : findCostume(game.archive, place.costume);
  if (!costume) {
    show("gallery", byId("game-name").textContent);
    return;
  }
  show("costume", costumeName(costume) + " · " + gameTitle(game));
  openCostume(costume, place);
}

function show(view, title) {
  const before = VIEWS.find((name) => !byId(name).hidden);
  document.title = view === "comparison" ? app.games.map((game) => gameTitle(game)).join(" → ") : title;
  if (before === "gallery") galleryScroll = scrollY;
  for (const name of VIEWS) byId(name).hidden = name !== view;
  document.body.dataset.view = view;
  markPlace(view);
  if (before === view && view === "costume") return;
  if (view === "comparison") showComparison();
  if (view === "catalogue") showCatalogue();
  if (view === "gallery") {
    showGallery();
    scrollTo(0, galleryScroll);
    if (before === "costume") focusCostume(shownCostume());
  } else {
    scrollTo(0, 0);
  }
  if (view === "costume" && before) byId("costume-name").focus({ preventScroll: true });
}

/** The links to the views of a comparison. */
function fillPlaces() {
  const places = byId("places");
  places.hidden = diff === null;
  if (diff === null) return;
  places.replaceChildren(element("a", { href: "#", "data-place": "comparison" }, "Changes"),
    ...app.games.filter((game) => game.archive && !game.art).map((game) =>
      element("a", { href: writeAddress({ side: game.side }), title: gameTitle(game), "data-place": game.side }, game.side)));
}

function markPlace(view) {
  const current = view === "comparison" ? view : app.game?.side;
  for (const link of byId("places").children) {
    if (link.dataset.place === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Shows other games than those with which the page came. */
function showGames(games, findings) {
  app.games = games;
  app.game = null;
  app.title = undefined;
  diff = findings;
  fillPlaces();
  fillComparison(diff);
  scrollTo(0, 0); // the gallery would return to this costume
  history.replaceState(null, "", location.pathname + location.search);
  route();
}

async function start() {
  const data = pageData();
  for (const game of data.games) app.games.push(await openEmbedded(game, app.games));
  ({ diff, title: app.title } = data);
  if (app.games[0].script) fillCatalogue();
  fillTopBar();
  fillStageBar();
  listenToKeys();
  listenToComparison();
  fillPlaces();
  fillComparison(diff);
  if (app.extras) listenToDrops(showGames);
  byId("loading").hidden = true;
  addEventListener("hashchange", () => {
    closeProblem();
    route();
  });
  route();
  clock.setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
}

start().catch((error) => {
  document.body.dataset.view = "failed";
  byId("loading").hidden = false;
  byId("loading").textContent = "This page cannot be shown: " + error.message;
});
