// A move that is chosen while the other side is to act. It is shown, and played as soon as it is one's turn if nothing else has
// happened than one move of the other side; otherwise it is dropped, and the page says so.
import { click } from "./connection.js";
import { $, acts, cellAt, changed, isOwn, nameOf, same, state, watch } from "./state.js";

/** Moves after which every opening procedure is over, but for a last exchange of colours, which drops what was planned. */
const OPENING = 5;

/** The seat for which this page acts, where the other one is somebody else's. */
function ownSeat() {
  const own = [0, 1].filter(isOwn);
  return own.length === 1 ? own[0] : null;
}

/** The colour of the own seat. */
const ownColour = () => state.view.colours[ownSeat()];
/** The colour of a stone that is laid now, or planned. */
export const colourNow = () => (mayPlan() ? ownColour() : state.view.to_move);

/** May a move be chosen ahead? Only where a move is one stone, and nothing is to be decided before the next one. */
export function mayPlan() {
  const { view, exercise, edited, at, preview, retry, pending } = state;
  if (!$("ahead").checked || exercise || edited || at !== null || preview || retry || pending) return false;
  const seat = ownSeat();
  const waits = seat !== null && view.to_act === (seat ? "first" : "second") && !view.trouble && !view.lesson.held;
  const begun = view.opening === "free" || view.picture.moves.length >= OPENING;
  return waits && !view.outcome && begun && state.games[view.game].setup;
}

/** Chooses a move ahead; the same one again takes it back. */
export function plan(spot) {
  const { view, ahead } = state;
  const isSame = same(ahead?.spot, spot);
  state.ahead = isSame ? null : { spot, games: view.games, moves: view.picture.moves.length, colour: ownColour() };
  changed();
}

/** Why a move that was chosen ahead is not played now, as a word of the catalogue; null where it is played. */
function hindrance({ spot }, { picture, draw_offer, takeback }) {
  if (draw_offer || takeback) return "ahead-asked";
  if (cellAt(picture, spot) !== "empty") return "ahead-taken";
  const foul = picture.forbidden.find(([at]) => same(at, spot))?.[1];
  return foul ? `foul-${foul}` : null;
}

/** The other side has moved, or something else has happened. What shows the state comes after this. */
function goOn(view) {
  const { ahead } = state;
  if (!ahead) return;
  const isSameGame = ahead.games === view.games && !view.outcome && $("ahead").checked;
  const moves = view.picture.moves.length - ahead.moves;
  if (isSameGame && moves === 0 && !acts()) return;
  state.ahead = null;
  if (!isSameGame || moves !== 1 || !acts() || ahead.colour !== ownColour() || view.ask !== "move") return;
  const why = hindrance(ahead, view);
  // After the page has shown what has happened.
  setTimeout(() => {
    if (!why) return click([ahead.spot]);
    state.refused = { key: "ahead-dropped", arguments: { at: { text: nameOf(view.picture, ahead.spot) }, why: { word: why } } };
    changed();
  });
}
watch(goOn);
