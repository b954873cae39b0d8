// The page's address: #costume=5&chore=walk&dir=W&tick=3. With two archives, it also has side=old or side=new. In a
// room, it also has room=7&at=160,120, and box=2 or plane=1 if the user chose them. With look=2, the costume has other
// colours that scripts give it.

/** The view that an address names. Any address gives valid texts and numbers. */
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
    look: number("look"),
    room: /^\d{1,5}(:\d{1,5})?$/.test(parts.get("room") ?? "") ? parts.get("room") : null,
    at: at && { x: Number(at[1]), y: Number(at[2]) },
    box: number("box"),
    plane: number("plane"),
  };
}

/** The address of a view. Values that are null or undefined are left out. */
export function writeAddress(place) {
  const parts = new URLSearchParams();
  for (const name of ["side", "costume", "look", "chore", "dir", "tick", "room", "at", "box", "plane"]) {
    const value = place[name];
    if (value !== null && value !== undefined) parts.set(name, name === "at" ? `${value.x},${value.y}` : value);
  }
  return "#" + parts.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%40", "@");
}
