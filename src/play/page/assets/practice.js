// Practice: the rating, the puzzle of the day, and what was learned. The table keeps the progress; the browser keeps a copy,
// which a table that has none takes.
import { ask } from "./connection.js";
import { today } from "./day.js";
import { recall, remember } from "./remembered.js";
import { changed, isOwner, state } from "./state.js";

const NAME = "practice";
/** Where a copy that could not be used is kept. */
const DAMAGED = "practice-damaged";
let known = null;

/** What was practised, as far as it is known here. */
export const practiceNow = () => known;

/** Asks for something; gives what there is to see then, and nothing where it was refused. */
export async function practise(what = { do: "show" }) {
  const { practice, refused } = await (await ask("/api/practice", { day: today(), ...what })).json();
  if (refused) {
    state.refused = refused;
    changed();
    return null;
  }
  known = practice;
  remember(NAME, known.progress);
  state.offers.drills = known.progress.drills.map(({ due }) => due);
  return known;
}

const isEmpty = ({ attempts, learned, drills }) => !attempts.length && !drills.length && !Object.keys(learned).length;

/** Fetches once what was practised. */
export async function fetchPractice() {
  if (known || !isOwner()) return known;
  const kept = recall(NAME, null);
  await practise();
  if (kept && isEmpty(known.progress) && !(await practise({ do: "restore", progress: kept }))) remember(DAMAGED, kept);
  return known;
}
