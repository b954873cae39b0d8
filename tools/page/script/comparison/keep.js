// Saves a comparison: its findings as JSON; in wardrobe.html, also the whole comparison as a page.

import { app } from "../app.js";
import { element } from "../dom.js";
import { fileStem } from "../names.js";
import { download } from "../save.js";

const stem = () => app.games.map(({ name }) => fileStem(name)).join("-to-");
const names = () => ({ old: app.games[0].name, new: app.games[1].name });

/** The findings as `wardrobe diff --json` prints them. */
export function saveJson({ counts, costumes }) {
  const findings = costumes.flatMap((one) => one.findings).map(({ text, entries, ...row }) => row);
  download(new Blob([JSON.stringify({ ...names(), counts, findings }, null, 1) + "\n"], { type: "application/json" }),
    stem() + ".json");
}

function base64Of(bytes) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.replace(/^[^,]*,/, ""));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(new Blob([bytes]));
  });
}

/** This page with both archives and the comparison in it. */
export async function savePage(diff) {
  const page = app.pristine.cloneNode(true), data = page.querySelector("#data");
  for (const old of page.querySelectorAll("[id^=archive-]")) old.remove();
  const games = app.games.map(({ name, side }, i) => ({ name, side, archive: "archive-" + i }));
  data.textContent = JSON.stringify({ games, diff }, (key, value) => (key === "section" ? undefined : value))
    .replaceAll("<", "\\u003c");
  for (const [i, { archive }] of app.games.entries()) {
    const type = "application/octet-stream;base64";
    data.after(element("script", { type, id: "archive-" + i }, await base64Of(archive.file)));
  }
  download(new Blob(["<!DOCTYPE html>\n", page.outerHTML], { type: "text/html" }), stem() + ".html");
}
