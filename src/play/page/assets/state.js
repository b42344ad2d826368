// What the page knows, in one place. Whoever changes it calls `changed`, and whoever shows it has called `watch`.
export const state = {
  /** The state of the table that the server sent last. */
  view: null,
  /** Who has the key of this page: "owner", { guest: number } or "spectator". */
  me: null,
  /** Pages of players that are open. */
  present: null,
  /** The games that can be begun, by their names. */
  games: {},
  /** The programs that may take a seat in gomoku, by their names, whether there is a database to look at, whether people
      elsewhere can come to the table, and the days on which mistakes of own games are due. */
  offers: { programs: [], database: false, invitations: false, drills: [] },
  /** Lines that a search found for this state, best first. */
  lines: [],
  /** Why the last command was refused, as a message. */
  refused: null,
  /** Since when the server is not reached, in milliseconds of the page; `Infinity` as long as it is. */
  lostSince: Infinity,
  /** Clicks that were sent and are not answered yet. */
  pending: null,
  /** Clicks of a move that needs more of them. */
  chosen: [],
  /** The move that is played once it is the turn of whoever holds this page; see ahead.js. */
  ahead: null,
  /** The stone that waits for its confirmation, the point under the pointer, the point of the keyboard. */
  ghost: null,
  hover: null,
  cursor: null,
  /** Stones of the position editor by their index, while it is open. */
  edited: null,
  /** Number of moves that are shown; null for all. */
  at: null,
  /** The move of the study after which the board is shown; null for a position of the game. */
  node: null,
  /** A line of play that is stepped through: { steps, step }. */
  preview: null,
  /** Draws the tree that is stepped through, while one is. */
  walk: null,
  /** The mistake for which a better move is looked for. */
  retry: null,
  /** What stands on the board instead of the game, a puzzle or a step of a chapter: { picture, to_move, game, turn, window,
      solved, marks, waits(), answer(clicks), lines() }; see puzzle.js, drill.js and learn.js. */
  exercise: null,
  /** The moves that came last: how many there were before them, and when they came, in milliseconds of the page. */
  fresh: null,
  /** When the view came, in milliseconds of the page. */
  seen: 0,
};

const watchers = [];
export const watch = (show) => watchers.push(show);
export function changed() {
  isDue = false;
  if (!state.view) return;
  const { activeElement } = document;
  for (const show of watchers) show(state.view);
  keepFocus(activeElement);
}

/** The button that a key has pressed last, and the one that was switched off while it had the focus by that. */
let [pressed, off] = [null, null];
addEventListener("click", ({ isTrusted, detail, target }) => {
  if (isTrusted) pressed = detail === 0 ? target.closest("button") : null;
}, true);
addEventListener("pointerdown", () => (off = null));
/** Keeps the place of a keyboard that has pressed a button. Where that has gone it is on the board, unless another part has got
    the focus. From a button that is switched off browsers take the focus: it gets that back with the next change. One that goes
    before it is pressed leads nowhere: the press would lay a stone. */
function keepFocus(before) {
  const { activeElement, body } = document;
  const isFree = [before, body].includes(activeElement);
  if (before === body) {
    if (isFree && off && !off.disabled) off.focus({ preventScroll: true });
    return;
  }
  const isPressed = !!before && before === pressed;
  off = isPressed && before.disabled ? before : null;
  if (isFree && isPressed && !before.getClientRects().length) focusBoard();
}

/** For so long the board takes no press of a key after a button has given it the focus, in milliseconds: the second press of a
    double one is meant for the button. Whoever moves the cursor means the board. */
const SETTLING = 600;
let given = -Infinity;
export const isSettled = () => performance.now() - given >= SETTLING;
export const settle = () => (given = -Infinity);
/** Gives the focus to the board in the place of a button that was pressed. */
export function focusBoard() {
  given = performance.now();
  $("board").focus({ preventScroll: true });
}

/** Is something to be shown by the next picture of the window? */
let isDue = false;
/** Shows soon what has changed: once for all that comes until the next picture of the window. */
export function changedSoon() {
  if (isDue) return;
  isDue = true;
  const show = () => isDue && changed();
  // A page that is not seen draws no pictures, and its title and icon go on.
  if (document.hidden) setTimeout(show);
  else requestAnimationFrame(show);
}

/** How much some browsers round their clock, in milliseconds. */
const ROUNDING = 100;
/** Shows what a time brings once it has passed by every clock. */
export const changedAfter = (time) => setTimeout(changed, time + ROUNDING);

export const $ = (id) => document.getElementById(id);
export const make = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
/** Writes a text into a part. The same words again would be read aloud again, and end a selection. */
export function write(part, text) {
  if (part.textContent !== text) part.textContent = text;
}
/** Brings parts of the page into view, the last one certainly. */
export function reveal(...ids) {
  for (const id of ids) $(id).scrollIntoView({ block: "nearest" });
}
export const button = (textContent, className, onclick) => make("button", { textContent, className, onclick });
/** Gives a part other children. The button that has the focus keeps it, or the last one takes it where there are fewer now. */
export function replaceKept(parent, children, which = "button") {
  const place = [...parent.querySelectorAll(which)].indexOf(document.activeElement);
  parent.replaceChildren(...children);
  if (place >= 0) [...parent.querySelectorAll(which)].slice(0, place + 1).at(-1)?.focus();
}
/** A function that tells at each call whether its arguments, or the language, differ from those of the call before. */
export function detectChange() {
  let [last, parts] = ["", []];
  return (...given) => {
    const now = [...given, document.documentElement.lang];
    // What is watched is never changed in place: the same objects need not be read again, which lines of a search save often.
    if (now.length === parts.length && now.every((part, index) => part === parts[index])) return false;
    parts = now;
    return last !== (last = JSON.stringify(now));
  };
}
export const otherColour = (colour) => (colour === "black" ? "white" : "black");
/** Have two values the same parts? */
export const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);
export const same = (a, b) => !!a && !!b && a.x === b.x && a.y === b.y;
/** The clicks of a move. */
export const spotsOf = (move) => (Array.isArray(move) ? move : [move]);
/** The name of a spot: rows are counted from the top or from the bottom, and the points of a net have their own names. */
export function nameOf({ grid, height }, spot) {
  if (grid.net) return grid.net.nodes.find(({ at }) => same(at, spot))?.name ?? "";
  const fromTop = (grid.lines ?? grid.squares) === "top";
  return String.fromCharCode(97 + spot.x) + (fromTop ? spot.y + 1 : height - spot.y);
}
/** The names of the spots of a move: stones one after the other, or from where to where a piece steps. */
export const namesOf = (picture, spots) => spots.map((spot) => nameOf(picture, spot)).join(picture.grid.net ? "-" : " ");
/** The name of a move: where a piece came from, and where the stones were laid. */
export const nameOfMove = (picture, { spots, from }) => namesOf(picture, from ? [from, ...spots] : spots);
/** The place of a spot among the cells of a board, and the other way round. */
export const indexOf = ({ width }, { x, y }) => y * width + x;
export const spotOf = ({ width }, index) => ({ x: index % width, y: Math.floor(index / width) });
export const cellAt = (picture, spot) => picture.cells[indexOf(picture, spot)];
export const colourAt = (picture, spot) => cellAt(picture, spot).piece;
export const isOwner = () => state.me === "owner";

/** May whoever holds this page analyse? After the end of a game both players may. */
export const isAnalyst = () => isOwner() || (!!state.view.outcome && isPlayer());

/** Is the seat one for which this page acts? */
export const isOwn = (index) => (isOwner() ? state.view.seats[index] === "person" : state.me?.guest !== undefined && state.me.guest === state.view.guests[index]);

/** The number of the only seat for which this page acts; null where it acts for none or for both. */
export function ownSeat() {
  const own = [0, 1].filter(isOwn);
  return own.length === 1 ? own[0] : null;
}

/** The names of the seats, in the order of their numbers. */
export const SEATS = ["first", "second"];
/** The number of a seat; 0 where no seat is named. */
export const indexOfSeat = (seat) => (seat === "second" ? 1 : 0);
export const otherSeat = (seat) => SEATS[1 - indexOfSeat(seat)];
/** Does this page act for the seat of this name? False where no seat is named. */
export const isOwnSeat = (seat) => !!seat && isOwn(indexOfSeat(seat));
/** Does whoever holds this page play? */
export const isPlayer = () => isOwn(0) || isOwn(1);
/** Does nobody play from another page? */
export const isLocal = ({ guests }) => guests.every((guest) => guest === null);
export const areTwoPersons = ({ seats }) => seats.every((seat) => seat === "person");
/** Is the game on the table Gomoku? Others have no rules to choose, no choice of the analyst and no study. */
export const isGomoku = () => state.games[state.view.game].setup;

/** Is anything tried or written beside the game? */
export const isStudied = ({ study }) => study.nodes.length > 0 || study.notes.length > 0;

/** May whoever holds this page act now? */
export const acts = () => isOwnSeat(state.view?.to_act);

/** The board that takes clicks: that of the exercise, or that of the game. */
export const boardPicture = () => (state.exercise ?? state.view).picture;

/** The game on the board. */
export const gameNow = () => state.games[(state.exercise ?? state.view)?.game];

const BARE = { winning: [], forbidden: [], offered: [], zone: null };
const cellOf = (colour) => (colour ? { piece: colour } : "empty");
/** Pieces of both colours, in games that count them. */
const countsOf = (picture, cells) => picture.counts && ["black", "white"].map((colour) => cells.filter((cell) => cell.piece === colour).length);

/** The board as it was after so many moves. */
function before(picture, number) {
  const cells = [...picture.cells];
  for (const { changes } of picture.moves.slice(number).reverse()) for (const { at, before } of changes) cells[indexOf(picture, at)] = cellOf(before);
  return { ...picture, ...BARE, cells, moves: picture.moves.slice(0, number), counts: countsOf(picture, cells) };
}

/** The board of the game, or of a puzzle, after so many moves. */
export function pictureAfter(number, picture = boardPicture()) {
  return number >= picture.moves.length ? picture : before(picture, number);
}

/** The board after the first steps of a line: `planned` has what these put there, with the number of the step. */
function after(picture, { steps, step }) {
  const cells = [...picture.cells];
  const planned = new Map();
  steps.slice(0, step).forEach(({ changes, spots }, number) => {
    for (const { at, after } of changes) {
      cells[indexOf(picture, at)] = cellOf(after);
      planned.set(indexOf(picture, at), spots.some((spot) => same(spot, at)) ? number + 1 : null);
    }
  });
  return { ...picture, ...BARE, cells, planned, counts: countsOf(picture, cells) };
}

/** The moves of the study that lead from the game to one of them. */
export function pathTo(id) {
  const known = new Map(state.view.study.nodes.map((node) => [node.node, node]));
  const path = [];
  for (let node = known.get(id); node; node = known.get(node.parent)) path.unshift(node);
  return path;
}

/** The board after a move of the study. */
function beside(picture, id) {
  const path = pathTo(id);
  const begin = before(picture, path.length ? path[0].moves - 1 : picture.moves.length);
  const moves = path.map(({ at, colour }) => ({ spots: [at], from: null, changes: [{ at, before: null, after: colour }] }));
  for (const { changes: [{ at, after }] } of moves) begin.cells[indexOf(picture, at)] = cellOf(after);
  return { ...begin, moves: [...begin.moves, ...moves] };
}

/** The board of the position that is looked at, in the game or beside it. */
function lookedAt(picture) {
  if (state.exercise || state.at === null) return picture;
  if (state.node !== null) return beside(picture, state.node);
  return pictureAfter(state.at, picture);
}

/** The board as it is to be seen: earlier in the game, beside it, or later in a line. */
export function shownPicture() {
  const picture = lookedAt(boardPicture());
  return state.preview?.step ? after(picture, state.preview) : picture;
}

/** Signs of the grades of moves that gave chances away. */
export const GRADE_SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The moves that gave chances away, as far as a review has found them. */
export const lapsesOf = ({ lesson }) => [...lesson.inaccuracies, ...lesson.mistakes];

/** What the last move that is shown has given away, if a review has found that; it is for an earlier position, or for a
    game that is over. */
export function lapseNow() {
  const { view, exercise, node, preview, at } = state;
  if (exercise || preview || node !== null || (at === null && !view.outcome)) return null;
  const number = at ?? view.picture.moves.length;
  return lapsesOf(view).find(({ moves }) => moves + 1 === number) ?? null;
}

/** Looks at a position of the game, a move of the study, a line or a mistake, and at nothing else: what was clicked before is
    over. */
export const lookAt = ({ at = null, node = null, preview = null, retry = null }) => Object.assign(state, { at, node, preview, retry, ghost: null, chosen: [] });

/** Is another position shown than that of the game: an earlier one, a variation, a line of play? */
export const isElsewhere = () => !state.exercise && (state.at !== null || !!state.preview);

/** The side to move in a position that is shown instead of that of the game; null where a line ends, which may be won there. */
export function sideToMove() {
  const { preview, node, at, view } = state;
  // The sides of a study take turns.
  if (!preview && node !== null) return otherColour(pathTo(node).at(-1).colour);
  const next = preview ? preview.steps[preview.step] : view.picture.moves[at];
  return next ? colourOf(next) : null;
}

const colourOf = ({ spots, changes }) => changes.find(({ at }) => same(at, spots.at(-1)))?.after ?? null;
/** Moves of the game with a null for each pass between them: where the sides do not take turns, one has passed. `next` is the
    side to move after them, if there is one. */
export function withPasses(moves, next) {
  // Black begins, unless the position was set up otherwise.
  let last = state.view.text.includes("to-move:white") ? "black" : "white";
  return [...moves, null].flatMap((move) => {
    const colour = move ? colourOf(move) : next;
    const passed = colour === last ? [null] : [];
    last = colour;
    return move ? [...passed, move] : passed;
  });
}

/** Reasons for an end that the last position does not show. */
const OFF_BOARD = ["resigned", "time", "agreed", "fault", "recorded"];
/** Is the game decided by what lies on the board? */
export const endsOnBoard = ({ outcome }) => !!outcome && !OFF_BOARD.includes(outcome.reason);

/** The position that is looked at, as the server names it; null for that of the game. One in which somebody gave up can be looked
    into like those before it. */
export function placeNow() {
  const { node, at, view } = state;
  if (node !== null) return { node };
  if (at !== null) return { moves: at };
  return view.outcome && !endsOnBoard(view) && isGomoku() ? { moves: view.picture.moves.length } : null;
}
/** Is the position that is shown the end of a game that the board decides? */
export const isDecided = () => !!state.view.outcome && placeNow() === null;
export const isShown = (place) => alike(place, placeNow());
/** The lines that were found for the position that is looked at. */
export function linesNow() {
  const { view, lines } = state;
  if (!isShown(view.focus)) return [];
  // Of fewer moves than before those that are left over were compared by another search.
  const most = view.analysing && isGomoku() ? view.most_lines : Infinity;
  return lines.filter(({ place }) => place < most);
}
