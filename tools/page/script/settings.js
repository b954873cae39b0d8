// What the page remembers of its reader. A page from a disk may have no storage: then nothing is remembered.

const PREFIX = "wardrobe.";

/** A remembered value if `fits` says that it is one, else `otherwise`. */
export function remembered(name, otherwise, fits) {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + name));
    return fits(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full, or not allowed.
  }
}
