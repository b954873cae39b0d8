// Prints, as JSON, the rows of the timelines that costumes have for choices: node chosen.mjs ARCHIVE CHOICES, where
// CHOICES is a list of [row of costumes, chore or null, direction or null]; null: there is none.

import { open } from "../../../tools/library/javascript/wardrobe.js";

const archive = await open(process.argv[2]);
const chosen = JSON.parse(process.argv[3]).map(([costume, chore, direction]) => {
  try {
    return archive.costumes[costume].timeline(chore ?? undefined, direction ?? undefined).row;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
});
process.stdout.write(JSON.stringify(chosen));
