// Messages for files without a game.

import { countText } from "../names.js";

const WHAT_TO_DO = "Open the folder of a game, its files (such as MONKEY2.000 and MONKEY2.001), a zip of them, "
  + "or a .wardrobe archive.";

// Kinds of files by extension, with advice.
const KINDS = [
  [/\.(exe|com|bat|msi|app)$/i, "is a program. " + WHAT_TO_DO],
  [/\.(iso|bin|cue|img|mdf|nrg|dmg|toast)$/i,
    "is a disc image. Open it in your system, and then the game’s folder on it."],
  [/\.(rar|7z|gz|tgz|tar|xz|bz2|lzh|arj|cab|sit)$/i,
    "is in a format that this page cannot unpack. Unpack it and open the resulting folder."],
  [/\.(pdf|docx?|txt|html?|png|jpe?g|gif|mp[34]|wav|ogg)$/i,
    "is a document or a recording, not a game. " + WHAT_TO_DO],
];

function ofOneFile(name, { size }) {
  if (size === 0) return `The file “${name}” is empty: 0 bytes. Copy it again from where it came from.`;
  const kind = KINDS.find(([pattern]) => pattern.test(name));
  return `The file “${name}” ${kind ? kind[1] : "is not named like a file of a SCUMM game. " + WHAT_TO_DO}`;
}

/** The message about opened files without a game. `names` are those of the dropped items; `files` are all files in
 *  them. */
export function whyNoGame(names, files) {
  if (names.length === 0) return `There are no files to open. ${WHAT_TO_DO}`;
  if (names.length > 1) return `None of these ${names.length} files is or contains a SCUMM game. ${WHAT_TO_DO}`;
  const [name] = names;
  if (files.length === 0) return `There is nothing in “${name}”. ${WHAT_TO_DO}`;
  const [[path, file]] = files;
  if (path === name) return ofOneFile(name, file);
  const count = countText(files.length, "file");
  return `There is no SCUMM game in “${name}”: none of its ${count} is named like a game file. ${WHAT_TO_DO}`;
}
