// Looking at earlier positions of the game, and at lines of play that a search found.
import { $, changed, lookAt, otherColour, pathTo, shownPicture, state, watch } from "./state.js";
import { say } from "./texts.js";

/** Shows the position after so many moves of the game, and no line or mistake. */
export function goTo(number) {
  const { length } = state.view.picture.moves;
  const wanted = Math.min(length, Math.max(0, number));
  lookAt({ at: wanted === length ? null : wanted });
  state.refused = null;
  changed();
}

/** Stones that are laid in turn, as the steps of a line. */
export function stepsOf(spots, colour) {
  return spots.map((at, index) => ({ spots: [at], from: null, changes: [{ at, before: null, after: index % 2 ? otherColour(colour) : colour }] }));
}

/** Shows the first move of a line. */
export function follow(line) {
  const { at, node } = line.at ? state : {};
  lookAt({ at, node, preview: { steps: line.steps, step: 1 } });
  changed();
}

/** One move back or on beside the game. */
function walkBeside(by) {
  const { nodes } = state.view.study;
  const path = pathTo(state.node);
  const [next] = nodes.filter(({ parent }) => parent === state.node);
  if (by === -Infinity) return goTo(0);
  if (by < 0 && path.length === 1) return goTo(path[0].moves - 1);
  const to = by < 0 ? path.at(-2) : next;
  if (!to) return;
  lookAt({ at: state.at, node: to.node });
  state.refused = null;
  changed();
}

function walk(by) {
  const { preview, at, view, exercise } = state;
  if (exercise && !preview) return;
  if (!preview && state.node !== null) return walkBeside(by);
  if (!preview) return goTo((at ?? view.picture.moves.length) + by);
  const step = Math.max(0, Math.min(preview.steps.length, preview.step + by));
  // The line of a puzzle can be stepped through again from its beginning.
  state.preview = step > 0 || exercise ? { ...preview, step } : null;
  changed();
}

$("first").onclick = () => walk(-Infinity);
$("previous").onclick = () => walk(-1);
$("next").onclick = () => walk(1);
$("last").onclick = () => (state.exercise ? walk : goTo)(Infinity);
/** Parts that take letters, and those that take arrow keys as well. */
const TYPED = "input:not([type=checkbox], [type=range]), textarea, select, [role=slider]";
const WALKED = `${TYPED}, [type=range], [role=tab]`;
/** Does the key belong to the browser, such as Alt and an arrow, which leads to the page before? */
export const isOfBrowser = ({ ctrlKey, altKey, metaKey }) => ctrlKey || altKey || metaKey;
/** Does the key belong to such a part, a dialogue, or the browser? */
export function isTaken(event, parts = TYPED) {
  return isOfBrowser(event) || !!document.querySelector("dialog[open]") || event.target.closest?.(parts);
}
// The same by the keyboard, whatever button has the focus.
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  // The cursor of the board may have taken it.
  if (!name || !state.view || event.defaultPrevented || isTaken(event, WALKED)) return;
  event.preventDefault();
  // In a chapter keys lead from step to step.
  if (state.exercise?.walk) state.exercise.walk(name);
  else $(name).click();
});

/** Are there steps back, on, and to the end? An exercise has steps where it has a line. */
function waysNow({ picture, study }) {
  const { preview, exercise, edited, node } = state;
  // The game behind the position editor is not stepped through.
  if (edited) return [false, false, false];
  const goesOn = !!preview && preview.step < preview.steps.length;
  if (exercise) return [!!preview?.step, goesOn, goesOn];
  if (preview) return [true, goesOn, true];
  const shown = shownPicture().moves.length;
  const isElsewhere = node !== null || shown < picture.moves.length;
  return [shown > 0, node === null ? isElsewhere : study.nodes.some(({ parent }) => parent === node), isElsewhere];
}
watch((view) => {
  const { preview, exercise, edited, node } = state;
  const [back, on, end] = waysNow(view);
  $("first").disabled = $("previous").disabled = !back;
  $("next").disabled = !on;
  $("last").disabled = !end;
  $("under").hidden = !!exercise && !preview;
  const place = `${shownPicture().moves.length} / ${node === null ? view.picture.moves.length : "…"}`;
  $("where").textContent = preview ? say("line-step", { step: preview.step, all: preview.steps.length }) : exercise || edited ? "" : place;
});
