// The list of costumes, filters and keys.

function fill(section, costume) {
  if (section.querySelector(".inside")) return;
  const inside = element("div", { className: "inside" });
  if (costume.timelines.length > 0) {
    const grid = element("div", { className: "timelines" });
    for (const timeline of costume.timelines) {
      const player = new Player(timeline, costume);
      players.push(player);
      grid.append(player.node);
    }
    inside.append(element("h2", {}, "Changed timelines, old and new in sync"), grid,
      element("h2", {}, "Findings"));
  }
  const list = element("ul", { className: "findings" });
  for (const finding of costume.findings) list.append(findingItem(finding, costume));
  inside.append(list);
  section.append(inside);
  filterFindings(section);
  drawPlayers();
}

function sectionOf(costume) {
  const section = element("details", {},
    element("summary", {}, element("span", { className: "name" }, costume.name),
      element("span", { className: "kinds" }, costume.summary)));
  section.addEventListener("toggle", () => {
    if (section.open) fill(section, costume);
    drawPlayers();
  });
  costume.section = section;
  return section;
}

const hidden = new Set(); // kinds
const isShown = (kind) => !hidden.has(kind);

function filterFindings(section) {
  for (const item of section.querySelectorAll(".finding")) item.hidden = !isShown(item.dataset.kind);
}

function filter() {
  const wanted = byId("search").value.trim().toLowerCase();
  let shown = 0;
  for (const costume of data.costumes) {
    const named = costume.id === null ? costume.name.includes(wanted)
      : String(costume.id) === wanted || costume.name === wanted || wanted === "";
    costume.section.hidden = !(named && costume.findings.some((finding) => isShown(finding.kind)));
    shown += costume.section.hidden ? 0 : 1;
    filterFindings(costume.section);
  }
  byId("nothing").textContent = data.costumes.length > 0 ? "No costume matches." : "No differences.";
  byId("nothing").hidden = shown > 0;
  drawPlayers();
}

function kindButton(kind, count) {
  const button = element("button", { type: "button", "aria-pressed": "true", "data-kind": kind }, kind + " ", element("b", {}, count));
  button.addEventListener("click", () => {
    if (!hidden.delete(kind)) hidden.add(kind);
    button.setAttribute("aria-pressed", isShown(kind));
    filter();
  });
  return button;
}

function openAll() {
  const closed = data.costumes.some((costume) => !costume.section.hidden && !costume.section.open);
  for (const costume of data.costumes) if (!costume.section.hidden) costume.section.open = closed;
  byId("open-all").textContent = closed ? "Close all" : "Open all";
}

function moveFocus(by) {
  const heads = data.costumes.filter((costume) => !costume.section.hidden)
    .map((costume) => costume.section.querySelector("summary"));
  if (heads.length === 0) return;
  const at = heads.findIndex((head) => head.parentElement.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : heads.length - 1) : Math.max(0, Math.min(heads.length - 1, at + by));
  heads[next].focus();
  heads[next].scrollIntoView({ block: "center" });
}

const KEYS = {
  "/": () => byId("search").focus(),
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  " ": () => setPlaying(!playing),
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  "+": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape" && event.target === byId("search")) {
    byId("search").value = "";
    byId("search").blur();
    filter();
  }
  if (event.target.matches("input")) return;
  if (event.key === " " && event.target.matches("button, summary")) return;
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

function start() {
  document.title = data.old + " → " + data.new;
  byId("old-name").textContent = data.old;
  byId("new-name").textContent = data.new;
  byId("summary").textContent = data.summary;
  for (const [name, count] of Object.entries(data.counts)) {
    if (count > 0) byId("counts").append(element("li", { className: name }, element("b", {}, count), " " + name));
  }
  for (const costume of data.costumes) byId("costumes").append(sectionOf(costume));
  for (const [kind, count] of Object.entries(data.kinds)) byId("kinds").append(kindButton(kind, count));
  byId("search").addEventListener("input", filter);
  byId("play").addEventListener("click", () => setPlaying(!playing));
  byId("back").addEventListener("click", () => step(-1));
  byId("forward").addEventListener("click", () => step(1));
  byId("speed").addEventListener("input", showSpeed);
  byId("open-all").addEventListener("click", openAll);
  document.addEventListener("scroll", drawPlayers, { passive: true });
  window.addEventListener("resize", drawPlayers);
  for (const costume of data.costumes.slice(0, 2)) costume.section.open = true;
  setPlaying(playing);
  showSpeed();
  filter();
  requestAnimationFrame(onFrame);
}

start();
