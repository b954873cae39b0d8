// A page that is loaded again has lost what was opened in it: it remembers the name, to say so.

const KEY = "wardrobe.opened";

export function rememberOpened(name) {
  try {
    sessionStorage.setItem(KEY, name);
  } catch {
    // Not allowed.
  }
}

/** The name of what a reload has lost, once; null if it is nothing. The address, which was of that, is cleared. */
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
