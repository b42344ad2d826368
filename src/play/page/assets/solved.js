// The puzzles to choose from, and which of them were solved in this browser.
import { ask } from "./connection.js";
import { recall, remember } from "./remembered.js";

const NAME = "puzzles";
let listed = [];

/** Fetches the list once. */
export async function fetchPuzzles() {
  if (!listed.length) listed = await (await ask("/api/puzzles")).json();
}

const solved = () => new Set(recall(NAME, []));
export const isSolved = ({ id }) => solved().has(id);
export const keepSolved = ({ id }) => remember(NAME, [...solved().add(id)]);

/** The puzzles that agree with all of these properties. */
export const puzzlesOf = (wanted) => listed.filter((puzzle) => Object.entries(wanted).every(([name, value]) => puzzle[name] === value));

/** How many of these puzzles are solved, and how many there are. */
export function countSolved(puzzles) {
  const known = solved();
  return { solved: puzzles.filter(({ id }) => known.has(id)).length, all: puzzles.length };
}

/** The first unsolved puzzle after another one; where all are solved, the next one. */
export function nextPuzzle(puzzles, after) {
  const known = solved();
  const place = puzzles.findIndex(({ id }) => id === after?.id) + 1;
  const inOrder = [...puzzles.slice(place), ...puzzles.slice(0, place)];
  return inOrder.find(({ id }) => !known.has(id)) ?? inOrder[0];
}
