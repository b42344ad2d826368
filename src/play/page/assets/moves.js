// The moves of the game in two columns. Each leads to its position.
import { aboutLapse } from "./lesson.js";
import { goTo } from "./preview.js";
import { $, detectChange, make, nameOfMove, replaceKept, state, watch } from "./state.js";

const isNew = detectChange();
watch((view) => {
  const { picture, lesson, games } = view;
  const here = state.at ?? picture.moves.length;
  if (!isNew(games, picture.moves, lesson.mistakes, lesson.inaccuracies, here, state.node)) return;
  const lapses = new Map([...lesson.mistakes, ...lesson.inaccuracies].map((lapse) => [lapse.moves, lapse]));
  const items = picture.moves.flatMap((move, index) => {
    const lapse = lapses.get(index);
    const button = make("button", { textContent: nameOfMove(picture, move), className: lapse?.grade ?? "", onclick: () => goTo(index + 1) });
    if (here === index + 1 && state.node === null) button.setAttribute("aria-current", "true");
    // The signs behind a move are explained.
    if (lapse) button.title = aboutLapse(lapse);
    button.setAttribute("aria-label", `${index + 1}. ${button.title || button.textContent}`);
    const item = make("li", {}, button);
    return index % 2 ? [item] : [make("li", { className: "ply", textContent: `${index + 1}.`, ariaHidden: "true" }), item];
  });
  replaceKept($("moves"), items);
  // The move that is looked at is seen.
  const panel = $("panel-moves");
  const current = $("moves").querySelector("[aria-current]");
  if (current && panel.scrollHeight > panel.clientHeight) panel.scrollTop = current.offsetTop - panel.offsetTop - panel.clientHeight / 2;
});
