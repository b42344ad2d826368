// The study: moves that were tried at earlier positions of the game, with comments and marks on the board.
import { command } from "./connection.js";
import { goTo } from "./preview.js";
import { $, alike, changed, detectChange, isAnalyst, isGomoku, isShown, isStudied, lookAt, make, nameOf, pathTo, placeNow, replaceKept, same, state, watch } from "./state.js";

/** The position that is shown, also where it is that of the game. */
const shownPlace = () => placeNow() ?? { moves: state.view.picture.moves.length };
const hasStudy = () => isGomoku() && !state.exercise;

/** May moves be tried and written about here? */
export const mayStudy = () => isAnalyst() && hasStudy() && !state.view.without_help && !state.edited;

/** What is written on the position that is shown. */
export function noteNow() {
  const { node, moves } = shownPlace();
  const { nodes, notes } = state.view.study;
  const found = node === undefined ? notes.find((note) => note.moves === moves) : nodes.find((known) => known.node === node);
  return found ?? { text: "", marks: [] };
}

/** Shows the position after a move of the study. */
function goToNode(node) {
  const [first] = pathTo(node);
  if (!first) return goTo(Infinity);
  lookAt({ at: first.moves - 1, node });
  changed();
}

let isChanging = false;
/** Changes the moves of the study. Was that done? What is pressed before the answer is none of it: it is the same press, or meant
    for the position that comes. */
async function change(what) {
  if (isChanging) return false;
  isChanging = true;
  return command(what).finally(() => (isChanging = false));
}

/** Tries a move in the position that is shown. */
export async function vary(at) {
  const from = shownPlace();
  if (!(await change({ do: "vary", from, at }))) return;
  const follows = (known) => (from.node === undefined ? known.parent === null && known.moves === from.moves + 1 : known.parent === from.node);
  const next = state.view.study.nodes.find((known) => same(known.at, at) && follows(known));
  if (next) goToNode(next.node);
  else if (from.node === undefined) goTo(from.moves + 1);
}

/** Does a click put a mark instead of a stone? Only where it is seen that it does. */
export const isMarking = () => mayStudy() && !$("panel-study").hidden && $("mark-tool").value !== "";
export const mark = (at) => command({ do: "mark", on: shownPlace(), at, mark: $("mark-tool").value });

// --- the tree ----------------------------------------------------------------------------------------------------

const named = (moves, at, written) => `${moves}. ${nameOf(state.view.picture, at)}${written ? " ✎" : ""}`;
const isWritten = ({ text, marks }) => text !== "" || marks.length > 0;

const step = (textContent, isHere, onclick) => make("button", { textContent, className: "node", ariaCurrent: isHere ? "true" : null, onclick });

/** A line of moves, and below it those that branch off. */
function lineFrom(first, children, depth) {
  const row = make("div", { className: "variation" });
  row.style.setProperty("--depth", depth);
  const below = [];
  for (let node = first; node; ) {
    const { node: id } = node;
    row.append(step(named(node.moves, node.at, isWritten(node)), state.node === id, () => goToNode(id)));
    const [next, ...others] = children.get(id) ?? [];
    below.unshift(...others.flatMap((other) => lineFrom(other, children, depth + 1)));
    node = next;
  }
  return [row, ...below];
}

function rows({ study, picture }) {
  const children = Map.groupBy(study.nodes, ({ parent }) => parent);
  const first = (children.get(null) ?? []).sort((a, b) => a.moves - b.moves);
  const made = first.flatMap((node) => lineFrom(node, children, 0));
  if (!study.notes.length) return made;
  const written = study.notes.map(({ moves }) => {
    const text = moves ? named(moves, picture.moves[moves - 1].spots[0], true) : `0. ✎`;
    return step(text, state.node === null && shownPlace().moves === moves, () => goTo(moves));
  });
  return [make("div", { className: "variation" }, ...written), ...made];
}

const isNew = detectChange();
function showTree(view) {
  if (!isNew(view.study, state.node, state.at)) return;
  replaceKept($("tree"), rows(view), ".node");
}

// --- what is written ---------------------------------------------------------------------------------------------

/** The position to which the text in the field belongs, its game, and the text of it that the table has heard of. */
let written = null;
function showNote() {
  const [place, { games }] = [shownPlace(), state.view];
  const isSame = written?.games === games && alike(place, written.place);
  const isTyped = document.activeElement === $("note");
  if (isSame && isTyped) return;
  // Another position is shown while somebody writes: the text is kept with the one it was written for.
  if (!isSame && isTyped && written?.games === games) writeNote();
  written = { place, games, text: noteNow().text };
  $("note").value = written.text;
}
/** After so many milliseconds in which nothing is typed the text is kept: a page may be gone before the field is left. */
const PAUSE = 300;
let pausing = 0;
function writeNote() {
  clearTimeout(pausing);
  if (!written || !mayStudy() || $("note").value === written.text) return;
  written.text = $("note").value;
  command({ do: "annotate", on: written.place, text: written.text });
}
$("note").oninput = () => {
  clearTimeout(pausing);
  pausing = setTimeout(writeNote, PAUSE);
};
$("note").onblur = writeNote;
/** Takes the move that is shown away, and all that follows it. */
async function prune() {
  const { node } = state;
  const { parent, moves } = state.view.study.nodes.find((known) => known.node === node);
  if (!(await change({ do: "prune", node }))) return;
  if (parent === null) goTo(moves - 1);
  else goToNode(parent);
}
$("prune").onclick = prune;
/** Takes back the move of a variation that is shown. One that others follow, or that has a note, is only left. */
export function takeVariedBack() {
  const { nodes } = state.view.study;
  const shown = nodes.find(({ node }) => node === state.node);
  const isKept = isWritten(shown) || nodes.some(({ parent }) => parent === state.node);
  return isKept ? $("previous").click() : prune();
}
$("to-game").onclick = () => goTo(Infinity);
$("mark-tool").onchange = changed;

watch((view) => {
  $("study").hidden = !hasStudy() || !(isAnalyst() || isStudied(view));
  if ($("study").hidden) return;
  $("study-hint").hidden = view.study.nodes.length > 0 || !mayStudy();
  $("note").readOnly = !mayStudy();
  $("mark-label").hidden = !mayStudy();
  $("prune").hidden = state.node === null || !mayStudy();
  $("to-game").hidden = state.at === null;
  showTree(view);
  showNote();
});

// --- the position that the analysis looks at ---------------------------------------------------------------------

let asked = null;
watch((view) => {
  if (!view.analysing || !mayStudy()) asked = view.focus;
  else if (!isShown(asked)) command({ do: "look", at: (asked = placeNow()) });
});
