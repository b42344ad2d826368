// Arrows and circles that a person draws upon the board with the right button of a mouse, to think about a position. They are
// seen on this page alone, and go with the position or by a click. A stone that is not played yet is taken back by this button.
import { spotAt } from "./board.js";
import { isMeant, takeClicksBack } from "./clicks.js";
import { $, boardPicture, changed, placeNow, same, shownPicture, state } from "./state.js";

const RIGHT = 2;
/** What was drawn: two ends, which are the same for a circle. */
let drawn = [];
/** The position that it belongs to, as a text. */
let about = "";
/** Where the button went down. */
let begun = null;

const positionNow = () => JSON.stringify([state.view.ticket, placeNow(), state.preview?.step, !!state.exercise, shownPicture().moves.length]);

/** What is drawn upon the position that is shown. */
export const arrowsNow = () => (about === positionNow() ? drawn : []);

/** Draws an arrow or a circle; one that is there already goes. */
function draw(from, to) {
  const known = arrowsNow();
  about = positionNow();
  const others = known.filter(([a, b]) => !same(a, from) || !same(b, to));
  drawn = others.length < known.length ? others : [...known, [from, to]];
  changed();
}

/** Takes away what is drawn. */
function clear() {
  if (drawn.length) {
    drawn = [];
    changed();
  }
}

const board = $("board");
board.addEventListener("pointerdown", (event) => {
  if (event.button === 0) clear();
  begun = event.button === RIGHT && state.view && !state.edited ? spotAt(board, boardPicture(), event) : null;
});
board.addEventListener("pointerup", (event) => {
  const to = begun && event.button === RIGHT && spotAt(board, boardPicture(), event);
  if (to && same(begun, to) && isMeant(to)) takeClicksBack();
  else if (to) draw(begun, to);
  begun = null;
});
board.addEventListener("contextmenu", (event) => event.preventDefault());
