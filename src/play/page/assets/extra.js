// What is loaded when somebody learns or solves puzzles, or where there are programs or a database: what the rest of the page
// may ask of it.
import "./compare.js";
import "./explorer.js";
import { keepMistakes, openDrill } from "./drill.js";
import { chooseChapter, learn, learnChoice, learnFoul, learnGame } from "./learn.js";
import { choosePuzzle, openDaily, resumePuzzle } from "./puzzles.js";
import { keptExercise } from "./remembered.js";

/** Shows the exercise that was on the board before the page was loaded again. */
function resume() {
  const kept = keptExercise();
  if (kept?.kind === "puzzle") return resumePuzzle(kept);
  if (kept?.kind === "drill") return openDrill();
  return kept && learn(kept.chapter, kept.number);
}

export const offered = { chooseChapter, choosePuzzle, keepMistakes, learn, learnChoice, learnFoul, learnGame, openDaily, openDrill, resume };
