// Practice: the rating, the puzzle of the day, and what was learned. The table keeps the progress; the browser keeps a copy,
// which a table that has none takes.
import { ask } from "./connection.js";
import { today } from "./day.js";
import { PRACTICE, recall, remember } from "./remembered.js";
import { alike, changed, isOwner, state } from "./state.js";
import { generation, keepsPractice } from "./transport.js";

/** Where a copy that could not be used is kept. */
const DAMAGED = "practice-damaged";
let known = null;
/** The program to which the copy of this browser was offered. */
let offered = null;
/** Was it offered to the program that answers now? Where the browser alone keeps it, another page may have changed it since. */
const isOffered = () => offered === generation() && (keepsPractice || alike(recall(PRACTICE, null), known.progress));

/** What was practised, as far as it is known here. */
export const practiceNow = () => known;

/** Asks for something; gives what there is to see then, and nothing where it was refused. */
export async function practise(what = { do: "show" }) {
  if (!isOffered() && what.do !== "show" && what.do !== "restore") await fetchPractice();
  const day = today();
  const { practice, refused } = await (await ask("/api/practice", { day, ...what })).json();
  if (refused) {
    state.refused = refused;
    changed();
    return null;
  }
  // The copy of this browser is not replaced before the table has had the chance to take it.
  if (isOffered()) remember(PRACTICE, practice.progress);
  known = { ...practice, day };
  state.offers.drills = known.progress.drills.map(({ due }) => due);
  return known;
}

const isEmpty = ({ attempts, learned, drills }) => !attempts.length && !drills.length && !Object.keys(learned).length;

/** Fetches what was practised. What a server keeps another page may have changed; what the browser keeps is fetched once a day
    from each program, and after another page has changed it. */
export async function fetchPractice() {
  if (!isOwner()) return known;
  if (isOffered()) return keepsPractice || known.day !== today() ? practise() : known;
  const now = generation();
  const kept = recall(PRACTICE, null);
  if (!(await practise())) return null;
  if (kept && (isEmpty(known.progress) || !keepsPractice)) {
    // One that the table does not take stays, under another name.
    const taken = await practise({ do: "restore", progress: kept }).catch(() => null);
    if (!taken) remember(DAMAGED, kept);
  }
  offered = now;
  if (now === generation()) remember(PRACTICE, known.progress);
  return known;
}
