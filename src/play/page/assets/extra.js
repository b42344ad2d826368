// What is loaded when somebody learns, solves puzzles or wants pictures, or where there are programs or a database: what the
// rest of the page may ask of it.
import "./compare.js";
import "./explorer.js";
import { keepMistakes, openDrill } from "./drill.js";
import { invite } from "./invite.js";
import { chooseChapter, learn, learnChoice, learnFoul, learnGame, resumeStep } from "./learn.js";
import { tellLater } from "./practice.js";
import { choosePuzzle, openDaily, resumePuzzle } from "./puzzles.js";
import { pictureBlob } from "./picture.js";
import { keepExercise, keptExercise } from "./remembered.js";
import { share } from "./share.js";
import { openWalk } from "./walk.js";

/** Shows the exercise that was on the board before the page was loaded again. */
function resume() {
  const kept = keptExercise();
  if (kept?.kind === "puzzle") return resumePuzzle(kept);
  if (kept?.kind === "drill") return openDrill({ isUnasked: true });
  if (kept?.kind === "learn") return resumeStep(kept);
  // It was damaged, or is no longer there.
  keepExercise(null);
}

export const offered = { chooseChapter, choosePuzzle, invite, keepMistakes, learn, learnChoice, learnFoul, learnGame, pictureBlob, share, openDaily, openDrill, openWalk, resume, tellLater };
