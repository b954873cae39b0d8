// node build.mjs PAGE WASM ARCHIVE OUT: writes wardrobe.html to OUT. PAGE is the page that the program wrote of
// ARCHIVE, and WASM is the WebAssembly module.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const [pageFile, wasmFile, archiveFile, out] = process.argv.slice(2);

function bundled(name) {
  const options = ["--bundle", "--minify", "--log-override:empty-import-meta=silent"];
  return execFileSync("esbuild", [join(here, name), ...options], { encoding: "utf8" }).trim();
}

/** The parts that are compiled into the module, with their licence files from Debian and npm. */
const LICENCES = [
  ["gifenc", "node_modules/gifenc/LICENSE.md"],
  ["fflate", "node_modules/fflate/LICENSE"],
  ["zstd", "/usr/share/doc/libzstd-dev/copyright"],
  ["Highway", "/usr/share/doc/libhwy-dev/copyright"], ["xxHash", "/usr/share/doc/libxxhash-dev/copyright"],
  ["libc++", "/usr/share/doc/libc++-19-dev-wasm32/copyright"], ["wasi-libc", "/usr/share/doc/wasi-libc/copyright"],
  ["compiler-rt", "/usr/share/doc/libclang-rt-19-dev-wasm32/copyright"],
  ["fmt", "/usr/share/doc/libfmt-dev/copyright"], ["nlohmann-json", "/usr/share/doc/nlohmann-json3-dev/copyright"],
];

function licences() {
  const texts = LICENCES.map(([name, file]) => `${name}\n\n${readFileSync(join(file.startsWith("/") ? "" : here, file), "utf8").trim()}`);
  return ["Wardrobe\n\n" + readFileSync(join(here, "../../../LICENSE"), "utf8").trim(), ...texts].join("\n\n— — —\n\n");
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
page = replaced(page, "script-src 'unsafe-inline'", "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:");
page = page.replace(/<script type="application\/octet-stream;base64" id="image-0">[^<]*<\/script>\n/, "");
page = replaced(page, '"image":"image-0"', '"archive":"archive-0"');
page = replaced(page, '<script>\n"use strict";', [
  element("application/octet-stream;base64", "archive-0", readFileSync(archiveFile).toString("base64")),
  element("application/octet-stream;base64", "wasm", deflateRawSync(readFileSync(wasmFile), { level: 9 }).toString("base64")),
  element("text/plain", "licences", licences().replaceAll("<", "‹").replaceAll(">", "›")),
  element("text/plain", "worker", harmless(bundled("worker.js"))),
  `<script>\n${harmless(bundled("extras.js"))}\n</script>\n<script>\n"use strict";`,
].join(""));
writeFileSync(out, page);
console.log(`${out}: ${(page.length / 1e6).toFixed(2)} MB`);
