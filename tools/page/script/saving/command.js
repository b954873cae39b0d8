// The command with which the program makes the same file.

import { app } from "../app.js";
import { GAME_SPEED } from "../clock.js";
import { choreName, costumeKey, fileKey, fileStem, paletteKey } from "../names.js";

function shellWord(text) {
  return /^[\w.:@\/-]+$/.test(text) ? text : "'" + String(text).replaceAll("'", "'\\''") + "'";
}

/** The name of a game's archive: as it was opened, or as the page saves it. */
export const archiveName = (name) => (/\.wardrobe$/i.test(name) ? name : fileStem(name) + ".wardrobe");

const SCRIPT = "mix.txt"; // the file with the script of the mixed chores

/** The states of objects that the user has set in a room, as `replay --state` has them. */
export const statesText = ({ states }) => states.map(([number, state]) => `${number}=${state}`);

/** The options of `wardrobe replay` for a room. */
function roomOptions({ palette, point, choice, ...room }) {
  const chosen = Object.entries(choice).filter(([, value]) => value !== undefined);
  return ["--room", paletteKey(palette), `--at=${point.x},${point.y}`,
    ...chosen.flatMap(([name, value]) => [`--${name}`, value]), ...statesText(room).flatMap((one) => ["--state", one])];
}

function whatIsPlayed({ timeline, live }) {
  return live ? ["--script", SCRIPT] : ["--chore", choreName(timeline.costume, timeline.chore), "--dir", timeline.direction];
}

/** The command that makes the GIF of a view, as {line, without}. `without` lists what the program cannot do. */
export function commandOf(view, { scale, tickMs, range }) {
  const { costume, timeline, palette, look, room, live, hidden, mirror, changed } = view, key = palette && paletteKey(palette);
  const where = room ? roomOptions(room) : key ? ["--palette", key] : [];
  const name = [fileStem(app.game.name), fileKey(costume), choreName(timeline.costume, timeline.chore),
    timeline.direction, ...(live ? ["mix"] : [])].join("-") + ".gif";
  const line = ["wardrobe replay", shellWord(archiveName(app.game.name)), "--costume", shellWord(costumeKey(costume)),
    ...whatIsPlayed(view), ...(look ? ["--look", look] : []), "-o", shellWord(name), ...(scale > 1 ? ["--scale", scale] : []),
    ...(tickMs === 1000 / GAME_SPEED ? [] : ["--tick-ms", tickMs]), ...where].join(" ");
  const left = [hidden.size ? "hide limbs" : null, mirror ? "mirror" : null, !room && changed.some(Boolean) ? "change colours" : null,
    range.from > 0 || range.to < Infinity ? "choose ticks" : null].filter(Boolean);
  return { line: live ? `cat > ${SCRIPT} <<'END'\n${live.script}\nEND\n${line}` : line,
    without: left.length ? `This command draws the whole timeline: the program cannot ${left.join(" or ")}.` : "" };
}
