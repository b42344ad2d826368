// The analysis: its lines, which can be stepped through, and the curve of Black's chances.
import { put } from "./board.js";
import { command } from "./connection.js";
import { follow, goTo, isOfBrowser } from "./preview.js";
import { listedNetworks, nameOfNetwork } from "./seats.js";
import { mayStudy } from "./study.js";
import { $, detectChange, endsOnBoard, indexOfSeat, isDecided, isGomoku, lapsesOf, linesNow, make, pictureAfter, replaceKept, reveal, state, watch } from "./state.js";
import { decimal, joined, percent, rounded, say, short } from "./texts.js";

/** Units of the drawing of the curve. */
const [WIDE, HIGH] = [300, 90];

/** The analyst that a value of the list means. */
const analystOf = (value) => (value.startsWith(":") ? { network: value.slice(1) } : value);
const valueOfAnalyst = (analyst) => (analyst.network ? `:${analyst.network}` : analyst);

const areNewNetworks = detectChange();
/** Who can analyse this game: Kagetsu by one of two searches, and the networks that have learned it. */
function showAnalysts(view) {
  const { width, height } = view.picture;
  const learned = view.networks.filter(({ size, rule }) => size === width && size === height && rule === view.rule);
  const networks = listedNetworks(learned, view.analyst.network);
  if (areNewNetworks(networks)) {
    const own = ["alpha-beta", "tree"].map((name) => new Option(say(`analyst-${name}`), name));
    $("analyst").replaceChildren(...own, ...networks.map((network) => new Option(nameOfNetwork(network), `:${network.name}`)));
  }
  $("analyst").value = valueOfAnalyst(view.analyst);
  $("most-lines").value = view.most_lines;
  $("analyst-label").hidden = !isGomoku();
}
/** Numbers of moves to compare that are offered. The fewer, the deeper. */
const MOST_LINES = [1, 2, 3, 5, 8, 10];
$("most-lines").replaceChildren(...MOST_LINES.map((most) => new Option(most, most)));
$("most-lines").onchange = () => command({ do: "lines", most: Number($("most-lines").value) });
$("analyst").onchange = () => command({ do: "analyse", on: state.view.analysing, by: analystOf($("analyst").value) });

const areNewLines = detectChange();
function showLines() {
  const hasTree = linesNow().some(({ tree }) => tree);
  $("lines").classList.toggle("of-tree", hasTree);
  $("lines-depth").textContent = say(hasTree ? "analysis-visits" : "analysis-depth");
  if (!areNewLines(linesNow(), hasTree)) return;
  const rows = linesNow().map((line) => {
    const value = line.proof ? say(line.proof.colour === line.colour ? "wins-in" : "loses-in", { moves: line.proof.moves }) : (line.worth ?? `${decimal(100 * line.rate, 1)} %`);
    const open = make("button", { className: "line", textContent: line.moves[0], ariaLabel: say("follow-line", { at: line.moves[0] }) });
    const known = line.tree ? [short(line.tree.visits), percent(line.tree.prior)] : [line.depth || "", ""];
    const cells = [open, value, ...known, line.moves.slice(1).join(line.moves[0]?.includes(" ") ? ", " : " ")];
    const row = make("tr", {}, ...cells.map((content) => make("td", {}, content)));
    row.onclick = () => follow(line);
    return row;
  });
  replaceKept($("lines").tBodies[0], rows);
}

/** Moves from the left to the right edge of the curve. */
const across = (view) => Math.max(view.picture.moves.length, 10);

/** The values that are known, and the result at the end where the board shows it. */
function withResult(view) {
  const { curve, outcome, picture, colours } = view;
  if (!curve.length || !endsOnBoard(view)) return curve;
  const { winner } = outcome;
  const black = winner ? Number(colours[indexOfSeat(winner)] === "black") : 0.5;
  const { length } = picture.moves;
  return [...curve.filter(([moves]) => moves !== length), [length, black]];
}

/** The last value that is known up to a move. */
const valueAt = (view, number) => withResult(view).findLast(([moves]) => moves <= number);

/** The chances at a move in words; a dash where they are not known. */
function chancesAt(view, number) {
  const known = valueAt(view, number);
  const chances = known?.[0] === number ? say("chances", { colour: say("black"), rate: rounded(known[1]) }) : "–";
  return `${say("after-move", { number })}: ${chances}`;
}

/** What explains a value of the empty board that looks like a fault. */
function aboutBegin(view, number) {
  const isEmpty = number === 0 && !pictureAfter(0).cells.some(({ piece }) => piece);
  return isEmpty && valueAt(view, 0)?.[1] > 0.5 ? say("curve-begin") : "";
}

function showCurve(view) {
  const at = ([number, rate]) => [(WIDE * number) / across(view), HIGH - HIGH * rate];
  const parts = [];
  const points = withResult(view).map(at);
  // One value alone is no curve.
  if (points.length > 1) {
    const [first, last] = [points[0], points.at(-1)];
    const line = points.map((point) => point.join(",")).join(" ");
    // Before the first value and after the last one nothing is known, and nothing is painted.
    parts.push(["rect", { class: "white-part", x: first[0], width: last[0] - first[0], height: HIGH }]);
    parts.push(["polygon", { class: "black-part", points: `${first[0]},${HIGH} ${line} ${last[0]},${HIGH}` }]);
    parts.push(["polyline", { class: "curve-line", points: line }]);
  }
  parts.push(["line", { class: "half", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }]);
  for (const { moves, grade } of lapsesOf(view)) {
    const x = (WIDE * (moves + 1)) / across(view);
    parts.push(["line", { class: `lapse ${grade}`, x1: x, x2: x, y1: 0, y2: HIGH }]);
  }
  // Beside the game the curve stays where the variation leaves it: the values are those of the game.
  const now = state.at ?? view.picture.moves.length;
  const x = (WIDE * now) / across(view);
  parts.push(["line", { class: "here", x1: x, x2: x, y1: 0, y2: HIGH }]);
  put($("curve"), parts);
  Object.assign($("curve"), { ariaLabel: say("win-rate-curve"), ariaValueMin: 0, ariaValueMax: view.picture.moves.length, ariaValueNow: now, ariaValueText: chancesAt(view, now) });
  const half = Math.round(across(view) / 2);
  $("chances-moves").replaceChildren(...[0, half, across(view)].map((number) => make("span", { textContent: number })));
  const told = pointed ?? now;
  $("chances-here").textContent = joined(chancesAt(view, told), aboutBegin(view, told));
}

// What unfolds at the end of the column is seen.
$("tools").addEventListener("toggle", () => $("tools").open && reveal("tools"));

/** The move under the pointer. */
let pointed = null;
function moveAt(event) {
  const box = $("curve").getBoundingClientRect();
  return Math.min(state.view.picture.moves.length, Math.max(0, Math.round(((event.clientX - box.left) / box.width) * across(state.view))));
}
function point(number) {
  pointed = number;
  showCurve(state.view);
}
$("curve").onpointermove = (event) => point(moveAt(event));
$("curve").onpointerleave = () => point(null);
$("curve").onclick = (event) => goTo(moveAt(event));
const KEYS = { ArrowLeft: "previous", ArrowDown: "previous", ArrowRight: "next", ArrowUp: "next", Home: "first", End: "last" };
$("curve").addEventListener("keydown", (event) => {
  if (!KEYS[event.key] || isOfBrowser(event)) return;
  event.preventDefault();
  $(KEYS[event.key]).click();
});

watch((view) => {
  showAnalysts(view);
  showLines();
  showCurve(view);
  $("walk-open").disabled = view.without_help || isDecided();
  $("analyse").textContent = say(view.analysing && !isDecided() ? "stop" : "analyse");
  // After the end there are earlier positions to look at, where the game has a study.
  $("analyse").disabled = view.without_help || (!!view.outcome && !(mayStudy() && view.picture.moves.length));
  $("board-legend").hidden = !view.analysing || !linesNow().length || !isGomoku();
  $("board-legend").textContent = say(linesNow().some(({ tree }) => tree) ? "board-legend-tree" : "board-legend");
});
$("analyse").onclick = () => {
  const { analysing, picture } = state.view;
  // At the end of a game nothing is to be found: the position before its last move is looked at.
  const isAtEnd = isDecided();
  if (isAtEnd) goTo(picture.moves.length - 1);
  if (!isAtEnd || !analysing) command({ do: "analyse", on: !analysing });
};
