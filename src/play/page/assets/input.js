// Playing on the board: mouse, touch with a stone that waits for its confirmation, keyboard, and typed moves.
import { speak } from "./aloud.js";
import { draw, spotAt } from "./board.js";
import { commandOnce, click, command } from "./connection.js";
import { edit, editedPicture } from "./editor.js";
import { marks } from "./marks.js";
import { drawnSize, toDrawn } from "./orientation.js";
import { choices, flipsOf, foulAt, isFree, isLast, mayClick, takeClick, turnNow } from "./clicks.js";
import { isMarking, mark, mayStudy, noteNow, vary } from "./study.js";
import { acts, boardPicture, cellAt, changed, colourAt, isOwner, linesNow, nameOf, namesOf, same, shownPicture, state, $, watch } from "./state.js";
import { say } from "./texts.js";

const board = $("board");
/** All spots of a board that are there. */
const allSpots = (picture) => picture.cells.flatMap((cell, index) => (cell === "missing" ? [] : [{ x: index % picture.width, y: Math.floor(index / picture.width) }]));
const setting = (name) => $(name).checked;
let touched = false;
/** Has the finger that is down moved the waiting stone? */
let dragged = false;

/** Answers an exercise, once all clicks of the answer are there. */
function answer(spot) {
  const { exercise } = state;
  const clicks = exercise.solved ? [spot] : takeClick(spot);
  if (!clicks) return changed();
  state.chosen = [];
  return exercise.answer(clicks);
}

function play(spot) {
  const { view } = state;
  state.ghost = null;
  if (state.exercise) return answer(spot);
  if (state.edited) return edit(spot);
  if (!state.retry && !state.preview && isMarking()) return mark(spot);
  // An earlier position is left, or another move is tried there.
  if (!state.retry && !state.preview && mayStudy() && (state.at !== null || view.outcome)) return vary(spot);
  if (!state.retry && (state.at !== null || state.preview)) {
    if (!state.preview || !mayStudy()) state.at = state.node = null;
    state.preview = null;
    return changed();
  }
  if (!state.retry && (!acts() || state.pending)) return changed();
  const foul = !state.retry && foulAt(spot);
  if (foul) {
    state.refused = { key: "refused-forbidden", arguments: { at: { text: nameOf(view.picture, spot) }, foul: { word: `foul-${foul}` } } };
    return changed();
  }
  const clicks = takeClick(spot);
  if (!clicks) return changed();
  if (!state.retry) return click(clicks);
  state.chosen = [];
  command({ do: "try", steps: state.retry.step, spots: clicks });
}

/** What lies on a point, in words. */
function describe(spot) {
  const picture = boardPicture();
  const at = nameOf(picture, spot);
  const colour = colourAt(picture, spot);
  const foul = foulAt(spot);
  if (state.chosen.some((known) => same(known, spot))) return say("cell-chosen", { at });
  if (colour) return say("cell-stone", { at, colour: say(colour) });
  if (open() && turnNow().paths && turnNow().clicks === 1 && mayClick(spot)) return say("cell-legal", { at, count: flipsOf(spot).length });
  return foul ? say("cell-forbidden", { at, foul: say(`foul-${foul}`) }) : say("cell-empty", { at });
}

// --- mouse and touch ---------------------------------------------------------------------------------------------

/** May a stone be laid on the board as it is shown? */
const open = () => (state.exercise ? state.exercise.waits() : acts() && !state.pending && state.at === null && !state.preview);
/** Does the last stone of a move wait for a confirmation? Where a piece was chosen before, that was one, and the points of
    the small boards of chapters are not missed. */
const waits = () => open() && !state.edited && !state.exercise?.isDirect && !state.retry && setting("touch") && isLast() && !(turnNow().paths && state.chosen.length);

board.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
  dragged = false;
});
board.addEventListener("pointermove", (event) => {
  const { view, ghost } = state;
  const spot = view && spotAt(board, boardPicture(), event);
  if (event.pointerType !== "touch") {
    if (!same(spot, state.hover)) {
      state.hover = spot;
      showBoard();
    }
    return;
  }
  if (!spot || !ghost || !waits() || same(ghost, spot) || !isFree(spot) || !mayClick(spot)) return;
  dragged = true;
  state.ghost = spot;
  changed();
});
board.addEventListener("pointerleave", () => {
  state.hover = null;
  if (state.view) showBoard();
});
board.addEventListener("click", (event) => {
  const { view, ghost } = state;
  const spot = view && spotAt(board, boardPicture(), event);
  if (!spot || dragged) return;
  state.refused = null;
  // A second touch of the same point confirms.
  if (touched && waits() && isFree(spot) && mayClick(spot) && !same(ghost, spot)) {
    state.ghost = spot;
    changed();
  } else play(spot);
});
// The right button stops the search, as in other programs of this game.
board.addEventListener("contextmenu", (event) => {
  if (!state.view?.thinking || !isOwner() || state.exercise) return;
  event.preventDefault();
  command({ do: "stop" });
});
/** The second touch of a double tap on a button that has gone is none of what has moved to its place, for so many
    milliseconds. */
const BOUNCE = 400;
let settled = 0;
$("side").addEventListener("click", (event) => {
  const isConfirming = $("confirm-bar").contains(event.target);
  if (!isConfirming && event.pointerType === "touch" && performance.now() < settled) event.stopPropagation();
  if (isConfirming) settled = performance.now() + BOUNCE;
}, true);
$("confirm").onclick = () => state.ghost && play(state.ghost);
function cancel() {
  state.ghost = null;
  state.chosen = [];
  changed();
}
$("unconfirm").onclick = cancel;

// --- keyboard ----------------------------------------------------------------------------------------------------

/** The spot where the cursor begins: the one nearest to the middle. */
function middle(picture) {
  const wanted = { x: Math.floor(picture.width / 2), y: Math.floor(picture.height / 2) };
  const far = (spot) => Math.hypot(spot.x - wanted.x, spot.y - wanted.y);
  return allSpots(picture).reduce((best, spot) => (far(spot) < far(best) ? spot : best));
}

/** The next spot in a direction of the drawing; the same one at the edge. */
function walk(picture, from, [right, down]) {
  const here = toDrawn(picture, from);
  let best = [Infinity, Infinity];
  let found = from;
  for (const spot of allSpots(picture)) {
    const drawn = toDrawn(picture, spot);
    const [x, y] = [drawn.x - here.x, drawn.y - here.y];
    const [ahead, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)];
    if (ahead <= 0 || aside > ahead) continue;
    const order = [ahead + aside, aside];
    if (order[0] < best[0] || (order[0] === best[0] && order[1] < best[1])) [best, found] = [order, spot];
  }
  return found;
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
board.addEventListener("keydown", (event) => {
  const picture = boardPicture();
  const way = WAYS[event.key];
  if (way) {
    state.cursor = walk(picture, state.cursor ?? middle(picture), way);
    showBoard();
    speak(describe(state.cursor));
  } else if (event.key === "Escape" && (state.chosen.length || state.ghost)) cancel();
  else if (event.key === "Enter" || event.key === " ") {
    state.refused = null;
    state.cursor ??= middle(picture);
    play(state.cursor);
  } else return;
  event.preventDefault();
});
board.addEventListener("focus", () => {
  if (!state.view) return;
  showBoard();
  if (board.matches(":focus-visible")) speak(describe(state.cursor ?? middle(boardPicture())));
});
board.addEventListener("blur", () => state.view && showBoard());
$("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  $("text").value = "";
  if (text) commandOnce({ do: "type", text });
});

// --- drawing -----------------------------------------------------------------------------------------------------

/** The stone under the pointer, where one could be laid. */
function ghost() {
  const { view, hover } = state;
  if (state.ghost) return state.ghost;
  const may = hover && open() && isFree(hover) && mayClick(hover) && (state.exercise || view.ask === "move" || view.ask.offer);
  return may ? hover : null;
}

/** How long what is new may move, in milliseconds. */
const MOTION = 1500;
/** The last moves, as long as they are new and shown. */
function freshNow() {
  const { fresh, exercise, at, preview } = state;
  const age = fresh ? performance.now() - fresh.since : Infinity;
  return age < MOTION && !exercise && at === null && !preview ? { after: fresh.after, age } : null;
}

function showBoard() {
  const { view, edited, hover, exercise } = state;
  const picture = boardPicture();
  const cursor = document.activeElement === board && board.matches(":focus-visible") ? (state.cursor ?? middle(picture)) : null;
  const options = { coordinates: setting("coordinates"), cursor, window: exercise?.window };
  document.body.dataset.game = (exercise ?? view).game;
  if (edited) draw(board, editedPicture(), options);
  else {
    const at = ghost();
    const candidates = view.analysing || (view.thinking && setting("candidates"));
    // Values upon the squares show as well where one may go.
    const valued = candidates && linesNow().length > 0 && !!picture.grid.squares;
    Object.assign(options, {
      numbers: setting("numbers"),
      colour: (exercise ?? view).to_move,
      ghost: at,
      fresh: freshNow(),
      flips: at ? flipsOf(at) : [],
      chosen: !exercise && state.pending ? state.pending : open() || state.retry ? state.chosen : [],
      choices: open() && !valued ? choices() : [],
      marks: (drawing) => marks(drawing, { threats: setting("threats"), candidates, note: noteNow() }),
    });
    draw(board, shownPicture(), options);
  }
  board.dataset.ticket = view.ticket;
  board.setAttribute("aria-label", say("board-label", { size: picture.width }));
  const pointed = hover ?? cursor;
  $("peek").textContent = pointed && !edited ? describe(pointed) : "";
  $("edit-bar").hidden = !edited;
  document.body.classList.toggle("editing", !!edited);
  const waiting = state.ghost && waits();
  $("confirm-bar").hidden = !waiting && !(state.chosen.length && !turnNow().paths);
  $("confirm").hidden = $("loupe").hidden = !waiting;
  // A finger on the board moves the waiting stone instead of the page.
  board.classList.toggle("waiting", !!waiting);
  if (!waiting) return;
  $("confirm").textContent = say("confirm", { at: namesOf(picture, [...state.chosen, state.ghost]) });
  draw($("loupe-board"), picture, { ...options, around: state.ghost });
  // The loupe stands in the corner away from the finger.
  const left = toDrawn(picture, state.ghost).x >= drawnSize(picture).width / 2;
  $("loupe").classList.toggle("left", left);
}
watch(showBoard);
