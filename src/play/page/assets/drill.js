// Mistakes of own games that are asked again. The table judges the moves; another one than the better move that it knows is
// looked at by Kagetsu.
import { failed, isLost } from "./connection.js";
import { fetchTexts } from "./learn.js";
import { practise } from "./practice.js";
import { begin, enter, leadOn, leave } from "./exercise.js";
import { keepExercise } from "./remembered.js";
import { $, GRADE_SIGNS, changed, focusBoard, namesOf, otherColour, spotsOf, state, watch, write } from "./state.js";
import { rounded, say, sentences } from "./texts.js";

/** The mistake on the board, if there is one. */
const drillNow = () => (state.exercise?.kind === "drill" ? state.exercise : null);

/** Shows the mistake that waits longest. */
export async function openDrill({ isUnasked = false } = {}) {
  const isLate = begin();
  await fetchTexts();
  const found = await practise({ do: "drill" });
  if (!found || isLate()) return;
  const { drill, drills } = found;
  if (!drill) {
    if (drillNow()) leaveDrill();
    // After a reload nobody has asked for it.
    if (isUnasked) return keepExercise(null);
    state.refused = { key: "drill-none", arguments: {} };
    return changed();
  }
  const marks = [{ at: spotsOf(drill.played_spots).at(-1), grade: drill.grade }];
  enter({ kind: "drill", ...drill, drills, marks, solved: false, judging: null, tried: null, judged: null, shown: false, waits, answer, lines }, { kind: "drill" });
  focusBoard();
}

/** Keeps the mistakes that the review has found, and asks the first one. */
export async function keepMistakes() {
  const isLate = begin();
  await practise({ do: "keep-mistakes" });
  if (!isLate()) await openDrill();
}

function leaveDrill() {
  leave();
  focusBoard();
}

// A move that was shown is not found: nothing is asked then.
const waits = () => !state.exercise.solved && !state.exercise.tried && !state.exercise.shown;

async function answer(clicks) {
  const drill = drillNow();
  if (drill.solved) return openDrill().catch(failed);
  if (!waits()) return;
  // The clicks do not begin a legal move, such as a click on a piece that cannot move.
  if (clicks.length < drill.turn.clicks) {
    state.chosen = [];
    return changed();
  }
  Object.assign(drill, { tried: clicks, judging: null, judged: null });
  state.refused = null;
  changed();
  const found = await practise({ do: "answer-drill", drill: drill.number, spots: clicks }).catch(failed);
  if (found) drill.judging = found.judging;
  else drill.tried = null;
  changed();
}

function lines() {
  const { tried, judged, shown, better, before, picture } = state.exercise;
  if (tried) return [[say("drill-thinking", { at: namesOf(picture, tried) }), ""]];
  // Who has seen the answer is not told to try again.
  if (shown && !judged?.good) return [[say("better-move", { at: better, rate: rounded(before) }), ""]];
  return [[judged && say(judged.good ? "try-good" : "try-bad", { at: judged.name, rate: rounded(judged.rate ?? 0) }), judged?.good ? "good-text" : "bad-text"]];
}

/** A program that was started again has asked nothing, and judges no answer to what the one before has asked. */
async function askAgain(drill) {
  const found = await practise();
  if (found && !found.drill && drill === drillNow()) await openDrill({ isUnasked: true });
}

let wasLost = false;
watch(({ drilled }) => {
  const drill = drillNow();
  const isBack = wasLost && !isLost();
  wasLost = isLost();
  $("drill-bar").hidden = !drill;
  if (!drill) return;
  if (isBack && !drill.solved && !drill.shown) askAgain(drill).catch(failed);
  if (drill.tried && drilled && drilled.number === drill.judging) {
    const kind = drilled.good ? "good" : "bad";
    Object.assign(drill, { marks: [drill.marks[0], { at: drill.tried.at(-1), kind }], judged: drilled, solved: drilled.good, tried: null });
    // A search has judged it after the request was answered: what is due has changed since.
    practise().then(changed, failed);
    changed();
    if (drilled.good) leadOn("drill-next");
    return;
  }
  // Another page has asked for a mistake, and its answer took the place of this one.
  if (drill.tried && drill.judging !== null && drilled?.number > drill.judging) {
    drill.tried = null;
    return changed();
  }
  const isDone = drill.solved || drill.shown;
  const { foreign, played, grade, reply, before, after, to_move: colour, drills } = drill;
  const why = reply ? say("drill-reply", { at: reply, colour: say(otherColour(colour)) }) : "";
  const made = say(foreign ? "drill-made" : "drill-played", { colour: say(colour), at: played + (GRADE_SIGNS[grade] ?? ""), before: rounded(before), after: rounded(after) });
  write($("drill-about"), sentences(made, why, isDone ? "" : say("drill-find", { colour: say(colour) })));
  $("drill-left").textContent = say("drill-left", { due: drills[0], all: drills[1] });
  $("drill-title").textContent = say("drill-title");
  $("drill-next").textContent = say("drill-next");
  $("drill-next").classList.toggle("primary", isDone);
  $("drill-next").disabled = !drill.judged && !drill.shown;
  $("drill-better").hidden = isDone;
});
$("drill-better").onclick = () => {
  const drill = drillNow();
  drill.shown = true;
  drill.marks = [drill.marks[0], { at: spotsOf(drill.better_spots).at(-1), kind: "hinted" }];
  state.ghost = null;
  state.chosen = [];
  changed();
  $("drill-next").focus({ preventScroll: true });
};
$("drill-next").onclick = () => openDrill().catch(failed);
$("drill-leave").onclick = leaveDrill;
