// The dialogue to choose a puzzle: the puzzle of the day, one near the rating, one by rule, kind and grade, or one of an own file.
import { ask, failed } from "./connection.js";
import { openDrill } from "./drill.js";
import { begin, failFrom } from "./exercise.js";
import { fetchTexts } from "./learn.js";
import { fetchPractice, practiceNow, practise } from "./practice.js";
import { open, puzzleNow } from "./puzzle.js";
import { entriesOf, keepInTab, keptInTab } from "./remembered.js";
import { countSolved, fetchPuzzles, isSolved, nextPuzzle, puzzleOf, puzzlesOf } from "./solved.js";
import { $, changed, detectChange, state, watch } from "./state.js";
import { joined, say } from "./texts.js";

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

/** The choice: what its puzzles have in common. */
function chosen() {
  const choice = { rule: $("puzzle-rule").value, kind: $("puzzle-kind").value };
  const grade = $("puzzle-grade").value;
  return grade === ALL ? choice : { ...choice, grade: Number(grade) };
}

/** The rating, and what there is to do today. */
function showPractice() {
  const { rating: [rating, deviation], streak, daily, drills } = practiceNow();
  $("practice-line").textContent = joined(say("practice-rating", { rating, deviation }), streak ? say("practice-streak", { days: streak }) : "");
  $("puzzle-daily").textContent = `${say("daily-puzzle")}${isSolved({ id: daily }) ? " ✓" : ""}`;
  $("puzzle-near").textContent = say("practice-near");
  $("puzzle-drills").textContent = say("drills-due", { count: drills[0] });
  $("puzzle-drills").hidden = !drills[0];
  $("puzzle-open").textContent = say("practice-own");
}

function show() {
  showPractice();
  fillList("puzzle-rule", "rule", puzzlesOf({}), (rule) => say(`short-${rule}`));
  const rule = $("puzzle-rule").value;
  fillList("puzzle-kind", "kind", puzzlesOf({ rule }), (kind) => say(`puzzle-${kind}`));
  const kind = $("puzzle-kind").value;
  fillList("puzzle-grade", "grade", puzzlesOf({ rule, kind }), (grade) => say("puzzle-grade-now", { grade }), [[ALL, say("puzzle-grade-all")]]);
  $("puzzle-count").textContent = say("puzzle-solved-of", countSolved(puzzlesOf(chosen())));
}

const isNew = detectChange();
// An attempt that the network had lost may arrive while the dialogue is open.
watch(() => $("puzzles-dialogue").open && isNew(practiceNow()) && show());

/** Fetches what is needed to choose a puzzle and to show it. */
const fetchAll = () => Promise.all([fetchPuzzles(), fetchTexts(), fetchPractice()]);

/** Shows the dialogue. */
export async function choosePuzzle() {
  const isLate = begin();
  await fetchAll();
  if (isLate()) return;
  show();
  $("puzzles-dialogue").returnValue = "";
  $("puzzles-dialogue").showModal();
}

/** Where the next puzzle comes from: { choice }, or the { rows } of an own file; null for one near the rating. */
let source = null;
const puzzlesNow = () => source.rows ?? puzzlesOf(source.choice);

/** Where this tab keeps the puzzles of the own file. */
const OWN = "own-puzzles";

/** Puzzles near the rating that were passed over since the page was opened. */
const passed = new Set();
/** The puzzle itself, or the next one of its grade where it was passed over. */
function notPassed(puzzle) {
  const others = puzzlesOf({ grade: puzzle.grade }).filter((other) => !passed.has(other.id) && !isSolved(other));
  return passed.has(puzzle.id) && others.length ? nextPuzzle(others, puzzle) : puzzle;
}

/** Opens the puzzle that practice names so. */
async function openNamed(which) {
  source = null;
  const isLate = begin();
  const dialogue = $("puzzles-dialogue");
  const wasOpen = dialogue.open;
  await fetchAll();
  // Whoever has closed the dialogue meanwhile wants none.
  const isUnwanted = () => isLate() || dialogue.open !== wasOpen;
  if (isUnwanted()) return;
  const here = puzzleNow();
  if (here && !here.solved) passed.add(here.about.id);
  const named = puzzleOf((await practise())?.[which]);
  if (isUnwanted()) return;
  const found = named && which === "next" ? notPassed(named) : named;
  dialogue.close();
  if (found) await open(found, { among: which === "next" ? puzzlesOf({}) : [] });
}
/** Opens the puzzle of the day. */
export const openDaily = () => openNamed("daily");

function next() {
  if (!source) return openNamed("next").catch(failed);
  const among = puzzlesNow();
  return open(nextPuzzle(among, puzzleNow()?.about), { among, choice: source.choice });
}

/** Opens the puzzles of a file. What its rows do not say is as chosen. */
async function openFile(file) {
  $("puzzles-dialogue").close();
  const isLate = begin();
  try {
    const { puzzles, fault } = await (await ask("/api/own-puzzles", { text: await file.text(), kind: $("puzzle-kind").value, rule: $("puzzle-rule").value })).json();
    if (isLate()) return;
    if (fault) {
      state.refused = { key: "practice-own-bad", arguments: { name: { text: file.name }, why: { message: fault } } };
      return changed();
    }
    source = { rows: puzzles };
    keepInTab(OWN, puzzles);
    await open(puzzles[0], { among: puzzles });
  } catch (error) {
    failed(error);
    // Which file it was, the server does not know.
    if (state.refused?.key === "too-long") state.refused = { key: "file-too-long", arguments: { name: { text: file.name } } };
    changed();
  }
}

/** Shows the puzzle that was on the board before the page was loaded again. */
export async function resumePuzzle(kept) {
  const isLate = begin();
  await fetchAll();
  if (isLate()) return;
  const { about, choice } = kept;
  // A tab may have had no room for all of its file.
  const rows = entriesOf(keptInTab(OWN));
  source = about.row ? { rows: rows.some(({ row }) => row === about.row) ? rows : [about] } : choice && { choice };
  await open(about, { ...kept, among: source ? puzzlesNow() : [] });
}

$("puzzle-choose").onclick = () => choosePuzzle().catch(failed);
$("puzzle-next").onclick = next;
$("puzzle-daily").onclick = () => openDaily().catch(failFrom("puzzles-dialogue"));
$("puzzle-near").onclick = () => openNamed("next").catch(failFrom("puzzles-dialogue"));
$("puzzle-drills").onclick = () => {
  $("puzzles-dialogue").close();
  openDrill().catch(failed);
};
$("puzzle-open").onclick = () => $("puzzle-file").click();
$("puzzle-file").onchange = async () => {
  const [file] = $("puzzle-file").files;
  if (file) await openFile(file);
  $("puzzle-file").value = "";
};
for (const id of ["puzzle-rule", "puzzle-kind", "puzzle-grade"]) $(id).onchange = show;
$("puzzles-dialogue").addEventListener("close", () => {
  if ($("puzzles-dialogue").returnValue !== "start") return;
  source = { choice: chosen() };
  next();
});
