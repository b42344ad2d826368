// A puzzle on the board instead of the game. The server judges answers; moves of the solution are not known here before
// they are asked for.
import { ask, failed } from "./connection.js";
import { begin, enter, failToShow, leadOn, leave } from "./exercise.js";
import { stepsOf } from "./preview.js";
import { practiceNow, tell } from "./practice.js";
import { keepExercise } from "./remembered.js";
import { countSolved, isSolved, keepOwnSolved, puzzlesOf } from "./solved.js";
import { $, changed, focusBoard, make, nameOf, otherColour, state, watch } from "./state.js";
import { joined, say } from "./texts.js";

/** Asks the server about the puzzle that is shown; nothing while another request is under way. */
async function send(puzzle, what) {
  if (puzzle.asking) return null;
  puzzle.asking = true;
  const asked = ask("/api/puzzle", { id: puzzle.about.id, row: puzzle.about.row, answers: puzzle.answers, ...what });
  const got = await asked.then((answer) => answer.json()).catch(what.do === "show" ? failToShow : failed).finally(() => (puzzle.asking = false));
  return state.exercise === puzzle || what.do === "show" ? got : null;
}

function take(puzzle, { picture, to_move, solved, refused }) {
  Object.assign(puzzle, { picture, to_move, solved, marks: [], result: null });
  state.refused = refused;
  state.preview = state.ghost = null;
}

/** What is needed to go on after a reload. */
const kept = ({ about, choice, answers, seen, failed }) => ({ kind: "puzzle", about, choice, answers, seen, failed });

/** Shows a puzzle from its beginning, or as it was before the page was loaded again. `among` are the puzzles of which it is the
    next one, and `choice` is what they have in common, if they were chosen by that. */
export async function open(about, { answers = [], seen = false, failed = false, among = [], choice = null } = {}) {
  const isLate = begin();
  const puzzle = { kind: "puzzle", game: "gomoku", about, among, choice, answers, seen, failed, begun: performance.now(), change: 0, waits, answer, lines };
  const got = await send(puzzle, { do: "show" });
  if (!got || isLate()) return;
  take(puzzle, got);
  if (got.solved) puzzle.result = [() => say("puzzle-solved", { at: nameOf(puzzle.picture, answers.at(-1)) }), "good-text"];
  enter(puzzle, kept(puzzle));
  focusBoard();
  if (got.solved) leadOn("puzzle-next");
  // The line is shown again as well.
  if (seen) await showSolution();
}

/** Tells how an attempt has ended. Puzzles of own files are not counted. */
async function report(puzzle, solved) {
  if (puzzle.about.row) return solved && keepOwnSolved(puzzle.about);
  puzzle.before ??= practiceNow()?.rating[0];
  const seconds = Math.round((performance.now() - puzzle.begun) / 1000);
  await tell({ do: "attempt", puzzle: puzzle.about.id, solved, seconds });
  // Nothing is known where the table refuses the file of what was practised.
  if (puzzle.before !== undefined) puzzle.change = practiceNow().rating[0] - puzzle.before;
  changed();
}

/** The attempt has failed: by a wrong answer, or because help was wanted. That counts once. */
function fail(puzzle) {
  if (puzzle.failed) return;
  puzzle.failed = true;
  report(puzzle, false);
}

function leavePuzzle() {
  leave();
  $("puzzles").focus();
}

/** The puzzle on the board, if there is one. */
export const puzzleNow = () => (state.exercise?.kind === "puzzle" ? state.exercise : null);
/** Does the puzzle wait for an answer on the board as it is shown? */
const waits = () => !state.exercise.solved && !state.exercise.asking && !state.preview?.step;

function judge(puzzle, spot, { judged }) {
  const { picture } = puzzle;
  const at = nameOf(picture, spot);
  if (judged?.wrong) {
    fail(puzzle);
    const { wrong } = judged;
    const text = () => (wrong.length ? say("puzzle-refuted", { at }) : say("puzzle-wrong", { at }));
    Object.assign(puzzle, { marks: [{ at: spot, kind: "bad" }], result: [text, "bad-text"] });
    if (wrong.length) state.preview = { steps: stepsOf([spot, ...wrong], puzzle.to_move), step: 0 };
    return;
  }
  if (!judged) return;
  puzzle.answers.push(spot);
  const reply = nameOf(picture, picture.moves.at(-1).spots[0]);
  const text = () => (judged === "solved" ? say("puzzle-solved", { at }) : say("puzzle-right", { at, colour: say(otherColour(puzzle.to_move)), reply }));
  puzzle.result = [text, "good-text"];
  // What was shown was not found.
  if (judged === "solved" && !puzzle.seen) report(puzzle, true);
}

/** Answers with a move. From within a line that is stepped through, the first click leads back. */
async function answer([spot]) {
  const { exercise: puzzle, preview } = state;
  if (preview?.step) state.preview = { ...preview, step: 0 };
  const got = waits() && !preview?.step ? await send(puzzle, { do: "answer", at: spot }) : null;
  if (got) {
    take(puzzle, got);
    judge(puzzle, spot, got);
    keepExercise(kept(puzzle));
  }
  changed();
  if (got?.solved) leadOn("puzzle-next");
}

/** Shows the area in which the next move lies, and at the second press the move. */
async function hint() {
  const puzzle = puzzleNow();
  const isSecond = puzzle.hinted === puzzle.answers.length;
  const got = await send(puzzle, { do: isSecond ? "hint" : "hint-area" });
  if (!got) return;
  take(puzzle, got);
  fail(puzzle);
  keepExercise(kept(puzzle));
  puzzle.hinted = puzzle.answers.length;
  const { picture, line } = got;
  if (isSecond) {
    const [at] = line;
    puzzle.marks = [{ at, kind: "hinted" }];
    puzzle.result = [() => say("event-hint", { at: nameOf(picture, at) }), ""];
  } else {
    const [from, to] = [picture.zone[0], picture.zone.at(-1)].map((corner) => nameOf(picture, corner));
    puzzle.result = [() => say("puzzle-hint-area", { from, to }), ""];
  }
  changed();
}

async function showSolution() {
  const puzzle = puzzleNow();
  // That of a puzzle that was solved is shown from its beginning.
  const { solved } = puzzle;
  const answers = solved ? [] : puzzle.answers;
  const got = await send(puzzle, { do: "solution", answers });
  if (!got) return;
  take(puzzle, got);
  if (!solved) fail(puzzle);
  // What is tried after that does not count.
  Object.assign(puzzle, { answers, seen: true, failed: true });
  keepExercise(kept(puzzle));
  const moves = got.line.map((spot) => nameOf(puzzle.picture, spot)).join(" ");
  puzzle.result = [() => say("puzzle-line", { moves }), ""];
  state.preview = { steps: stepsOf(got.line, puzzle.to_move), step: 1 };
  changed();
}

/** What the status line says: the result of the last answer, and the goal. */
function lines() {
  const { about, among, result, solved, seen, failed: hasFailed, change, to_move } = state.exercise;
  const [text, className] = result ?? [];
  const rating = change ? say("practice-changed", { rating: practiceNow().rating[0], change: `${change > 0 ? "+" : "−"}${Math.abs(change)}` }) : "";
  const { daily, streak, progress } = practiceNow() ?? {};
  const days = solved && about.id === daily && streak ? say("practice-streak", { days: streak }) : "";
  // Whoever has solved one knows what counts, and a further attempt does not.
  const isFirst = !countSolved(puzzlesOf({})).solved && !progress?.attempts.some(({ puzzle }) => puzzle === about.id);
  const counts = isFirst && !result && !about.row && !hasFailed ? say("puzzle-counts") : "";
  const areAllSolved = among.length > 0 && countSolved(among).solved === among.length;
  const goal = solved || (seen && result) ? "" : say(`puzzle-goal-${about.kind}`, { colour: say(to_move) });
  return [[text?.(), className], [goal, `goal ${to_move}`], [joined(rating, days), "soft"], [areAllSolved && say("puzzle-all-solved", { count: among.length }), "soft"], [counts, "soft"]];
}

/** Texts as `joined` puts them together, of which all but the first are not broken into two lines. */
const joinedWhole = (first, ...others) => [first, ...others.filter(Boolean).flatMap((textContent) => [" · ", make("span", { className: "whole", textContent })])];

watch(() => {
  const puzzle = puzzleNow();
  document.body.classList.toggle("exercising", !!state.exercise);
  $("puzzle-bar").hidden = !puzzle;
  if (!puzzle) return;
  const { about, solved, seen } = puzzle;
  const { rule, kind } = about;
  const alike = puzzlesOf({ rule, kind });
  const number = !about.row && `${alike.findIndex(({ id }) => id === about.id) + 1} / ${alike.length}`;
  const isDaily = about.id === practiceNow()?.daily;
  const what = joined(isDaily && say("daily-puzzle"), say(`short-${rule}`), solved && say(`puzzle-${kind}`), about.row && about.id);
  $("puzzle-about").replaceChildren(...joinedWhole(what, number, say("puzzle-grade-now", about), isSolved(about) && `✓ ${say("puzzle-was-solved")}`));
  $("puzzle-hint").disabled = solved || seen;
  $("puzzle-solution").disabled = seen;
  $("puzzle-next").classList.toggle("primary", solved || seen);
});
$("puzzle-hint").onclick = hint;
$("puzzle-solution").onclick = async () => {
  await showSolution();
  // The button is off then.
  if ($("puzzle-solution").disabled) [$("next"), $("previous")].find(({ disabled }) => !disabled)?.focus({ preventScroll: true });
};
$("puzzle-again").onclick = () => {
  const { about, failed, among, choice } = puzzleNow();
  open(about, { failed, among, choice });
};
$("puzzle-leave").onclick = leavePuzzle;
