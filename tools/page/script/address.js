// The page's address: #costume=5&chore=walk&dir=W&tick=3, and side=old or side=new where there are two archives. In
// a room also room=7&at=160,120, and box=2 or plane=1 where they were chosen.

/** What an address asks for; whatever stands in it, texts and numbers come out. */
export function readAddress(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name) => (/^\d{1,9}$/.test(parts.get(name) ?? "") ? Number(parts.get(name)) : null);
  const at = /^(-?\d{1,6}),(-?\d{1,6})$/.exec(parts.get("at") ?? "");
  return {
    side: parts.get("side"),
    costume: parts.get("costume"),
    chore: parts.get("chore"),
    dir: parts.get("dir"),
    tick: number("tick"),
    room: /^\d{1,5}(:\d{1,5})?$/.test(parts.get("room") ?? "") ? parts.get("room") : null,
    at: at && { x: Number(at[1]), y: Number(at[2]) },
    box: number("box"),
    plane: number("plane"),
  };
}

/** The other way round; what is null or undefined is left out. */
export function writeAddress(place) {
  const parts = new URLSearchParams();
  for (const name of ["side", "costume", "chore", "dir", "tick", "room", "at", "box", "plane"]) {
    const value = place[name];
    if (value !== null && value !== undefined) parts.set(name, name === "at" ? `${value.x},${value.y}` : value);
  }
  return "#" + parts.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}
