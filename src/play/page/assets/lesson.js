// Teaching: a mistake is offered back at once, and after the game one mistake after the other is tried again.
import { command } from "./connection.js";
import { goTo } from "./preview.js";
import { $, GRADE_SIGNS, button, changed, detectChange, isOwner, lapsesOf, lookAt, make, ownSeat, replaceKept, reveal, state, watch } from "./state.js";
import { joined, label, rounded, say, sentences } from "./texts.js";

/** Shows the position before a mistake and waits for a better move. */
function retry(mistake) {
  lookAt({ at: mistake.moves, retry: { ...mistake, shown: false } });
  changed();
  reveal("lesson-bar", "board");
}

function next() {
  const { mistakes } = state.view.lesson;
  const after = state.retry ? mistakes.find(({ step }) => step > state.retry.step) : null;
  if (mistakes.length) retry(after ?? mistakes[0]);
}

/** The better move, and what it was worth. */
const betterMove = ({ better, before }) => make("p", { className: "good-text", textContent: say("better-move", { at: better, rate: rounded(before) }) });

/** The last move was a mistake: back, or on. */
function offerBack(view) {
  const { held } = view.lesson;
  return [
    make("p", { textContent: say("mistake-offer", { at: held.name, before: rounded(held.before), after: rounded(held.after) }) }),
    button(say("take-back"), "primary", () => command({ do: "undo" })),
    button(say("go-on"), "", () => command({ do: "go-on" })),
    button(say("show-better"), "", (event) => event.target.replaceWith(betterMove(held))),
  ];
}

function showBetter(mistake) {
  state.retry = { ...mistake, shown: true };
  changed();
}

const signed = ({ name, grade }) => name + GRADE_SIGNS[grade];
/** A mistake is tried again. */
function tryAgain(view) {
  const { retry: mistake } = state;
  const { tried, mistakes } = view.lesson;
  const answered = tried?.step === mistake.step ? tried : null;
  const number = mistakes.findIndex(({ step }) => step === mistake.step) + 1;
  const values = { number, all: mistakes.length, at: signed(mistake), before: rounded(mistake.before), after: rounded(mistake.after) };
  const answer = answered && say(answered.good ? "try-good" : "try-bad", { at: answered.name, rate: rounded(answered.rate) });
  const isLast = number === mistakes.length;
  const isDone = answered?.good || mistake.shown;
  const toGame = () => goTo(Infinity);
  const leave = button("✕", "", toGame);
  label(leave, say("back-to-game"));
  return [
    make("div", { className: "head" }, make("p", { textContent: sentences(say("try-again", values), isDone ? "" : say("try-find")) }), leave),
    ...(answer ? [make("p", { textContent: answer, className: answered.good ? "good-text" : "bad-text" })] : []),
    ...(mistake.shown ? [betterMove(mistake)] : answered?.good ? [] : [button(say("show-better"), "", () => showBetter(mistake))]),
    ...(mistakes.length > 1 ? [button(say(isLast ? "puzzle-again" : "next-mistake"), !isLast && isDone ? "primary" : "", next)] : []),
    ...(isLast && isDone ? [button(say("back-to-game"), "primary", toGame)] : []),
  ];
}

/** Shows the position after a move. */
function showMove(number) {
  goTo(number);
  reveal("board");
}

/** All mistakes and inaccuracies with what they cost. A mistake leads to its position, where it is tried again, an inaccuracy
    to the move. */
function showList(view) {
  const all = lapsesOf(view).sort((a, b) => a.step - b.step);
  if (!isNewList(all, state.retry?.step)) return;
  const items = all.map((mistake) => {
    const { moves, before, after, step, colour, grade } = mistake;
    const isTask = view.lesson.mistakes.includes(mistake);
    const about = say("mistake-item", { number: moves + 1, at: signed(mistake), before: rounded(before), after: rounded(after) });
    const open = button(joined(about, isTask && say("try-find")), grade, () => (isTask ? retry(mistake) : showMove(moves + 1)));
    open.prepend(make("span", { className: `stone ${colour}`, role: "img", ariaLabel: say(colour) }), " ");
    open.ariaCurrent = state.retry?.step === step ? "true" : null;
    return make("li", {}, open);
  });
  replaceKept($("mistake-list"), items);
}

/** What a move has given away, and which one was better. */
export const aboutLapse = ({ grade, name, before, after, better }) => say(`lapse-${grade}`, { at: name, before: rounded(before), after: rounded(after), better });

/** Are the moves that are graded those of whoever holds this page? Those of a program are not graded where a person plays. */
const areOwn = ({ seats }) => ownSeat() !== null && seats.some(({ kagetsu, program }) => kagetsu || program);

/** How many moves have each grade, and in a line of its own how well both sides have played. */
export function found({ mistakes, inaccuracies, accuracy }) {
  const [first, second] = accuracy.map((share) => (share === null ? "–" : `${rounded(share)} %`));
  const blunders = mistakes.filter(({ grade }) => grade === "blunder").length;
  const counts = [blunders && say("blunders-found", { count: blunders }), say("mistakes-found", { count: mistakes.length - blunders }), say("inaccuracies-found", { count: inaccuracies.length })];
  const told = areOwn(state.view) ? say("own-found", { counts: joined(...counts) }) : joined(...counts);
  const lines = [told, say("accuracy", { black: say("black"), white: say("white"), first, second })];
  return lines.map((textContent) => make("span", { className: "part", textContent }));
}

const isNewList = detectChange();
const isNewBar = detectChange();
let wasReviewing = false;
watch((view) => {
  const { held, tried, judged, mistakes, reviewing, teaching } = view.lesson;
  // The bar is made again only when something in it has changed, so that buttons keep the focus.
  const isNew = isNewBar(held, state.retry, tried, mistakes.length);
  if (isNew) replaceKept($("lesson-bar"), held ? offerBack(view) : state.retry ? tryAgain(view) : []);
  $("lesson-bar").hidden = !held && !state.retry;
  if (isNew) reveal("lesson-bar");
  document.body.classList.toggle("retrying", !!state.retry);
  $("teach").checked = teaching;
  $("teach").disabled = $("review").disabled = view.without_help;
  const { length } = view.picture.moves;
  $("review").disabled ||= !length || !!reviewing;
  // Nothing is left to be judged. The end of a game has no value of its own.
  const isJudged = length > 0 && judged + Number(!!view.outcome) > length && !reviewing;
  $("review").hidden = isJudged;
  if (wasReviewing && !reviewing) queueMicrotask(() => reveal("chances"));
  wasReviewing = !!reviewing;
  $("mistakes").replaceChildren(...(reviewing ? [say("reviewing", { done: reviewing[0], all: reviewing[1] })] : judged > 1 && !view.outcome ? found(view.lesson) : []));
  $("next-mistake").disabled = !mistakes.length;
  // What was looked for is one press away, also where the list is not seen.
  const [done, all] = reviewing ?? [];
  $("review-now").disabled = !mistakes.length && !reviewing && (isJudged || $("review").disabled);
  $("review-now").textContent = reviewing ? `${done} / ${all}` : say(mistakes.length ? "next-mistake" : "review");
  $("keep-mistakes").hidden = !mistakes.length || !isOwner() || view.without_help;
  showList(view);
});
$("teach").onchange = () => command({ do: "teach", on: $("teach").checked });
$("review").onclick = () => command({ do: "review" });
$("next-mistake").onclick = next;
$("review-now").onclick = () => {
  $("tab-analysis").click();
  const { mistakes, reviewing } = state.view.lesson;
  if (mistakes.length && !reviewing) next();
  else $("review").click();
};
