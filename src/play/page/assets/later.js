// The scripts for whoever learns, solves puzzles or wants pictures, and for what only some servers offer. They are loaded when
// they are wanted first, so that a first visit is short.
import { Unreachable, failed } from "./connection.js";
import { resumeEditor } from "./editor.js";
import { begin, failToShow } from "./exercise.js";
import { keepExercise, keptExercise, untold } from "./remembered.js";
import { $, isOwner, state, watch } from "./state.js";

let tries = 0;
/** Loads a script. Browsers load no address again that has failed: the next time it has another one. */
export function loadScript(name) {
  return import(tries ? `./${name}?again=${tries}` : `./${name}`).catch(() => {
    tries += 1;
    throw new Unreachable();
  });
}

let loaded = null;
/** What these scripts can do. */
export function later() {
  loaded ??= loadScript("later.js").then((part) => part.default);
  // Where the server is not reached it is tried again the next time.
  loaded.catch(() => (loaded = null));
  return loaded;
}

/** Does what a part of the page is for, which shows meanwhile that it takes its time. */
export async function whileBusy(id, what) {
  $(id).ariaBusy = true;
  await what().catch(failed);
  $(id).ariaBusy = null;
}

/** What each of these parts of the page does of that. */
const PRESSES = {
  puzzles: "choosePuzzle", "welcome-puzzles": "choosePuzzle", "welcome-daily": "openDaily", "welcome-drills": "openDrill", "keep-mistakes": "keepMistakes",
  "welcome-learn": "chooseChapter", rules: "learnGame", "dialogue-learn": "learnChoice", invite: "invite", share: "share", "walk-open": "openWalk",
};
for (const [id, name] of Object.entries(PRESSES)) {
  const press = async () => {
    const isLate = begin();
    const part = await later();
    // Something else may have been done until they are there.
    if (!isLate()) await part[name]();
  };
  $(id).onclick = () => whileBusy(id, press);
}
watch(() => {
  $("invite").hidden = !isOwner() || !state.offers.invitations;
  // The position editor is finished first.
  $("puzzles").disabled = !!state.edited;
});

/** Shows the exercise or the position editor that was on the board before the page was loaded again, if there was one. */
export async function resume() {
  const kept = keptExercise();
  try {
    if (kept?.kind === "editor") resumeEditor(kept);
    // Puzzles and mistakes are for the owner alone, who has opened the link of a guest in this tab.
    else if (kept && kept.kind !== "learn" && !isOwner()) keepExercise(null);
    else if (kept) await (await later()).resume();
  } catch (error) {
    failToShow(error);
  }
}

/** Tells the table what was practised while an earlier page did not reach it. */
export function tellLeftOver() {
  if (isOwner() && untold().length) later().then((part) => part.tellLater()).catch(failed);
}
