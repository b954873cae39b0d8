// Prints which archives of a folder the package accepts, as one JSON object: node judge.mjs FOLDER
// Each is also used without a check. However wrong it is, that throws only WardrobeErrors.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { open } from "../../../tools/library/javascript/wardrobe.js";
import { orDamage, use } from "./support.mjs";

const accepted = {};
for (const name of readdirSync(process.argv[2])) {
  const bytes = readFileSync(path.join(process.argv[2], name));
  await orDamage(async () => use(await open(bytes), 1), name);
  accepted[name] = await orDamage(async () => {
    await (await open(bytes)).verify();
    return true;
  }, name) ?? false;
}
process.stdout.write(JSON.stringify(accepted));
