// Clicks that make a move together: one stone, two stones, or a piece and where it goes. The server says how many clicks
// a move has, and which moves are legal where they are few; nothing else of the rules is known here.
import { acts, boardPicture, cellAt, changed, same, spotsOf, state } from "./state.js";

const STONE = { clicks: 1, paths: null };

/** How a move is clicked on the board as it is shown. */
export function turnNow() {
  if (state.exercise) return state.exercise.turn ?? STONE;
  if (state.edited) return STONE;
  // A better move has as many clicks as the mistake; whether it is legal, the server says.
  if (state.retry) return { clicks: spotsOf(state.retry.spots).length, paths: null, free: true };
  return state.view.turn;
}

/** Why a point is forbidden; nothing where it is not. */
export const foulAt = (spot, picture = boardPicture()) => picture.forbidden.find(([at]) => same(at, spot))?.[1];
export const isFree = (spot) => cellAt(boardPicture(), spot) === "empty";

/** Is the next click the last one of the move? */
export const isLast = () => state.chosen.length + 1 >= turnNow().clicks;

/** The legal moves that begin with these clicks. */
const pathsFrom = (turn, clicks) => (turn.paths ?? []).filter((path) => clicks.every((spot, index) => same(spotsOf(path.spots)[index], spot)));

/** May the spot be clicked after these clicks? */
export function mayClick(spot, clicks = state.chosen) {
  const turn = turnNow();
  if (turn.paths) return pathsFrom(turn, [...clicks, spot]).length > 0;
  return turn.free || (isFree(spot) && !foulAt(spot) && !clicks.some((known) => same(known, spot)));
}

/** Spots for the next click, where they are few. */
export function choices() {
  const turn = turnNow();
  if (!turn.paths || !(state.exercise || acts())) return [];
  return pathsFrom(turn, state.chosen).map((path) => spotsOf(path.spots)[state.chosen.length]);
}

/** Pieces that would change their colour if the spot were clicked last. */
export const flipsOf = (spot) => pathsFrom(turnNow(), [...state.chosen, spot])[0]?.flips ?? [];

/** The only piece that can move, which need not be clicked before where it goes. */
function onlyPiece({ clicks, paths }) {
  const [first, ...others] = clicks > 1 ? (paths ?? []).map((path) => spotsOf(path.spots)[0]) : [];
  return first && others.every((other) => same(other, first)) ? first : null;
}

/** Takes a click. Gives all clicks once they are to be sent, and nothing while the move goes on. Where one piece alone can move,
    a click on its goal moves it; where moves must be confirmed, the first click on the goal chooses the piece. */
export function takeClick(spot, { mustConfirm = false } = {}) {
  const only = state.chosen.length ? null : onlyPiece(turnNow());
  if (only && !same(only, spot) && mayClick(spot, [only])) {
    state.chosen = [only];
    if (mustConfirm) return null;
  }
  const { chosen } = state;
  const place = chosen.findIndex((known) => same(known, spot));
  if (place >= 0) state.chosen = chosen.slice(0, place);
  else if (isLast() && (mayClick(spot) || !chosen.length)) return [...chosen, spot];
  else if (mayClick(spot)) state.chosen = [...chosen, spot];
  else if (chosen.length && turnNow().paths && mayClick(spot, [])) state.chosen = [spot];
  // What is not allowed is sent as well: the answer says why.
  else return [...chosen, spot];
  return null;
}

/** Is a stone meant for this point that is not played yet? It waits for its confirmation, is chosen ahead, or begins a move. */
export const isMeant = (spot) => [state.ghost, !state.exercise && state.ahead?.spot, ...state.chosen].some((known) => same(known, spot));
/** Takes back all that is meant and not played yet. */
export function takeClicksBack() {
  state.ghost = null;
  // The game goes on behind an exercise.
  if (!state.exercise) state.ahead = null;
  state.chosen = [];
  changed();
}
