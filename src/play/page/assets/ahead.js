// A move that is chosen while the other side is to act. It is shown, and played as soon as it is one's turn if nothing else has
// happened than one move of the other side; otherwise it is dropped, and the page says so.
import { foulAt } from "./clicks.js";
import { click } from "./connection.js";
import { $, SEATS, acts, alike, cellAt, changed, isGomoku, isOwnSeat, nameOf, ownSeat, same, state, watch } from "./state.js";

/** Moves after which every opening procedure is over, but for a last exchange of colours, which drops what was planned. */
const OPENING = 5;

/** The colour of the own seat. */
const ownColour = () => state.view.colours[ownSeat()];
/** The colour of a stone that is laid now, or planned. */
export const colourNow = () => (mayPlan() ? ownColour() : state.view.to_move);

/** May a move be chosen ahead? Only where a move is one stone, and nothing is to be decided before the next one. */
export function mayPlan() {
  const { view, exercise, edited, at, preview, retry, pending } = state;
  if (!$("ahead").checked || exercise || edited || at !== null || preview || retry || pending) return false;
  const seat = ownSeat();
  const waits = seat !== null && view.to_act === SEATS[1 - seat] && !view.trouble && !view.lesson.held;
  const begun = view.opening === "free" || view.picture.moves.length >= OPENING;
  return waits && !view.outcome && begun && isGomoku();
}

/** Chooses a move ahead; the same one again takes it back. */
export function plan(spot) {
  const { view, ahead } = state;
  const isSame = same(ahead?.spot, spot);
  state.ahead = isSame ? null : { spot, games: view.games, moves: view.picture.moves, colour: ownColour() };
  changed();
}

/** Does this page itself wait for an answer of the other side? */
const asksItself = ({ draw_offer, takeback }) => [draw_offer, takeback].some(isOwnSeat);

/** Are the moves still there after which a move was chosen ahead? */
const follows = ({ moves }, { picture }) => moves.every(({ spots }, index) => alike(spots, picture.moves[index]?.spots));

/** Why a move that was chosen ahead is not played now, as a word of the catalogue; null where it is played. */
function hindrance(ahead, view) {
  const { spot } = ahead;
  const { picture, draw_offer, takeback } = view;
  if (asksItself(view)) return "ahead-asking";
  const isNext = follows(ahead, view) && picture.moves.length === ahead.moves.length + 1;
  if (!isNext || !acts() || ahead.colour !== ownColour() || view.ask !== "move") return "ahead-changed";
  if (draw_offer || takeback) return "ahead-asked";
  if (cellAt(picture, spot) !== "empty") return "ahead-taken";
  const foul = foulAt(spot, picture);
  return foul ? `foul-${foul}` : null;
}

/** The other side has moved, or something else has happened. What shows the state comes after this. */
function goOn(view) {
  const { ahead } = state;
  if (!ahead) return;
  const isSameGame = ahead.games === view.games && !view.outcome && $("ahead").checked;
  const isUnchanged = view.picture.moves.length === ahead.moves.length && follows(ahead, view) && !acts();
  if (isSameGame && isUnchanged && !asksItself(view)) return;
  state.ahead = null;
  if (!isSameGame) return;
  const why = hindrance(ahead, view);
  // After the page has shown what has happened.
  setTimeout(() => {
    if (!why) return click([ahead.spot]);
    state.refused = { key: "ahead-dropped", arguments: { at: { text: nameOf(view.picture, ahead.spot) }, why: { word: why } } };
    changed();
  });
}
watch(goOn);
