"use strict";
/** The name of a turn without a stone. */
const PASS = "pass";
const games = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const CELL = 40;
const FONT = 20;
const CURVE = { width: 420, height: 170, left: 30, right: 10, top: 10, bottom: 20 };
const MARKS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };
const byId = (id) => document.getElementById(id);
let game = games[0];
let ply = 0;
let shownLine = null;

/** An element with attributes and children. */
function make(name, attributes, ...children) {
  const isSvg = ["circle", "line", "path", "rect", "text", "g"].includes(name);
  const element = isSvg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const percent = (share) => (100 * share).toFixed(1) + " %";
const scoreText = (value) =>
  value.mate === undefined ? String(value.score) : (value.mate < 0 ? "-M" : "+M") + Math.abs(value.mate);
const isFault = (record) => {
  const played = record.played;
  return played && !record.opening && (MARKS[played.class] !== "" || played.missed_win || played.into_loss);
};
const other = (side) => (side === "black" ? "white" : "black");

/** Columns and rows of the board. */
function size() {
  const [width, height] = game.head.size.split("x").map(Number);
  return { width, height };
}

/** Column and row from the top of a point such as h8. */
function place(point) {
  return { x: point.charCodeAt(0) - 97, y: size().height - Number(point.slice(1)) };
}

/** The side of a move by its number from zero. */
function sideOf(index) {
  const first = game.head.start ? game.head.start.side : "black";
  return index % 2 === 0 ? first : other(first);
}

function verdictWords(played) {
  const words = [played.class];
  if (played.missed_win) words.push("a win was missed");
  if (played.into_loss) words.push("walks into a loss");
  return words.join(", ");
}

function drawBoard() {
  const { width, height } = size();
  const svg = byId("board");
  const centre = (index) => CELL * (index + 1.3);
  const label = (x, y, text, fill) =>
    make("text", { x, y: y + FONT * 0.36, "text-anchor": "middle", "font-size": FONT, fill }, text);
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${CELL * (width + 0.9)} ${CELL * (height + 1.0)}`);
  svg.append(make("rect", { width: "100%", height: "100%", fill: "var(--board)" }));
  const top = (index) => CELL * (index + 0.65);
  for (let x = 0; x < width; x++) {
    svg.append(
      make("line", { x1: centre(x), x2: centre(x), y1: top(0), y2: top(height - 1), stroke: "var(--grid)" }),
      label(centre(x), top(height - 0.15), String.fromCharCode(97 + x), "var(--grid)"));
  }
  for (let y = 0; y < height; y++) {
    svg.append(
      make("line", { x1: centre(0), x2: centre(width - 1), y1: top(y), y2: top(y), stroke: "var(--grid)" }),
      label(CELL * 0.42, top(y), String(height - y), "var(--grid)"));
  }
  const stone = (point, side, number, opacity) => {
    if (point === PASS) return;
    const { x, y } = place(point);
    const isBlack = side === "black";
    svg.append(make("circle", { cx: centre(x), cy: top(y), r: CELL * 0.46, fill: isBlack ? "#111" : "#fafafa", stroke: isBlack ? "#555" : "#333", opacity }));
    if (number !== "") svg.append(label(centre(x), top(y), number, isBlack ? "#fff" : "#111"));
  };
  const start = game.head.start;
  if (start) {
    for (const side of ["black", "white"]) for (const point of start[side]) stone(point, side, "", 1);
    for (const point of start.blocked) {
      const { x, y } = place(point);
      svg.append(make("rect", { x: centre(x) - 12, y: top(y) - 12, width: 24, height: 24, fill: "var(--grid)" }));
    }
  }
  game.head.moves.slice(0, ply).forEach((point, index) => stone(point, sideOf(index), String(index + 1), 1));
  if (ply > 0 && game.head.moves[ply - 1] !== PASS) {
    const { x, y } = place(game.head.moves[ply - 1]);
    svg.append(make("rect", { x: centre(x) - 19, y: top(y) - 19, width: 38, height: 38, fill: "none", stroke: "#d11", "stroke-width": 2.5 }));
  }
  if (shownLine) {
    shownLine.forEach((point, index) => stone(point, index % 2 === 0 ? sideOf(ply) : other(sideOf(ply)), String(ply + index + 1), 0.6));
    return;
  }
  const record = game.moves[ply];
  const points = record ? record.lines.map((line) => line.moves[0]) : [];
  points.forEach((point, index) => {
    const { x, y } = place(point);
    svg.append(
      make("circle", { cx: centre(x), cy: top(y), r: CELL * 0.4, fill: "#1d5fa8", opacity: index === 0 ? 0.95 : 0.7 }),
      label(centre(x), top(y), String(index + 1), "#fff"));
  });
}

function drawStatus() {
  const all = game.head.moves.length;
  const record = game.moves[ply];
  const before = game.moves[ply - 1];
  byId("status").textContent = ply === 0 ? `start, ${all} moves` : `move ${ply} of ${all}`;
  byId("first").disabled = byId("back").disabled = ply === 0;
  byId("last").disabled = byId("next").disabled = ply === all;
  const verdict = byId("verdict");
  verdict.replaceChildren();
  if (before && before.played) {
    const played = before.played;
    const words = before.opening ? "opening" : verdictWords(played);
    verdict.append(
      `${ply}. ${before.side} ${played.move}: `,
      make("span", { class: before.opening ? "" : played.class }, words),
      `, ${percent(played.win)} to win (score ${scoreText(played)})`);
    if (played.loss > 0 && !before.opening) verdict.append(`, lost ${percent(played.loss)}`);
    if (isFault(before) && before.lines.length > 0 && before.lines[0].moves[0] !== played.move) {
      const show = make("button", { type: "button", class: "plain" }, `better was ${before.lines[0].moves[0]}, ${percent(before.lines[0].win)}`);
      show.addEventListener("click", () => { go(ply - 1); shownLine = before.lines[0].moves; drawBoard(); });
      verdict.append(". ", show);
    }
  } else if (ply > 0 && !before) {
    verdict.append("This move has not been reviewed.");
  }
  const list = byId("lines");
  list.replaceChildren();
  for (const line of record ? record.lines : []) {
    const button = make("button", { type: "button", class: "plain" },
      `${line.moves.slice(0, 8).join(" ")} · ${percent(line.win)} · ${scoreText(line)} · depth ${line.depth}`);
    const show = (moves) => () => { shownLine = moves; drawBoard(); };
    button.addEventListener("pointerenter", show(line.moves));
    button.addEventListener("pointerleave", show(null));
    button.addEventListener("click", show(line.moves));
    list.append(make("li", {}, button));
  }
}

/** Black's probability after so many moves. */
function curvePoints() {
  const points = [];
  game.moves.forEach((record, index) => points.push([index, record.black_win]));
  const last = game.moves[game.moves.length - 1];
  if (last && last.played) points.push([game.moves.length, last.side === "black" ? last.played.win : 1 - last.played.win]);
  return points;
}

const curveX = (index) => {
  const all = Math.max(game.head.moves.length, 1);
  return CURVE.left + ((CURVE.width - CURVE.left - CURVE.right) * index) / all;
};
const curveY = (win) => CURVE.top + (CURVE.height - CURVE.top - CURVE.bottom) * (1 - win);

function drawCurve() {
  const svg = byId("curve");
  svg.setAttribute("viewBox", `0 0 ${CURVE.width} ${CURVE.height}`);
  svg.replaceChildren();
  for (const win of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(
      make("line", { x1: CURVE.left, x2: CURVE.width - CURVE.right, y1: curveY(win), y2: curveY(win), stroke: "var(--edge)" }),
      make("text", { x: CURVE.left - 5, y: curveY(win) + 4, "text-anchor": "end", "font-size": 12, fill: "var(--faint)" }, String(100 * win)));
  }
  const all = game.head.moves.length;
  const step = all > 100 ? 20 : all > 40 ? 10 : 5;
  for (let index = 0; index <= all; index += step)
    svg.append(make("text", { x: curveX(index), y: CURVE.height - 6, "text-anchor": "middle", "font-size": 12, fill: "var(--faint)" }, String(index)));
  const points = curvePoints();
  const path = points.map(([index, win], place) => `${place ? "L" : "M"}${curveX(index).toFixed(1)} ${curveY(win).toFixed(1)}`).join("");
  if (path) svg.append(make("path", { d: path, fill: "none", stroke: "var(--accent)", "stroke-width": 2.5, "stroke-linejoin": "round" }));
  game.moves.forEach((record, index) => {
    if (!isFault(record)) return;
    const after = points[index + 1];
    if (after) svg.append(make("circle", { cx: curveX(after[0]), cy: curveY(after[1]), r: 4.5, fill: `var(--${record.played.class})` }));
  });
  svg.append(make("line", { id: "here", x1: curveX(ply), x2: curveX(ply), y1: CURVE.top, y2: CURVE.height - CURVE.bottom, stroke: "var(--text)", "stroke-dasharray": "4 3" }));
}

function drawPlayers() {
  const table = byId("players");
  table.replaceChildren();
  const names = game.players.map((player) => (player.name ? `${player.name}, ${player.side}` : player.side));
  const share = (value) => (value === null ? "-" : percent(value));
  const row = (title, value) => make("tr", {}, make("th", { scope: "row" }, title), ...game.players.map((player) => make("td", {}, String(value(player)))));
  table.append(
    make("tr", {}, make("th", {}, ""), ...names.map((name) => make("th", { scope: "col" }, name))),
    row("accuracy", (player) => share(player.accuracy)),
    row("mean loss", (player) => share(player.mean_loss)),
    row("moves", (player) => player.moves),
    row("best / good", (player) => `${player.best} / ${player.good}`),
    row("inaccuracies", (player) => player.inaccuracies),
    row("mistakes", (player) => player.mistakes),
    row("blunders", (player) => player.blunders),
    row("missed wins", (player) => player.missed_wins),
    row("into losses", (player) => player.into_losses));
}

function drawLists() {
  const faults = byId("faults");
  const moves = byId("moves");
  faults.replaceChildren();
  moves.replaceChildren();
  game.moves.forEach((record, index) => {
    if (!isFault(record)) return;
    const played = record.played;
    const better = record.lines.length > 0 && record.lines[0].moves[0] !== played.move ? `, better ${record.lines[0].moves[0]}` : "";
    const button = make("button", { type: "button", class: "plain", "data-ply": index + 1 },
      `${record.ply}. ${record.side} ${played.move} `,
      make("span", { class: played.class }, verdictWords(played)),
      `, lost ${percent(played.loss)}${better}`);
    button.addEventListener("click", () => go(index + 1));
    faults.append(make("li", {}, button));
  });
  if (!faults.firstChild) faults.append(make("li", {}, "None."));
  game.head.moves.forEach((point, index) => {
    const record = game.moves[index];
    const kind = record && isFault(record) ? record.played.class : "";
    const button = make("button", { type: "button", class: kind, "data-ply": index + 1, title: kind },
      `${index + 1} ${point}${kind ? MARKS[kind] : ""}`);
    button.addEventListener("click", () => go(index + 1));
    moves.append(button);
  });
}

/** Marks the current move in the lists, and scrolls these alone, not the page. */
function markCurrent() {
  for (const list of [byId("faults"), byId("moves")]) {
    for (const button of list.querySelectorAll("button")) {
      const isCurrent = Number(button.dataset.ply) === ply;
      button.setAttribute("aria-current", String(isCurrent));
      if (!isCurrent) continue;
      const box = list.getBoundingClientRect();
      const own = button.getBoundingClientRect();
      if (own.top < box.top) list.scrollTop -= box.top - own.top;
      if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom;
    }
  }
}

function go(to) {
  ply = Math.min(Math.max(to, 0), game.head.moves.length);
  shownLine = null;
  drawBoard();
  drawStatus();
  const here = byId("here");
  if (here) { here.setAttribute("x1", curveX(ply)); here.setAttribute("x2", curveX(ply)); }
  markCurrent();
}

/** The next fault in a direction. */
function goToFault(step) {
  for (let to = ply + step; to > 0 && to <= game.moves.length; to += step)
    if (isFault(game.moves[to - 1])) return go(to);
}

function choose(number) {
  game = games[number];
  document.title = game.title;
  byId("title").textContent = game.title;
  ply = 0;
  drawCurve();
  drawPlayers();
  drawLists();
  go(0);
}

byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(ply - 1));
byId("next").addEventListener("click", () => go(ply + 1));
byId("last").addEventListener("click", () => go(game.head.moves.length));
byId("curve").addEventListener("click", (event) => {
  const box = byId("curve").getBoundingClientRect();
  const x = ((event.clientX - box.left) * CURVE.width) / box.width;
  go(Math.round(((x - CURVE.left) * game.head.moves.length) / (CURVE.width - CURVE.left - CURVE.right)));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
  const actions = {
    ArrowLeft: () => go(ply - 1),
    ArrowRight: () => go(ply + 1),
    ArrowUp: () => goToFault(-1),
    ArrowDown: () => goToFault(1),
    Home: () => go(0),
    End: () => go(game.head.moves.length),
  };
  if (!actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
});
if (games.length > 1) {
  byId("chooser").hidden = false;
  games.forEach((each, index) => byId("games").append(make("option", { value: index }, each.title)));
  byId("games").addEventListener("change", (event) => choose(Number(event.target.value)));
}
if (game) choose(0);
