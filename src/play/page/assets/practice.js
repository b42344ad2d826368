// Practice: the rating, the puzzle of the day, and what was learned. The table keeps the progress; the browser keeps a copy,
// which a table that has none takes.
import { ask, failed, isLocked, isPassing, untilAnswered } from "./connection.js";
import { today } from "./day.js";
import { PRACTICE, UNTOLD, recall, remember, untold } from "./remembered.js";
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
export async function practise(what) {
  const request = { day: today(), do: "show", ...what };
  if (!isOffered() && request.do !== "show" && request.do !== "restore") await fetchPractice();
  const { practice, refused } = await (await ask("/api/practice", request)).json();
  if (refused) {
    state.refused = refused;
    changed();
    return null;
  }
  // The copy of this browser is not replaced before the table has had the chance to take it.
  if (isOffered()) remember(PRACTICE, practice.progress);
  known = { ...practice, day: request.day };
  state.offers.drills = known.progress.drills.map(({ due }) => due);
  return known;
}

/** Does something while no other tab of this browser does it. Pages that came over a network without encryption have no locks,
    and a browser that lets pages keep nothing refuses them: nothing is waited for there. */
function alone(work) {
  let begun = null;
  const begin = () => (begun ??= work());
  return navigator.locks ? navigator.locks.request(UNTOLD, begin).catch(begin) : begin();
}
/** Tells the oldest of what is untold. What the table has heard and whose answer was lost is told again, and so is what two
    tabs without locks tell: it counts once. */
async function tellOldest() {
  const lose = (error) => {
    if (isPassing(error) || isLocked()) throw error;
    // What the table does not take is not told again.
    failed(error);
  };
  // What another tab has told meanwhile is known then, and is no longer there.
  await fetchPractice().catch(lose);
  const [next] = untold();
  if (!next) return;
  await practise(next).catch(lose);
  remember(UNTOLD, untold().filter((other) => !alike(other, next)));
}
async function tellUntold() {
  while (untold().length) {
    // No lock is held while the network is away.
    await untilAnswered(() => alone(tellOldest)).catch(failed);
    // It is told once the page is loaded with another key.
    if (isLocked()) return;
  }
  changed();
}
let told = Promise.resolve();
/** Tells what is untold, once all before was told. */
export const tellLater = () => (told = told.then(tellUntold, tellUntold));
/** Tells the table what was practised, also after a reload where the network was away. All that was before comes first: only the
    first attempt at a puzzle changes the rating. */
export function tell(what) {
  remember(UNTOLD, [...untold(), { day: today(), ...what }]);
  return tellLater();
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
    // One that the table does not take stays, under another name. One that has not reached it is offered again.
    const refuse = (error) => {
      if (isPassing(error)) throw error;
    };
    const taken = await practise({ do: "restore", progress: kept }).catch(refuse);
    if (!taken) remember(DAMAGED, kept);
  }
  offered = now;
  if (now === generation()) remember(PRACTICE, known.progress);
  tellLater();
  return known;
}
