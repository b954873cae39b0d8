// How long loops are that show the same.

/** The shortest loop that goes through equal `looks`, one for each tick, for ever; null as loopStart: there is none. */
export function shortestLoop(looks, loopStart) {
  if (loopStart === null) return { ticks: looks.length, loopStart };
  const loop = looks.slice(loopStart), { length } = loop;
  const border = new Uint32Array(length); // of ticks 0 to i, the longest proper prefix that they also end with
  for (let i = 1, size = 0; i < length; ++i) {
    while (size > 0 && loop[i] !== loop[size]) size = border[size - 1];
    if (loop[i] === loop[size]) ++size;
    border[i] = size;
  }
  const shift = length - border[length - 1], period = length % shift === 0 ? shift : length;
  let start = loopStart;
  while (start > 0 && looks[start - 1] === looks[start - 1 + period]) --start;
  return { ticks: start + period, loopStart: start };
}

/** For each of a costume's rows of frames a number: equal for those that draw the same without the limbs of a set. */
export function looksOf(costume, rows, hidden) {
  const looks = new Map(), numbers = new Map();
  for (const row of new Set(rows)) {
    const seen = costume.cels(row).filter(({ limb }) => !hidden.has(limb));
    const look = seen.map(({ picture, x, y, flip }) => `${picture.row} ${x} ${y} ${flip}`).join();
    if (!numbers.has(look)) numbers.set(look, numbers.size);
    looks.set(row, numbers.get(look));
  }
  return Array.from(rows, (row) => looks.get(row));
}
