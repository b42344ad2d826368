// Looking at earlier positions of the game, and at lines of play that a search found.
import { mirror, turn } from "./orientation.js";
import { $, changed, shownPicture, state, watch } from "./state.js";
import { say } from "./texts.js";

/** Shows the position after so many moves. */
export function goTo(number) {
  const { length } = state.view.picture.moves;
  const wanted = Math.min(length, Math.max(0, number));
  state.at = wanted === length ? null : wanted;
  state.ghost = state.preview = null;
  state.chosen = [];
  changed();
}

/** Stones that are laid in turn, as the steps of a line. */
export function stepsOf(spots, colour) {
  const other = { black: "white", white: "black" }[colour];
  return spots.map((at, index) => ({ spots: [at], from: null, changes: [{ at, before: null, after: index % 2 ? other : colour }] }));
}

/** Shows the first moves of a line. */
export function follow(line, step = 1) {
  state.at = state.retry = null;
  state.preview = { steps: line.steps, step };
  state.chosen = [];
  changed();
}

function walk(by) {
  const { preview, at, view, puzzle } = state;
  if (puzzle && !preview) return;
  state.retry = null;
  if (!preview) return goTo((at ?? view.picture.moves.length) + by);
  const step = Math.max(0, Math.min(preview.steps.length, preview.step + by));
  // The line of a puzzle can be stepped through again from its beginning.
  state.preview = step > 0 || puzzle ? { ...preview, step } : null;
  changed();
}

$("first").onclick = () => walk(-Infinity);
$("previous").onclick = () => walk(-1);
$("next").onclick = () => walk(1);
$("last").onclick = () => {
  if (state.puzzle) return walk(Infinity);
  state.preview = state.retry = null;
  goTo(Infinity);
};
// The same by the keyboard, where no field and no board takes the keys.
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  const free = event.target === document.body || $("steps").contains(event.target);
  if (!name || !free || !state.view || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  $(name).click();
});
$("turn").onclick = () => {
  turn();
  changed();
};
$("mirror").onclick = () => {
  mirror();
  changed();
};

watch((view) => {
  const { preview, puzzle } = state;
  const shown = shownPicture().moves.length;
  const all = view.picture.moves.length;
  const ends = preview && preview.step === preview.steps.length;
  $("where").textContent = preview ? say("line-step", { step: preview.step, all: preview.steps.length }) : `${shown} / ${all}`;
  if (puzzle) {
    if (!preview) $("where").textContent = "";
    $("first").disabled = $("previous").disabled = !preview?.step;
    $("next").disabled = $("last").disabled = !preview || ends;
    return;
  }
  $("first").disabled = $("previous").disabled = preview ? false : shown === 0;
  $("next").disabled = preview ? ends : shown === all;
  $("last").disabled = !preview && shown === all;
});
