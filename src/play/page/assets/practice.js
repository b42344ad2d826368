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
/** Was the copy of this browser offered to the table? */
let offered = false;

/** What was practised, as far as it is known here. */
export const practiceNow = () => known;

/** Asks for something; gives what there is to see then, and nothing where it was refused. */
export async function practise(what = { do: "show" }) {
  if (!offered && what.do !== "show" && what.do !== "restore") await fetchPractice();
  const { practice, refused } = await (await ask("/api/practice", { day: today(), ...what })).json();
  if (refused) {
    state.refused = refused;
    changed();
    return null;
  }
  known = practice;
  // The copy of this browser is not replaced before the table has had the chance to take it.
  if (offered) remember(NAME, known.progress);
  state.offers.drills = known.progress.drills.map(({ due }) => due);
  return known;
}

const isEmpty = ({ attempts, learned, drills }) => !attempts.length && !drills.length && !Object.keys(learned).length;

/** Fetches once what was practised. */
export async function fetchPractice() {
  if (offered || !isOwner()) return known;
  const kept = recall(NAME, null);
  if (!(await practise())) return null;
  if (kept && isEmpty(known.progress)) {
    // One that the table does not take stays, under another name.
    const taken = await practise({ do: "restore", progress: kept }).catch(() => null);
    if (!taken) remember(DAMAGED, kept);
  }
  offered = true;
  remember(NAME, known.progress);
  return known;
}
