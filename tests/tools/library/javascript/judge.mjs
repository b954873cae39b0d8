// Prints which archives of a folder the package accepts, as one JSON object: node judge.mjs FOLDER

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { open, WardrobeError } from "../../../../tools/library/javascript/wardrobe.js";

const accepted = {};
for (const name of readdirSync(process.argv[2])) {
  try {
    await (await open(readFileSync(path.join(process.argv[2], name)))).verify();
    accepted[name] = true;
  } catch (error) {
    if (!(error instanceof WardrobeError)) throw error;
    accepted[name] = false;
  }
}
process.stdout.write(JSON.stringify(accepted));
