// The bar at the top of all views: play, speed and background.

import { remember, remembered } from "./app.js";
import { clock, GAME_SPEED, MAX_SPEED } from "./clock.js";
import { byId, element, icon, pushButton } from "./dom.js";

const BACKGROUNDS = ["checker", "black", "white", "own"];
let background = remembered("background", "checker", (value) => BACKGROUNDS.includes(value));
let ownColor = remembered("color", "#406080", (value) => /^#[0-9a-f]{6}$/.test(value));

export function fillTopBar() {
  byId("play").addEventListener("click", () => clock.setPlaying(!clock.playing));
  const speed = byId("speed");
  speed.max = MAX_SPEED;
  speed.addEventListener("input", () => clock.setSpeed(Number(speed.value)));
  byId("rate").addEventListener("click", () => clock.setSpeed(GAME_SPEED));
  fillBackgrounds();
  clock.listen(showClock);
  showClock(0);
}

function showClock(ticks) {
  if (ticks !== 0) return;
  const { playing, speed } = clock;
  byId("play").replaceChildren(icon(playing ? "pause" : "play"), element("span", {}, playing ? "Pause" : "Play"));
  byId("speed").value = speed;
  byId("rate").textContent = speed + " ticks/s";
  byId("rate").classList.toggle("game", speed === GAME_SPEED);
  byId("speed").setAttribute("aria-valuetext", `${speed} ticks per second` + (speed === GAME_SPEED ? ", as in the game" : ""));
}

function fillBackgrounds() {
  const color = element("input", { type: "color", value: ownColor, "aria-label": "A background of your own",
    title: "A colour of your own" });
  color.addEventListener("input", () => {
    ownColor = color.value;
    remember("color", ownColor);
    setBackground("own");
  });
  color.addEventListener("click", () => setBackground("own"));
  byId("backgrounds").append(...BACKGROUNDS.slice(0, -1).map((name) => pushButton("", () => setBackground(name),
    { className: "back-" + name, "aria-label": name, title: "Background: " + name + " (B)", "data-name": name })), color);
  setBackground(background);
}

function setBackground(name) {
  background = name;
  remember("background", name);
  const root = document.documentElement;
  root.dataset.background = name;
  root.style.setProperty("--own-back", ownColor);
  for (const button of byId("backgrounds").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", button.dataset.name === name);
  }
  byId("backgrounds").querySelector("input").classList.toggle("on", name === "own");
}

export function nextBackground() {
  setBackground(BACKGROUNDS[(BACKGROUNDS.indexOf(background) + 1) % BACKGROUNDS.length]);
}
