// What the page knows, in one place. Whoever changes it calls `changed`, and whoever shows it has called `watch`.
export const state = {
  /** The state of the table that the server sent last. */
  view: null,
  /** Who has the key of this page: "owner", { guest: number } or "spectator". */
  me: null,
  /** Pages of players that are open. */
  present: null,
  /** Lines that a search found for this state, best first. */
  lines: [],
  /** Why the last command was refused, as a message. */
  refused: null,
  /** The stone that waits for its confirmation, the point under the pointer, the point of the keyboard. */
  ghost: null,
  hover: null,
  cursor: null,
  /** Stones of the position editor by their index, while it is open. */
  edited: null,
  /** Number of moves that are shown; null for all. */
  at: null,
  /** A line of play that is stepped through: { spots, step }. */
  preview: null,
  /** The mistake for which a better move is looked for. */
  retry: null,
  /** The puzzle that stands on the board instead of the game; see puzzle.js. */
  puzzle: null,
  /** The state in which giving up waits for a second press. */
  resigning: null,
  /** When the view came, in milliseconds of the page. */
  seen: 0,
};

const watchers = [];
export const watch = (show) => watchers.push(show);
export function changed() {
  if (state.view) for (const show of watchers) show(state.view);
}

export const $ = (id) => document.getElementById(id);
export const make = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
export const same = (a, b) => !!a && !!b && a.x === b.x && a.y === b.y;
export const nameOf = (picture, spot) => String.fromCharCode(97 + spot.x) + (picture.height - spot.y);
export const cellAt = (picture, spot) => picture.cells[spot.y * picture.width + spot.x];
export const colourAt = (picture, spot) => cellAt(picture, spot).piece?.colour;
export const isOwner = () => state.me === "owner";

/** Is the seat one for which this page acts? */
export const isOwn = (index) => (isOwner() ? state.view.seats[index] === "person" : state.me?.guest !== undefined && state.me.guest === state.view.guests[index]);

/** May whoever holds this page act now? */
export function acts() {
  const { view } = state;
  return !!view?.to_act && isOwn(view.to_act === "first" ? 0 : 1);
}

/** The board that takes clicks: that of the puzzle, or that of the game. */
export const boardPicture = () => (state.puzzle ?? state.view).picture;

/** The board without what is beyond the shown move. */
export function shownPicture() {
  if (state.puzzle) return state.puzzle.picture;
  const { picture } = state.view;
  if (state.at === null || state.at >= picture.moves.length) return picture;
  const later = new Set(picture.moves.slice(state.at).map((spot) => spot.y * picture.width + spot.x));
  const cells = picture.cells.map((cell, index) => (later.has(index) ? "empty" : cell));
  return { ...picture, cells, moves: picture.moves.slice(0, state.at), winning: [], forbidden: [], offered: [], zone: null };
}
