// A tree search, one step at a time: where a playout goes from the root and why, what it adds to the tree, what the network
// says of the position at its end, and how that goes back up.
import { command } from "./connection.js";
import { goTo } from "./preview.js";
import { $, alike, changed, detectChange, isAnalyst, isDecided, isGomoku, isShown, make, nameOf, placeNow, replaceKept, spotsOf, state, watch } from "./state.js";
import { decimal, percent, rounded, say, sentences, short } from "./texts.js";

/** The steps of a playout: its way, what is new, what that is worth, and what changes. */
const [SELECT, EXPAND, EVALUATE, BACK_UP] = [0, 1, 2, 3];
/** Most playouts of a tree that is looked at. */
const MOST = 20_000;
/** Moves of the root, and of the position at the end, that are marked on the board. */
const [MARKED, ENTERED] = [8, 5];
/** Least prior that is marked. */
const LIKELY = 0.01;

let phase = SELECT;
/** The position on the way whose moves stand in the table. */
let level = 0;
/** What was asked for without a click, so that it is asked once. */
let asked = "";
/** The number of the game whose trees are looked at. */
let games = null;

function shownStep() {
  const { tree_step: found } = state.view;
  return found && isShown(found.at) ? { at: found.at, by: found.by, ...found.step } : null;
}
/** The analyst whose tree it is: alpha-beta has none. */
const whose = () => (state.view.analyst === "alpha-beta" ? "tree" : state.view.analyst);
const go = (playouts) => command({ do: "step-tree", playouts, at: placeNow(), by: whose() });

const signed = (value) => `${value < 0 ? "−" : "+"}${decimal(Math.abs(value), 2)}`;
/** A known result as a sign, as on the board. */
function resultOf(result) {
  if (result === "draw") return "=";
  const [kind, plies] = Object.entries(result)[0];
  return kind === "win-in" ? `#${Math.ceil(plies / 2)}` : `−#${Math.floor(plies / 2)}`;
}
const names = (spots) => spots.map((at) => nameOf(state.view.picture, spotsOf(at)[0]));

/** The positions of the table: as the playout found them, then with what is new, and at last as it left them. */
function positions({ before, after }) {
  if (phase === BACK_UP) return after;
  return phase === SELECT ? before : [...before, ...after.slice(before.length)];
}

/** What happens at this step, in a sentence. */
function sentence(step) {
  const last = step.after.at(-1);
  const value = signed(last.result ? last.value : last.evaluation);
  const values = { way: names(step.way).join(" – "), count: last.count, value, colour: say(last.colour) };
  const known = last.result && !(step.before.length < step.after.length && last.count);
  const texts = [step.way.length ? "walk-select" : "walk-select-none", known ? "walk-expand-known" : "walk-expand", known ? "walk-evaluate-known" : "walk-evaluate", "walk-backup"];
  return say(texts[phase], values);
}

function row(move, followed) {
  const [name] = names([move.at]);
  const sum = move.result ? "" : signed(move.value + move.bonus);
  const cells = [name, short(move.visits), percent(move.prior), move.result ? resultOf(move.result) : signed(move.value), move.result ? "" : decimal(move.bonus, 2), sum];
  return make("tr", { className: followed ? "followed" : "" }, ...cells.map((content) => make("td", {}, content)));
}

function showTable(step) {
  const there = positions(step);
  level = Math.min(level, step.after.length - 1);
  const open = (name, number) => make("button", { className: "node", textContent: name, ariaCurrent: number === level ? "true" : null, onclick: () => choose(number) });
  const ways = [say("walk-root"), ...names(step.way)].map(open);
  replaceKept($("walk-way"), ways);
  const { moves } = there[level] ?? { moves: [] };
  $("walk-table").tBodies[0].replaceChildren(...moves.map((move) => row(move, alike(move.at, step.way[level]))));
  $("walk-table").hidden = !moves.length;
}

function choose(number) {
  level = number;
  changed();
}

/** The way on the board, with the moves of the root by their playouts, or what is new at its end. */
function drawStep(drawing) {
  const step = shownStep();
  if (!step) return;
  const isOnWay = (at) => step.way.some((on) => alike(on, at));
  const mark = (move, kind, text) => {
    const [spot] = spotsOf(move.at);
    drawing.circle(spot, 0.42, `candidate ${kind}`);
    drawing.text(spot, "candidate-text", text);
  };
  const [root] = positions(step);
  const fresh = step.before.length < step.after.length ? step.after.at(-1) : null;
  if (phase === EXPAND && fresh?.count) for (const move of fresh.moves.slice(0, ENTERED)) if (move.prior >= LIKELY) mark(move, "entered", rounded(move.prior));
  if (phase === SELECT || phase === BACK_UP) for (const move of (root?.moves ?? []).slice(0, MARKED)) if (move.visits && !isOnWay(move.at)) mark(move, "", short(move.visits));
  const places = step.way.map((at) => drawing.at(spotsOf(at)[0]));
  if (places.length > 1) drawing.add("polyline", { class: `walk-line${phase === BACK_UP ? " back" : ""}`, points: places.map(({ x, y }) => `${x},${y}`).join(" ") });
  step.way.forEach((at, number) => {
    const { colour } = step.after[number];
    const [spot] = spotsOf(at);
    drawing.stone(spot, colour, "planned");
    drawing.text(spot, `number n-${colour}`, number + 1);
  });
  if (step.way.length) drawing.circle(spotsOf(step.way.at(-1))[0], 0.47, phase === EVALUATE ? "walk-end judged" : "walk-end");
}

const isNew = detectChange();
function show(view) {
  // Whoever plays another game is not helped unasked, and it may have no trees or belong to others. The table has forgotten its
  // step with the game before.
  const mayWalk = isAnalyst() && isGomoku() && !view.without_help;
  if (!mayWalk || games !== view.games) state.walk = null;
  const isOpen = !!state.walk;
  document.body.classList.toggle("walking", isOpen);
  $("walk").hidden = !isOpen;
  if (!isOpen) return;
  const step = shownStep();
  const here = JSON.stringify([view.ticket, placeNow(), whose()]);
  const isCurrent = step && alike(step.by, whose());
  if (!isCurrent && !isDecided() && !view.stepping && asked !== here) {
    asked = here;
    begin();
  }
  const solved = step?.after[0].result;
  for (const id of ["walk-ten", "walk-hundred"]) $(id).disabled = view.stepping || !step || !!solved || step.playouts >= MOST;
  $("walk-one").disabled = view.stepping || !step || (phase === BACK_UP && (!!solved || step.playouts >= MOST));
  $("walk-anew").disabled = view.stepping;
  if (!isNew(step?.playouts, step?.at, step?.by, view.ticket, phase, level)) return;
  $("walk-number").textContent = step ? say("walk-number", { number: step.playouts }) : "";
  [...$("walk-phases").children].forEach((part, number) => {
    Object.assign(part, { textContent: say(`walk-phase-${number}`), ariaCurrent: number === phase ? "step" : null });
  });
  $("walk-text").textContent = step ? sentences(sentence(step), solved && phase === BACK_UP ? say("walk-solved") : "") : "";
  $("walk-way").hidden = $("walk-table").hidden = !step;
  if (step) showTable(step);
}

/** Goes to another playout, at one of its steps. */
function next(playouts, at) {
  phase = at;
  level = 0;
  return go(playouts);
}
const begin = () => next(1, SELECT);

$("walk-one").onclick = () => {
  const step = shownStep();
  if (phase === BACK_UP) return next(step.playouts + 1, SELECT);
  phase += 1;
  // What is new stands in the table while it is spoken of.
  level = phase === BACK_UP ? 0 : step.way.length;
  changed();
};
$("walk-ten").onclick = () => next(Math.min(MOST, shownStep().playouts + 10), BACK_UP);
$("walk-hundred").onclick = () => next(Math.min(MOST, shownStep().playouts + 100), BACK_UP);
$("walk-anew").onclick = begin;
$("walk-close").onclick = () => {
  state.walk = null;
  changed();
  $("walk-open").focus({ preventScroll: true });
  go(0);
};

/** Opens the tree of the position that is shown. */
export function openWalk() {
  if (state.preview) goTo(state.at ?? Infinity);
  if (state.walk) return $("walk-close").click();
  asked = "";
  games = state.view.games;
  state.walk = drawStep;
  changed();
  // The first step may be on its way.
  $($("walk-one").disabled ? "walk-close" : "walk-one").focus();
}
watch(show);
