// The page's address: #costume=5&chore=walk&dir=W&tick=3, and side=old or side=new where there are two archives.

/** What an address asks for; whatever stands in it, texts and numbers come out. */
export function readAddress(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const tick = parts.get("tick") ?? "";
  return {
    side: parts.get("side"),
    costume: parts.get("costume"),
    chore: parts.get("chore"),
    dir: parts.get("dir"),
    tick: /^\d{1,9}$/.test(tick) ? Number(tick) : null,
  };
}

/** The other way round; what is null or undefined is left out. */
export function writeAddress(place) {
  const parts = new URLSearchParams();
  for (const name of ["side", "costume", "chore", "dir", "tick"]) {
    if (place[name] !== null && place[name] !== undefined) parts.set(name, place[name]);
  }
  return "#" + parts;
}
