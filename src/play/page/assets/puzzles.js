// The dialogue to choose a puzzle by rule, kind and grade.
import { failed } from "./connection.js";
import { open, puzzleNow } from "./puzzle.js";
import { countSolved, fetchPuzzles, nextPuzzle, puzzlesOf } from "./solved.js";
import { $ } from "./state.js";
import { say } from "./texts.js";

const ALL = "all";

/** Fills a list with the values that these puzzles have, each with how many are solved; keeps the choice if it can. */
function fillList(id, property, puzzles, nameOfValue, more = []) {
  const list = $(id);
  const before = list.value;
  const values = [...new Set(puzzles.map((puzzle) => puzzle[property]))].sort((a, b) => (property === "grade" ? a - b : 0));
  const option = (value, name, those) => new Option(say("puzzle-count", { name, ...countSolved(those) }), value);
  const named = values.map((value) => option(value, nameOfValue(value), puzzles.filter((puzzle) => puzzle[property] === value)));
  list.replaceChildren(...more.map(([value, name]) => option(value, name, puzzles)), ...named);
  if ([...list.options].some(({ value }) => value === before)) list.value = before;
}

/** The puzzles of the choice. */
function chosen() {
  const wanted = { rule: $("puzzle-rule").value, kind: $("puzzle-kind").value };
  const grade = $("puzzle-grade").value;
  return puzzlesOf(grade === ALL ? wanted : { ...wanted, grade: Number(grade) });
}

function show() {
  fillList("puzzle-rule", "rule", puzzlesOf({}), (rule) => say(`short-${rule}`));
  const rule = $("puzzle-rule").value;
  fillList("puzzle-kind", "kind", puzzlesOf({ rule }), (kind) => say(`puzzle-${kind}`));
  const kind = $("puzzle-kind").value;
  fillList("puzzle-grade", "grade", puzzlesOf({ rule, kind }), (grade) => say("puzzle-grade-now", { grade }), [[ALL, say("puzzle-grade-all")]]);
  $("puzzle-count").textContent = say("puzzle-solved-of", countSolved(chosen()));
}

/** Shows the dialogue. */
export async function choosePuzzle() {
  try {
    await fetchPuzzles();
  } catch (error) {
    return failed(error);
  }
  show();
  $("puzzles-dialogue").returnValue = "";
  $("puzzles-dialogue").showModal();
}

const next = () => open(nextPuzzle(chosen(), puzzleNow()?.about));

$("puzzle-choose").onclick = choosePuzzle;
$("puzzle-next").onclick = next;
for (const id of ["puzzle-rule", "puzzle-kind", "puzzle-grade"]) $(id).onchange = show;
$("puzzles-dialogue").addEventListener("close", () => $("puzzles-dialogue").returnValue === "start" && next());
