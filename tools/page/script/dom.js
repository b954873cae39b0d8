// Creates elements. Texts from an archive become text or attributes, never markup.

export const byId = (id) => document.getElementById(id);

/** A new element with children. Properties whose names contain a dash become attributes. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role" || key === "for") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const ICONS = {
  play: "M7 4.6v14.8c0 .6.7 1 1.2.6l11-7.4c.5-.3.5-.9 0-1.2l-11-7.4c-.5-.4-1.2 0-1.2.6z",
  pause: "M7 4h3.2v16H7zM13.8 4H17v16h-3.2z",
  back: "M17 5.2v13.6c0 .5-.6.8-1 .5L7 12.5a.6.6 0 0 1 0-1l9-6.8c.4-.3 1 0 1 .5z",
  on: "M7 5.2v13.6c0 .5.6.8 1 .5l9-6.8a.6.6 0 0 0 0-1L8 4.7c-.4-.3-1 0-1 .5z",
  first: "M6 5h2.4v14H6zM18.5 5.2v13.6c0 .5-.6.8-1 .5l-8-6.8a.6.6 0 0 1 0-1l8-6.8c.4-.3 1 0 1 .5z",
  loop: "M17 2.6 20.9 6 17 9.4V7.2H8A3.8 3.8 0 0 0 4.2 11v1.2H2V11a6 6 0 0 1 6-6h9z"
    + "M7 21.4 3.1 18 7 14.6v2.2h9a3.8 3.8 0 0 0 3.8-3.8v-1.2H22V13a6 6 0 0 1-6 6H7z",
  full: "M4 9V4h5v2H6v3zM15 4h5v5h-2V6h-3zM4 15h2v3h3v2H4zM18 15h2v5h-5v-2h3z",
  close: "m6 4.6 6 6 6-6L19.4 6l-6 6 6 6-1.4 1.4-6-6-6 6L4.6 18l6-6-6-6z",
  tick: "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19zm5.6 5.9-1.6-1.5-5.5 6.2-2.6-2.6-1.5 1.6 4.2 4.1z",
  warning: "M12 3.2 22.4 21H1.6zm-1 6.3v5.6h2V9.5zm0 7v2h2v-2z",
};

export function icon(name) {
  const { namespaceURI } = byId("brand").firstChild; // of SVG
  const svg = document.createElementNS(namespaceURI, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespaceURI, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A short warning, on a card. */
export const warningBadge = (text) => element("span", { className: "badge warn" }, icon("warning"), text);

/** Fills a list. An empty list is hidden. */
export function fillList(id, items) {
  byId(id).replaceChildren(...items);
  byId(id).hidden = items.length === 0;
}

const MOST_FOLDED = 500;

/** Fills a list that is folded under a summary. An empty list is hidden. */
export function fillFolded(id, summary, texts) {
  const list = byId(id);
  list.hidden = texts.length === 0;
  list.open = false;
  list.replaceChildren(element("summary", {}, summary),
    element("ul", {}, ...texts.slice(0, MOST_FOLDED).map((text) => element("li", {}, text))),
    texts.length > MOST_FOLDED ? texts.length - MOST_FOLDED + " more" : "");
}

/** A button. action() is called when it is pressed. */
export function pushButton(content, action, properties = {}) {
  const made = element("button", { type: "button", ...properties }, content);
  made.addEventListener("click", action);
  return made;
}

/** A button that is on or off. toggled(on) is called when it is pressed. */
export function toggleButton(content, on, toggled, properties = {}) {
  const made = pushButton(content, () => {
    const next = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", next);
    toggled(next);
  }, { ...properties, "aria-pressed": on });
  return made;
}

/** A menu from which the user chooses one value. `names` are [value, label] pairs. chosen(value) is called when the
 *  choice changes. */
export function selectBox(label, names, value, chosen, properties = {}) {
  const select = element("select", { "aria-label": label, ...properties });
  for (const [key, name] of names) select.append(element("option", { value: key }, name));
  select.value = value;
  select.addEventListener("change", () => chosen(select.value));
  return select;
}

/** A button that adds a value to a set, and removes it again. changed() is called after that. With `isHiding`, the
 *  button is on while the value is not in the set. */
export function memberButton(content, set, value, isHiding, changed, properties = {}) {
  return toggleButton(content, set.has(value) !== isHiding, (on) => {
    if (on === isHiding) set.delete(value);
    else set.add(value);
    changed();
  }, properties);
}

/** Makes arrow keys move between the buttons of a group; Tab reaches only one of them. `columns` is the number of
 *  buttons in a row. */
export function arrowKeys(group, columns) {
  group.arrowKeys?.abort(); // of the buttons that were there before
  group.arrowKeys = new AbortController();
  const { signal } = group.arrowKeys;
  const all = () => [...group.querySelectorAll("button:not([disabled])")];
  const only = (one) => all().forEach((other) => { other.tabIndex = other === one ? 0 : -1; });
  only(all().find((one) => one.getAttribute("aria-pressed") === "true") ?? all()[0]);
  group.addEventListener("focusin", (event) => { if (event.target.matches("button")) only(event.target); },
    { signal });
  group.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns() }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = all();
    buttons[Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(event.target) + by))]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }, { signal });
}

/** Shows a message for a moment, and tells it to screen readers. */
export function announce(text) {
  const status = byId("status");
  status.textContent = text;
  status.classList.add("shown");
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => status.classList.remove("shown"), 2500);
}
