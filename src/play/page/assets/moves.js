// The moves of the game in two columns, one for each side. Each leads to its position.
import { aboutLapse } from "./lesson.js";
import { goTo } from "./preview.js";
import { say } from "./texts.js";
import { $, detectChange, lapsesOf, make, nameOfMove, replaceKept, state, watch, withPasses } from "./state.js";

const isNew = detectChange();
watch((view) => {
  const { picture, lesson, games, outcome } = view;
  const next = outcome ? null : view.to_move;
  const here = state.at ?? picture.moves.length;
  if (!isNew(games, picture.moves, next, lesson.mistakes, lesson.inaccuracies, here, state.node)) return;
  const lapses = new Map(lapsesOf(view).map((lapse) => [lapse.moves, lapse]));
  let made = 0;
  const items = withPasses(picture.moves, next).flatMap((move, place) => {
    const row = place % 2 ? [] : [make("li", { className: "ply", textContent: `${made + 1}.`, ariaHidden: "true" })];
    if (!move) return [...row, make("li", { className: "pass", textContent: say("pass") })];
    made += 1;
    const number = made;
    const lapse = lapses.get(number - 1);
    const name = nameOfMove(picture, move);
    // The signs behind a move are explained.
    const title = lapse ? aboutLapse(lapse) : "";
    const isHere = here === number && state.node === null;
    const shown = { className: lapse?.grade ?? "", title, ariaLabel: `${number}. ${title || name}`, ariaCurrent: isHere ? "true" : null };
    return [...row, make("li", {}, make("button", { textContent: name, onclick: () => goTo(number), ...shown }))];
  });
  replaceKept($("moves"), items);
  // The move that is looked at is seen.
  const panel = $("panel-moves");
  const current = $("moves").querySelector("[aria-current]");
  if (current && panel.scrollHeight > panel.clientHeight) panel.scrollTop = current.offsetTop - panel.offsetTop - panel.clientHeight / 2;
});
