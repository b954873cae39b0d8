// A reloaded page has lost the files opened in it. It remembers the name for a message.

const KEY = "wardrobe.opened";

export function rememberOpened(name) {
  try {
    sessionStorage.setItem(KEY, name);
  } catch {
    // The storage is not allowed.
  }
}

/** The name of the game that a reload has lost, once; null if there is none. Clears the address, which referred to it. */
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
