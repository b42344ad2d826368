// The page: shows the state that the server sends and sends commands back. It knows no rule of the game.
import { cellAt, draw, drawCurve, nameOf, same, spotAt } from "./board.js";

const $ = (id) => document.getElementById(id);
const fromLink = location.hash.slice(1);
if (fromLink) {
  sessionStorage.setItem("key", fromLink);
  history.replaceState(null, "", "/");
}
const key = sessionStorage.getItem("key") || "";
let texts = {};
let view = null;
let lines = [];
let refused = null;
let ghost = null;
let cursor = null;
// Stones of the position editor by their place, while it is open.
let edited = null;
let seen = performance.now();
const kept = (name, otherwise) => localStorage.getItem(name) ?? otherwise;
let language = kept("language", navigator.language.startsWith("zh") ? "zh" : "en");

const say = (name, values = {}) => (texts[name] ?? name).replace(/\{(\w+)\}/g, (_, place) => values[place] ?? place);
function sayMessage(message) {
  const values = {};
  for (const [place, value] of Object.entries(message.arguments)) values[place] = value.text ?? say(value.word);
  return say(message.key, values);
}

// Status of an answer to a wrong key.
const UNAUTHORIZED = 401;

/** Says that the page needs its link, and hides what does not work without. */
function lock() {
  document.body.classList.add("locked");
  $("no-key").hidden = false;
}

async function ask(path, body) {
  const options = { headers: { "x-kagetsu-key": key } };
  if (body) {
    options.method = "POST";
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(path, options);
  if (answer.status === UNAUTHORIZED) lock();
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

async function command(what) {
  try {
    const answer = await (await ask("/api/command", what)).json();
    refused = answer.refused;
    take(answer.view);
  } catch (error) {
    refused = { key: "connection-lost", arguments: {} };
    showStatus();
  }
}

const byRate = (a, b) => b.rate - a.rate;
function take(next) {
  // The answer to a command may come after the news of what followed it.
  if (view && next.revision < view.revision) return;
  if (!view || next.ticket !== view.ticket) {
    lines = next.lines.sort(byRate);
    ghost = null;
  }
  view = next;
  seen = performance.now();
  cursor ??= null;
  if (cursor && (cursor.x >= view.picture.width || cursor.y >= view.picture.height)) cursor = null;
  show();
}

// --- what is shown ---------------------------------------------------------------------------------------------

function show() {
  if (!view) return;
  showBoard();
  showStatus();
  showSeats();
  showChoices();
  showLines();
  drawCurve($("curve"), view.curve, view.picture.moves.length);
  $("log").replaceChildren(...view.log.map((message) => Object.assign(document.createElement("li"), { textContent: sayMessage(message) })));
  $("log").scrollTop = $("log").scrollHeight;
  const over = !!view.outcome;
  for (const button of document.querySelectorAll("#actions [data-do]")) {
    const what = button.dataset.do;
    button.disabled = { undo: !view.can[0], redo: !view.can[1], hint: over || !view.person_acts, resign: over, "offer-draw": over, exchange: over, rematch: !over }[what] ?? false;
  }
  $("pass").disabled = over || !view.person_acts || view.ask !== "move";
  $("analyse").textContent = say(view.analysing ? "stop" : "analyse");
}

const setting = (name) => $(name).checked;

/** The board with the stones of the editor instead of those of the game. */
function editedPicture() {
  const { width } = view.picture;
  const cells = view.picture.cells.map((_, index) => (edited.has(index) ? { piece: { colour: edited.get(index), kind: 0 } } : "empty"));
  return { ...view.picture, width, cells, moves: [], winning: [], forbidden: [], offered: [], zone: null };
}

function edit(spot) {
  const index = spot.y * view.picture.width + spot.x;
  const next = { undefined: "black", black: "white" }[edited.get(index)];
  if (next) edited.set(index, next);
  else edited.delete(index);
  show();
}

function showBoard() {
  $("edit-bar").hidden = !edited;
  if (edited) {
    $("confirm-bar").hidden = $("loupe").hidden = true;
    $("board").classList.remove("waiting");
    return draw($("board"), editedPicture(), { coordinates: setting("coordinates"), cursor: document.activeElement === $("board") ? cursor : null });
  }
  const options = {
    coordinates: setting("coordinates"),
    numbers: setting("numbers"),
    colour: view.to_move,
    ghost,
    cursor: document.activeElement === $("board") ? cursor : null,
    candidates: view.analysing ? lines : [],
  };
  draw($("board"), view.picture, options);
  $("board").dataset.ticket = view.ticket;
  $("board").setAttribute("aria-label", say("board-label", { size: view.picture.width }));
  const touch = ghost && setting("touch");
  $("confirm-bar").hidden = !touch;
  $("loupe").hidden = !touch;
  // A finger on the board moves the waiting stone instead of the page.
  $("board").classList.toggle("waiting", !!touch);
  if (!touch) return;
  $("confirm").textContent = say("confirm", { at: nameOf(view.picture, ghost) });
  draw($("loupe-board"), view.picture, { ...options, box: `${ghost.x - 0.8} ${ghost.y - 0.8} 3.6 3.6` });
  // The loupe stands in the corner away from the finger.
  const style = $("loupe").style;
  style.top = "6px";
  const left = ghost.x >= view.picture.width / 2;
  style.left = left ? "6px" : "auto";
  style.right = left ? "auto" : "6px";
}

function question() {
  const asked = view.ask;
  if (asked === "nothing") return say("ask-nothing");
  if (view.thinking) return say("thinking");
  if (asked === "move") return say(view.person_acts ? "ask-your-move" : "ask-move", { colour: say(view.to_move) });
  if (asked.choose) return say("ask-choose");
  if (asked.announce) return say("ask-announce", { most: asked.announce });
  if (asked.offer) return say("ask-offer", { left: asked.offer });
  return say("ask-pick");
}

function showStatus() {
  const parts = [];
  const add = (text, kind = "") => parts.push(Object.assign(document.createElement("div"), { textContent: text, className: kind }));
  if (refused) add(sayMessage(refused), "refused");
  else if (view?.log.length) add(sayMessage(view.log.at(-1)));
  if (view && !view.outcome) {
    const name = view.opening_name ? ` · ${say("opening-name", { name: view.opening_name[language === "zh" ? 0 : 1] })}` : "";
    add(question() + name);
  }
  $("status").replaceChildren(...parts);
}

const clockText = (ms) => {
  const s = Math.ceil(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

function showSeats() {
  if (!view) return;
  const twoPersons = view.seats.every((who) => who === "person");
  const passed = view.to_act ? performance.now() - seen : 0;
  for (const [index, seat] of ["first", "second"].entries()) {
    const colour = view.colours[index];
    const box = $(`seat-${colour}`);
    const who = view.seats[index];
    const name = who === "person" ? say(twoPersons ? colour : "person") : who.kagetsu ? `${say("program-name")} · ${say("level-now", { level: view.levels[index] })}` : (who.remote ?? who.program);
    const active = view.to_act === seat;
    const { left, used, step_left } = view.clocks;
    let time = left[index] ?? (active ? step_left : null);
    const down = time !== null && time !== undefined;
    if (!down) time = used[index];
    if (active) time += down ? -passed : passed;
    box.className = active ? "seat active" : "seat";
    const part = (className, textContent) => Object.assign(document.createElement("span"), { className, textContent });
    box.replaceChildren(part(`stone ${colour}`, ""), part("name", name), part("time", clockText(Math.max(0, time))));
  }
}

function showChoices() {
  const buttons = [];
  const add = (text, step) => {
    const button = Object.assign(document.createElement("button"), { textContent: text });
    button.onclick = () => command({ do: "step", ticket: view.ticket, step });
    buttons.push(button);
  };
  if (view.person_acts) {
    for (const choice of view.ask.choose ?? []) add(say(`choice-${choice}`), { choose: choice });
    for (let n = 1; n <= (view.ask.announce ?? 0); n++) add(String(n), { announce: n });
  }
  $("choices").replaceChildren(...buttons);
}

/** Puts the win rate of the side to move, as it is now, at the end of the curve. */
function extendCurve(rate) {
  const stones = view.picture.cells.filter((cell) => cell.piece).length;
  const black = view.to_move === "black" ? rate : 1 - rate;
  view.curve = [...view.curve.filter(([number]) => number !== stones), [stones, black]];
  drawCurve($("curve"), view.curve, view.picture.moves.length);
}

function showLines() {
  const rows = lines.map((line) => {
    const row = document.createElement("tr");
    const cells = [line.moves[0], `${(100 * line.rate).toFixed(0)} %`, line.depth, line.moves.slice(1).join(" ")];
    row.append(...cells.map((textContent) => Object.assign(document.createElement("td"), { textContent })));
    return row;
  });
  $("lines").tBodies[0].replaceChildren(...rows);
}

// --- playing ---------------------------------------------------------------------------------------------------

function play(spot) {
  if (edited) return edit(spot);
  if (!view.person_acts) return;
  const foul = view.picture.forbidden.find(([at]) => same(at, spot));
  if (foul) {
    refused = { key: "refused-forbidden", arguments: { at: { text: nameOf(view.picture, spot) }, foul: { word: `foul-${foul[1]}` } } };
    ghost = null;
    return show();
  }
  const step = view.ask.offer ? { offer: spot } : view.ask.pick ? { pick: spot } : { move: spot };
  ghost = null;
  command({ do: "step", ticket: view.ticket, step });
}

let touched = false;
// Has the finger that is down moved the waiting stone?
let dragged = false;
const board = $("board");
const isFree = (spot) => view.person_acts && !cellAt(view.picture, spot).piece;
board.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
  dragged = false;
});
function dragGhost(event) {
  const spot = ghost && !edited && setting("touch") && spotAt(board, view.picture, event);
  if (!spot || same(ghost, spot) || !isFree(spot)) return;
  dragged = true;
  ghost = spot;
  show();
}
board.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch") return dragGhost(event);
  if (!view?.person_acts || edited) return;
  const spot = spotAt(board, view.picture, event);
  const free = spot && !cellAt(view.picture, spot).piece && (view.ask === "move" || view.ask.offer);
  draw(board, view.picture, { coordinates: setting("coordinates"), numbers: setting("numbers"), colour: view.to_move, ghost: free ? spot : null, candidates: view.analysing ? lines : [] });
});
board.addEventListener("pointerleave", () => view && showBoard());
board.addEventListener("click", (event) => {
  const spot = view && spotAt(board, view.picture, event);
  if (!spot || dragged) return;
  refused = null;
  // A second touch of the same point confirms.
  if (!edited && touched && setting("touch") && !same(ghost, spot) && isFree(spot)) {
    ghost = spot;
    show();
  } else play(spot);
});
$("confirm").onclick = () => ghost && play(ghost);
$("unconfirm").onclick = () => {
  ghost = null;
  show();
};

board.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const { width, height } = view.picture;
  cursor ??= { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  if (way) {
    cursor = { x: Math.min(width - 1, Math.max(0, cursor.x + way[0])), y: Math.min(height - 1, Math.max(0, cursor.y + way[1])) };
    const at = nameOf(view.picture, cursor);
    const piece = cellAt(view.picture, cursor).piece;
    const foul = view.picture.forbidden.find(([spot]) => same(spot, cursor));
    showBoard();
    $("status").textContent = piece ? say("cell-stone", { at, colour: say(piece.colour) }) : foul ? say("cell-forbidden", { at, foul: say(`foul-${foul[1]}`) }) : say("cell-empty", { at });
  } else if (event.key === "Enter" || event.key === " ") {
    refused = null;
    play(cursor);
  } else return;
  event.preventDefault();
});
board.addEventListener("focus", () => view && showBoard());
board.addEventListener("blur", () => view && showBoard());

$("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  $("text").value = "";
  if (text) command({ do: "type", text });
});
for (const button of document.querySelectorAll("#actions [data-do]")) button.onclick = () => command({ do: button.dataset.do });
$("pass").onclick = () => command({ do: "step", ticket: view.ticket, step: "pass" });
$("analyse").onclick = () => command({ do: "analyse", on: !view.analysing });

// --- new games, files, settings ----------------------------------------------------------------------------------

const CLOCKS = { none: {}, "move-30": { per_move: 30000 }, "game-5": { per_game: 300000, increment: 3000 }, "game-15": { per_game: 900000, increment: 5000 } };
$("new").onclick = () => $("dialogue").showModal();
$("dialogue").addEventListener("close", () => {
  if ($("dialogue").returnValue !== "start") return;
  const value = (id) => $(id).value;
  command({ do: "new", rule: value("rule"), size: Number(value("size")), opening: value("opening"), begins: value("begins"), level: value("level"), time: CLOCKS[value("clock")] });
});
$("edit").onclick = () => {
  edited = new Map(view.picture.cells.flatMap((cell, index) => (cell.piece ? [[index, cell.piece.colour]] : [])));
  $("edit-side").value = view.to_move;
  $("board").scrollIntoView({ block: "center" });
  show();
};
$("edit-clear").onclick = () => {
  edited.clear();
  show();
};
$("edit-cancel").onclick = () => {
  edited = null;
  show();
};
$("edit-done").onclick = async () => {
  const { width } = view.picture;
  const stones = [...edited].map(([index, colour]) => [{ x: index % width, y: Math.floor(index / width) }, colour]);
  await command({ do: "edit", stones, to_move: $("edit-side").value });
  if (!refused) edited = null;
  show();
};
// The procedures of renju want the board of renju.
$("opening").onchange = () => {
  if (!["free", "swap", "swap2"].includes($("opening").value)) {
    $("rule").value = "renju";
    $("size").value = "15";
  }
};
$("save").onclick = async () => {
  try {
    const text = await (await ask("/api/sgf")).text();
    const link = Object.assign(document.createElement("a"), { download: "kagetsu.sgf", href: URL.createObjectURL(new Blob([text], { type: "application/x-go-sgf" })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (error) {
    refused = { key: "bad-file", arguments: { why: { text: error.message } } };
    showStatus();
  }
};
$("load").onclick = () => $("file").click();
$("file").onchange = async () => {
  const [file] = $("file").files;
  if (file) await command({ do: "load", text: await file.text() });
  $("file").value = "";
};

function applyTheme() {
  const theme = $("theme").value;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

async function applyLanguage() {
  texts = await (await ask(`/api/texts?lang=${language}`)).json();
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const part of document.querySelectorAll("[data-t]")) part.textContent = say(part.dataset.t);
  $("language").textContent = language === "zh" ? "English" : "中文";
  $("language").lang = language === "zh" ? "en" : "zh";
  $("text").placeholder = say("type-move");
  $("text").setAttribute("aria-label", say("type-move"));
  for (const option of $("level").options) option.textContent = option.value === "auto" ? say("level-auto") : say("level-now", { level: option.value });
  show();
}

$("language").onclick = () => {
  language = language === "zh" ? "en" : "zh";
  localStorage.setItem("language", language);
  applyLanguage();
};
for (const id of ["coordinates", "numbers", "touch"]) {
  $(id).checked = kept(id, String($(id).checked)) === "true";
  $(id).onchange = () => {
    localStorage.setItem(id, $(id).checked);
    show();
  };
}
$("theme").value = kept("theme", "auto");
$("theme").onchange = () => {
  localStorage.setItem("theme", $("theme").value);
  applyTheme();
};
for (let n = 5; n <= 22; n++) $("size").add(new Option(`${n} × ${n}`, n, n === 15, n === 15));
for (const level of ["auto", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) $("level").add(new Option(level, level, level === 4, level === 4));

// The clocks are drawn by the page; nothing is asked of the server for it.
setInterval(() => view?.to_act && document.visibilityState === "visible" && showSeats(), 500);

function listen() {
  const source = new EventSource(`/api/events?key=${key}`);
  source.addEventListener("view", (event) => take(JSON.parse(event.data)));
  source.addEventListener("line", (event) => {
    const line = JSON.parse(event.data);
    if (!view || line.ticket !== view.ticket) return;
    lines = lines.filter((known) => known.place !== line.place && !same(known.at, line.at));
    lines.push(line);
    lines.sort(byRate);
    if (line.place === 0) extendCurve(line.rate);
    if (view.analysing) {
      showLines();
      showBoard();
    }
  });
  source.onopen = async () => take(await (await ask("/api/state")).json());
  source.onerror = () => {
    refused = { key: "connection-lost", arguments: {} };
    if (view) showStatus();
  };
}

async function start() {
  if (!key) return lock();
  try {
    await applyLanguage();
    listen();
  } catch (error) {
    $("status").textContent = error.message;
  }
}

applyTheme();
await start();
