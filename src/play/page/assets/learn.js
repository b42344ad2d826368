// Learning by chapters: steps of a text, a board and mostly a task. The server judges the answers; the chapters and their
// texts come when somebody learns.
import { ask, failed } from "./connection.js";
import { begin, enter, failFrom, failToShow, leave } from "./exercise.js";
import { fetchPractice, practiceNow, tell } from "./practice.js";
import { recall, remember } from "./remembered.js";
import { $, changed, detectChange, focusBoard, isOwner, make, replaceKept, state, watch, write } from "./state.js";
import { addTexts, hasMoreTexts, label, languageNow, say, sayMessage } from "./texts.js";

const NAME = "learned";
let chapters = [];

/** Fetches the chapters, and the texts for all that is learned and practised in the language of the page. */
export async function fetchTexts() {
  if (hasMoreTexts()) return;
  const language = languageNow();
  const found = await (await ask(`/api/chapters?lang=${language}`)).json();
  chapters = found.chapters;
  addTexts(language, found.texts);
}

/** The step on the board, if there is one. */
const stepNow = () => (state.exercise?.kind === "learn" ? state.exercise : null);
/** How many steps of a chapter were done. */
const done = (id) => Math.max(recall(NAME, {})[id] ?? 0, practiceNow()?.learned[id] ?? 0);
/** Keeps that steps of a chapter were done; only the owner's are kept at the table. */
function keepDone(id, steps) {
  if (done(id) >= steps) return;
  remember(NAME, { ...recall(NAME, {}), [id]: steps });
  if (isOwner()) tell({ do: "learned", chapter: id, steps });
}

function take(step, got, clicks = []) {
  const { goal, right, done: solved } = got;
  // They stay once they were shown.
  const { answers, answers_at } = got.answers.length ? got : step;
  // What was found has its sign on the board, and what was laid its stone; what is wrong is marked.
  const found = ["legal-all", "twin"].includes(goal) ? got.found_at : [];
  const marked = { asked: got.marks, good: found, hinted: solved ? [] : answers_at, bad: right ? [] : clicks };
  const marks = Object.entries(marked).flatMap(([kind, spots]) => spots.map((at) => ({ at, kind })));
  // Where all legal squares are asked for, they are not shown.
  const turn = goal === "legal-all" ? null : got.turn;
  Object.assign(step, got, { answers, answers_at, marks, turn, solved, misses: step.misses + Number(right === false) });
  if (solved) keepDone(step.chapter, step.number + 1);
  state.refused = state.preview = state.ghost = null;
  state.chosen = [];
}

/** Asks the server about a step; nothing while another request is under way. */
async function send(step, what = null) {
  if (step.asking) return null;
  step.asking = true;
  const asked = ask("/api/learn", { chapter: step.chapter, step: step.number, found: step.found, ...what });
  return asked.then((answer) => answer.json()).catch(what ? failed : failToShow).finally(() => (step.asking = false));
}

/** Where the keys go: to the board, to the words to choose, or on from step to step. */
function focusOn(step, isBrowsing = false) {
  const [first] = $("learn-options").children;
  const part = isBrowsing || step.solved ? $("learn-next") : step.options.length ? first : $("board");
  part?.focus({ preventScroll: true });
}

/** Shows a step of a chapter. Whoever browses has the focus on the button of the next one, not on the board. */
async function open(chapter, number, isBrowsing) {
  const isLate = begin();
  await fetchTexts().catch(failed);
  // Who has answered by the cursor of the board goes on with it.
  const isSteered = !isBrowsing && !!stepNow()?.isSteered;
  const step = { kind: "learn", chapter, number, found: [], answers: [], answers_at: [], misses: 0, isDirect: true, isSteered, waits, answer, lines, walk };
  const got = await send(step);
  if (!got || isLate()) return;
  take(step, got);
  enter(step, { kind: "learn", chapter, number });
  focusOn(step, isBrowsing);
}

/** Shows the step that was on the board before the page was loaded again. */
export const resumeStep = ({ chapter, number }) => open(chapter, number);

/** Opens a chapter where it was left, or at a step; another name shows what there is. */
export async function learn(id, number = null) {
  const isLate = begin();
  const wasOpen = $("learn-dialogue").open;
  await Promise.all([fetchTexts(), fetchPractice()]);
  // Whoever has closed the dialogue meanwhile wants none.
  if (isLate() || $("learn-dialogue").open !== wasOpen) return;
  const chapter = chapters.find((known) => known.id === id);
  if (!chapter) return chooseChapter();
  $("learn-dialogue").close();
  await open(id, number ?? (done(id) < chapter.steps ? done(id) : 0));
}

/** Opens the step that explains a foul, by the key of its name. */
export async function learnFoul(foul) {
  const isLate = begin();
  await fetchTexts().catch(failed);
  if (isLate()) return;
  for (const { id, about } of chapters) for (const [number, reason] of Object.entries(about)) if (`foul-${reason}` === foul) return learn(id, Number(number));
}

const waits = () => !state.exercise.solved && !state.exercise.asking && !state.exercise.options.length && !!state.exercise.goal;

/** Takes the clicks of an answer. What is done goes on by a click on the board. */
async function answer(clicks) {
  const step = stepNow();
  if (step.solved) return next();
  if (waits()) await give(step, { clicks }, clicks);
}

async function give(step, what, clicks) {
  const got = await send(step, what);
  if (!got || stepNow() !== step) return;
  take(step, got, clicks);
  changed();
  if (step.solved) focusOn(step);
}

/** Wrong answers after which the right ones can be seen. */
const TRIES = 2;
/** An answer as it is shown: the text of a word to choose, else a number, a move or a point as it stands. */
const wordOf = (answer) => (state.exercise.options.includes(answer) && !/^\d+$/.test(answer) ? say(answer) : answer);

/** What the status line says. */
function lines() {
  const { right, said, left, found, answers, solved } = state.exercise;
  const answered = said ? sayMessage(said) : "";
  const shown = answers.length && !solved ? say("learn-answer", { answers: answers.map(wordOf).join(", ") }) : "";
  return [[answered, right ? "good-text" : "bad-text"], [shown, ""], [found.length && left ? say("learn-left", { count: left }) : "", ""]];
}

const chapterNow = () => chapters.find(({ id }) => id === stepNow().chapter);
const chapterAfter = () => chapters[chapters.indexOf(chapterNow()) + 1];

function next(isBrowsing) {
  const { chapter, number } = stepNow();
  if (number + 1 < chapterNow().steps) return open(chapter, number + 1, isBrowsing);
  const after = chapterAfter();
  return after ? open(after.id, 0, isBrowsing) : chooseChapter().catch(failed);
}
/** Goes to another step by a key: "first", "previous", "next" or "last". */
function walk(key) {
  const { chapter, number } = stepNow();
  if (key === "next") return next(true);
  const wanted = { first: 0, previous: Math.max(0, number - 1), last: chapterNow().steps - 1 }[key];
  if (wanted !== number) open(chapter, wanted, true);
}
/** Was a button pressed by a pointer, not by a key? */
const isByPointer = ({ detail }) => detail > 0;

function leaveChapter() {
  leave();
  focusBoard();
}

function showChapters() {
  const entries = chapters.map(({ id, steps }) => {
    const part = done(id) >= steps ? "✓" : done(id) ? say("learn-step", { number: done(id), all: steps }) : "";
    return make("button", { onclick: () => learn(id).catch(failFrom("learn-dialogue")) }, make("span", { textContent: say(`learn-${id}`) }), make("span", { className: "soft", textContent: part }));
  });
  $("learn-list").replaceChildren(...entries);
}

/** Shows all chapters to choose from. */
export async function chooseChapter() {
  const isLate = begin();
  await Promise.all([fetchTexts(), fetchPractice()]);
  if (isLate()) return;
  showChapters();
  if (!$("learn-dialogue").open) $("learn-dialogue").showModal();
}

/** The chapter about a game, its opening or its rule. */
function chapterOf(game, opening, rule) {
  if (game !== "gomoku") return game;
  if (opening !== "free") return opening;
  return rule === "renju" ? "renju" : rule === "freestyle" ? "five" : "rules";
}

const isNew = detectChange();
/** The language whose texts were asked for. */
let asked = null;
/** Another language has other texts; the bars of puzzles and mistakes say some of them. */
function fetchOtherTexts() {
  const isOther = state.exercise && !hasMoreTexts();
  if (isOther && asked !== languageNow()) {
    asked = languageNow();
    fetchTexts().then(changed, (error) => {
      failed(error);
      // Tried again at the next change.
      asked = null;
    });
  }
  return isOther;
}
watch(() => {
  const step = stepNow();
  const isOther = fetchOtherTexts();
  document.body.classList.toggle("learning", !!step);
  $("learn-bar").hidden = !step;
  if (!step || isOther) return;
  const { chapter, number, text, options, solved, right, found } = step;
  $("learn-show").hidden = solved || step.misses < TRIES || step.answers.length > 0;
  if (!isNew(chapter, number, solved, right, found)) return;
  const { steps } = chapterNow();
  const after = number + 1 < steps ? null : chapterAfter();
  $("learn-title").textContent = say(`learn-${chapter}`);
  $("learn-step").textContent = say("learn-step", { number: number + 1, all: steps });
  Object.assign($("learn-progress"), { max: steps, value: number + (solved ? 1 : 0) });
  write($("learn-text"), say(text));
  const choices = options.map((key) => make("button", { textContent: wordOf(key), disabled: solved, className: solved && found.includes(key) ? "chosen-right" : "", onclick: () => give(step, { answer: key }, []) }));
  replaceKept($("learn-options"), choices);
  $("learn-back").textContent = say("learn-back");
  $("learn-back").disabled = number === 0;
  $("learn-next").textContent = number + 1 < steps ? say("learn-next") : after ? say("learn-next-chapter", { name: say(`learn-${after.id}`) }) : say("learn-chapters");
  $("learn-next").classList.toggle("primary", solved);
  label($("learn-choose"), say("learn-chapters"));
});
$("learn-show").onclick = () => give(stepNow(), { gives_up: true }, []);
$("learn-back").onclick = (event) => open(stepNow().chapter, stepNow().number - 1, isByPointer(event));
$("learn-next").onclick = (event) => next(isByPointer(event));
$("learn-choose").onclick = () => chooseChapter().catch(failed);
$("learn-leave").onclick = leaveChapter;

/** The chapter about the game at the table. */
export const learnGame = () => learn(chapterOf(state.view.game, state.view.opening ?? "free", state.view.rule));
/** The chapter about what the dialogue for a new game has. */
export function learnChoice() {
  $("dialogue").close();
  return learn(chapterOf($("game").value, $("opening").value, $("rule").value));
}
