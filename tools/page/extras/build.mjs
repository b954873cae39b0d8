// node build.mjs PAGE WASM LICENCES OUT: writes wardrobe.html to OUT. PAGE is the page that the program wrote, WASM is
// the module that packs, and LICENCES is the folder with the licences of what is compiled in.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const [pageFile, wasmFile, licenceFolder, out] = process.argv.slice(2);

function bundled(name) {
  const options = ["--bundle", "--minify", "--log-override:empty-import-meta=silent"];
  return execFileSync("esbuild", [join(here, name), ...options], { encoding: "utf8" }).trim();
}

/** The licences of everything that is compiled in, under lines that name it. */
function licences() {
  const texts = readdirSync(licenceFolder).sort().map((file) => [parse(file).name, join(licenceFolder, file)]);
  return [["Wardrobe", join(here, "../../../LICENSE")], ...texts]
    .map(([name, file]) => `— ${name} —\n\n${readFileSync(file, "utf8").trim()}\n`).join("\n");
}

/** Changes a text so that it cannot end its script element. */
const harmless = (text) => text.replace(/<(\/script|!--)/gi, "\\x3c$1");
const element = (type, id, text) => `<script type="${type}" id="${id}">\n${text}\n</script>\n`;

/** Replaces `from`, which must occur exactly once, by `to`. */
function replaced(text, from, to) {
  if (text.split(from).length !== 2) throw new Error(`${pageFile}: ${from} should be there once`);
  return text.replace(from, () => to);
}

let page = readFileSync(pageFile, "utf8");
page = replaced(page, "'wasm-unsafe-eval'", "'wasm-unsafe-eval' blob:; worker-src blob:");
page = replaced(page, '<script>\n"use strict";', [
  element("application/octet-stream;base64", "extras-module", gzipSync(readFileSync(wasmFile), { level: 9 }).toString("base64")),
  element("text/plain", "licences", licences().replaceAll("<", "‹").replaceAll(">", "›")),
  element("text/plain", "worker", harmless(bundled("worker.js"))),
  `<script>\n${harmless(bundled("extras.js"))}\n</script>\n<script>\n"use strict";`,
].join(""));
writeFileSync(out, page);
console.log(`${out}: ${(page.length / 1e6).toFixed(2)} MB`);
