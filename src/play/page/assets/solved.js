// The puzzles to choose from, and which of them were solved.
import { ask } from "./connection.js";
import { practiceNow } from "./practice.js";
import { entriesOf, keepInTab, keptInTab, recall } from "./remembered.js";

/** Where earlier programs kept the puzzles that were solved in this browser. */
const NAME = "puzzles";
let listed = [];
/** Where this tab keeps the rows of own puzzles that were solved in it. */
const OWN_SOLVED = "own-solved";
const ownSolved = new Set(entriesOf(keptInTab(OWN_SOLVED)));

/** Fetches the list once. */
export async function fetchPuzzles() {
  if (!listed.length) listed = await (await ask("/api/puzzles")).json();
}

/** A function that tells whether a puzzle is solved as far as it is known now. */
function solvedNow() {
  const known = new Set([...(practiceNow()?.solved ?? []), ...entriesOf(recall(NAME, null))]);
  return ({ id, row }) => (row ? ownSolved : known).has(row ?? id);
}
export const isSolved = (puzzle) => solvedNow()(puzzle);
export const keepOwnSolved = ({ row }) => keepInTab(OWN_SOLVED, [...ownSolved.add(row)]);

/** The puzzle of a name. */
export const puzzleOf = (id) => listed.find((puzzle) => puzzle.id === id);
/** The puzzles that agree with all of these properties. */
export const puzzlesOf = (wanted) => listed.filter((puzzle) => Object.entries(wanted).every(([name, value]) => puzzle[name] === value));

/** How many of these puzzles are solved, and how many there are. */
export const countSolved = (puzzles) => ({ solved: puzzles.filter(solvedNow()).length, all: puzzles.length });

/** The first unsolved puzzle after another one; where all are solved, the next one. */
export function nextPuzzle(puzzles, after) {
  const place = puzzles.findIndex(({ id, row }) => id === after?.id && row === after?.row) + 1;
  const inOrder = [...puzzles.slice(place), ...puzzles.slice(0, place)];
  const isKnown = solvedNow();
  return inOrder.find((puzzle) => !isKnown(puzzle)) ?? inOrder[0];
}
