// A page that is reloaded has lost the files that were opened in it. It remembers the game's name for a message.

const KEY = "wardrobe.opened";

export function rememberOpened(name) {
  try {
    sessionStorage.setItem(KEY, name);
  } catch {
    // The storage is not allowed.
  }
}

/** The name of the game that a reload has lost; null if there is none. Forgets the name, and clears the address, which
 *  belonged to that game. */
export function forgetLost() {
  try {
    const name = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const [{ type }] = performance.getEntriesByType("navigation");
    if (type !== "reload" || name === null) return null;
    history.replaceState(null, "", location.pathname + location.search);
    return name;
  } catch {
    return null;
  }
}
