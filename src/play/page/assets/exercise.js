// What stands on the board instead of the game, a puzzle, a mistake or a step of a chapter: how it comes there, and goes.
import { failed, isPassing } from "./connection.js";
import { keepExercise } from "./remembered.js";
import { $, changed, lookAt, reveal, state } from "./state.js";

/** What the browser's history calls an exercise. */
const HERE = "exercise";

/** How often something was asked for that comes later: what stands on the board then, or a dialogue. */
let asked = 0;
/** Something is asked for, or what was asked for before is no longer wanted. Gives what tells whether anything else was done since:
    what comes then comes too late. */
export function begin() {
  const number = (asked += 1);
  return () => number !== asked;
}

/** Resets what was shown or clicked on the board before. */
function clear() {
  lookAt({});
  state.edited = state.cursor = state.hover = state.refused = null;
}

/** Shows an exercise. `kept` is what a reload needs to show it again. */
export function enter(exercise, kept) {
  clear();
  state.exercise = exercise;
  keepExercise(kept);
  changed();
  // The browser's way back leads to the game as well.
  if (history.state !== HERE) history.pushState(HERE, "");
  reveal("status", "board");
}

/** Gives the button that goes on the focus of the board, or of nothing: Enter and Space press it then. */
export function leadOn(id) {
  const { activeElement: before, body } = document;
  const isFree = !before || before === body || $("cells").contains(before) || !before.getClientRects().length;
  if (isFree) $(id).focus({ preventScroll: true });
}

/** Says why nothing is shown. What is damaged, or not known to the program any more, is not asked for at each reload. */
export function failToShow(error) {
  if (!isPassing(error)) keepExercise(null);
  failed(error);
}

/** Says why nothing is shown that was chosen in a dialogue, which would hide the words. */
export const failFrom = (id) => (error) => {
  $(id).close();
  failed(error);
};

/** Is the browser on its way back, which takes it a moment? */
let isGoingBack = false;
/** Goes back to the game. */
export function leave() {
  begin();
  clear();
  state.exercise = null;
  keepExercise(null);
  changed();
  if (history.state !== HERE || isGoingBack) return;
  isGoingBack = true;
  history.back();
}
addEventListener("popstate", () => {
  const wasGoingBack = isGoingBack;
  isGoingBack = false;
  if (history.state === HERE || !state.exercise) return;
  // Another exercise has come on that way.
  if (wasGoingBack) history.pushState(HERE, "");
  else leave();
});
