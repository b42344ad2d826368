// Playing on the board: mouse, touch with a stone that waits for its confirmation, keyboard, and typed moves.
import { colourNow, mayPlan, plan } from "./ahead.js";
import { draw, spotAt } from "./board.js";
import { cursorOn, focusCursor, isByKeys, moveCursor, showCells, spotOfCell, steer } from "./cells.js";
import { commandOnce, click, command, sinceClick } from "./connection.js";
import { edit, seenPicture, takeEditBack } from "./editor.js";
import { begin } from "./exercise.js";
import { marks } from "./marks.js";
import { drawnSize, toDrawn } from "./orientation.js";
import { goTo, isOfBrowser } from "./preview.js";
import { around, isFine } from "./zoom.js";
import { choices, flipsOf, foulAt, isFree, isLast, mayClick, takeClick, takeClicksBack, turnNow } from "./clicks.js";
import { isMarking, mark, mayStudy, noteNow, vary } from "./study.js";
import { acts, boardPicture, changed, colourAt, isSettled, linesNow, nameOf, namesOf, same, settle, state, $, watch } from "./state.js";
import { say } from "./texts.js";

const board = $("board");
const cells = $("cells");
const setting = (name) => $(name).checked;
let touched = false;
/** Is a finger on the board? */
let held = false;
/** Where the finger went down, and has it moved the waiting stone since? */
let down = null;
let dragged = false;
/** Opposite corners of the part of the board that is enlarged while a stone waits for its confirmation. */
let zoom = null;
const zoomNow = () => (state.ghost ? zoom : null);

/** Answers an exercise, once all clicks of the answer are there. */
function answer(spot) {
  const { exercise } = state;
  const clicks = exercise.solved ? [spot] : takeClick(spot, { mustConfirm: mustConfirm() });
  if (!clicks) return changed();
  state.chosen = [];
  return exercise.answer(clicks);
}

function play(spot) {
  const { view } = state;
  state.ghost = null;
  if (state.exercise) return answer(spot);
  // Whoever plays does not wait for an exercise.
  begin();
  if (state.edited) return edit(spot);
  if (!state.retry && !state.preview && isMarking()) return mark(spot);
  // An earlier position is left, or another move is tried there.
  if (!state.retry && !state.preview && mayStudy() && (state.at !== null || view.outcome)) return vary(spot);
  if (!state.retry && (state.at !== null || state.preview)) {
    if (!state.preview || !mayStudy()) state.at = state.node = null;
    state.preview = null;
    return changed();
  }
  if (!state.retry && mayPlan()) return isFree(spot) ? plan(spot) : changed();
  if (!state.retry && (!acts() || state.pending)) return changed();
  const foul = !state.retry && foulAt(spot);
  if (foul) {
    state.refused = { key: "refused-forbidden", arguments: { at: { text: nameOf(view.picture, spot) }, foul: { word: `foul-${foul}` } } };
    return changed();
  }
  const clicks = takeClick(spot, { mustConfirm: mustConfirm() });
  if (!clicks) return changed();
  if (!state.retry) return click(clicks);
  state.chosen = [];
  command({ do: "try", steps: state.retry.step, spots: clicks });
}

/** What lies on a point, in words. */
function describe(spot) {
  const picture = seenPicture();
  const isLastMove = picture.moves.at(-1)?.spots.some((known) => same(known, spot));
  return isLastMove ? say("cell-last", { cell: describeCell(picture, spot) }) : describeCell(picture, spot);
}

function describeCell(picture, spot) {
  const at = nameOf(picture, spot);
  const colour = colourAt(picture, spot);
  const foul = foulAt(spot, picture);
  if (same(state.ghost, spot) || state.chosen.some((known) => same(known, spot))) return say("cell-chosen", { at });
  if (!state.exercise && !state.edited && same(state.ahead?.spot, spot)) return say("cell-ahead", { at });
  if (colour) return say("cell-stone", { at, colour: say(colour) });
  if (open() && turnNow().paths && turnNow().clicks === 1 && mayClick(spot)) return say("cell-legal", { at, count: flipsOf(spot).length });
  return foul ? say("cell-forbidden", { at, foul: say(`foul-${foul}`) }) : say("cell-empty", { at });
}

// --- mouse and touch ---------------------------------------------------------------------------------------------

/** May a stone be laid on the board as it is shown? */
const open = () => (state.exercise ? state.exercise.waits() : acts() && !state.pending && state.at === null && !state.preview);
/** Does the last stone of a move wait for a confirmation? Where a piece was chosen before, that was one, and the points of
    the small boards of chapters are not missed. */
const waits = () => (open() || mayPlan()) && !state.edited && !state.exercise?.isDirect && !state.retry && !isMarking() && $("confirm-moves").value !== "never" && isLast() && !(turnNow().paths && state.chosen.length);
/** Is it a point where the next stone may lie? */
const mayLay = (spot) => isFree(spot) && mayClick(spot);
/** Must a stone be confirmed that is laid in this way? */
const mustConfirm = () => touched || $("confirm-moves").value === "always";

/** A click so soon after one's own move, in milliseconds, is the second half of a double click that has slipped to a
    neighbour: it chooses no move ahead. Systems take two clicks for a double one within about this time. */
const SLIP = 400;

/** Lays a stone, or lets it wait for its confirmation: the same point once more, or by touch any point of a part that is
    enlarged. A point that is chosen ahead is taken back without a confirmation. */
function lay(spot) {
  if (mayPlan() && sinceClick() < SLIP) return changed();
  if (zoomNow() && !isFree(spot)) return changed();
  const isConfirmed = same(state.ghost, spot) || (touched && zoomNow()) || (mayPlan() && same(state.ahead?.spot, spot));
  if (!mustConfirm() || !waits() || !mayLay(spot) || isConfirmed) return play(spot);
  zoom = touched && !state.exercise?.window && isFine(board) ? around(boardPicture(), spot) : null;
  state.ghost = spot;
  changed();
}

/** A spot is meant, whether by a pointer or by the cursor. */
function take(spot) {
  state.refused = null;
  state.cursor = spot;
  lay(spot);
}

board.addEventListener("pointerdown", (event) => {
  touched = held = event.pointerType === "touch";
  down = state.view && spotAt(board, boardPicture(), event);
  dragged = false;
  if (held && state.ghost) showBoard();
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
  if (!spot || !ghost || !waits() || same(ghost, spot) || !mayLay(spot)) return;
  // A finger that trembles upon one point does not drag.
  if (!dragged && same(down, spot)) return;
  dragged = true;
  state.ghost = spot;
  changed();
});
for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, () => {
  held = false;
  if (state.view) showBoard();
});
// A click means the stone alone: arrow keys then step through the game, as they do where nothing has the focus.
board.addEventListener("mousedown", (event) => {
  event.preventDefault();
  document.activeElement?.blur();
  if (state.exercise) state.exercise.isSteered = false;
});
board.addEventListener("pointerleave", () => {
  state.hover = null;
  if (state.view) showBoard();
});
board.addEventListener("click", (event) => {
  const spot = state.view && spotAt(board, boardPicture(), event);
  if (spot && !dragged) take(spot);
});
/** How far the wheel is turned for one step, in the browser's pixels, and how far it was turned. */
const STEP = 60;
let turned = 0;
// The wheel steps through the game where the page has nothing to scroll.
board.addEventListener("wheel", (event) => {
  const { scrollHeight, clientHeight } = document.documentElement;
  if (!state.view || event.ctrlKey || scrollHeight > clientHeight) return;
  event.preventDefault();
  turned += event.deltaY;
  if (Math.abs(turned) < STEP) return;
  $(turned > 0 ? "next" : "previous").click();
  turned = 0;
}, { passive: false });
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
$("unconfirm").onclick = takeClicksBack;

// --- keyboard ----------------------------------------------------------------------------------------------------

function takeByCursor(spot) {
  steer();
  touched = false;
  take(spot);
}
/** Keys that turn the page of a chapter as long as the cursor is not in use. */
const TURNS = ["ArrowLeft", "ArrowRight"];
cells.addEventListener("keydown", (event) => {
  if (isOfBrowser(event)) return;
  const picture = boardPicture();
  if (state.exercise?.walk && !state.exercise.isSteered && TURNS.includes(event.key)) return;
  if (moveCursor(picture, event.key)) {
    settle();
    steer();
    showBoard();
  } else if (event.key === "Enter" || event.key === " ") {
    if (!event.repeat && isSettled()) takeByCursor(cursorOn(picture));
  } else return;
  event.preventDefault();
});
// Some screen readers press the cell, which no pointer reaches.
cells.addEventListener("click", ({ target }) => {
  const spot = spotOfCell(target);
  if (spot) takeByCursor(spot);
});
// Whoever goes to the board by the tabulator wants its cursor.
cells.addEventListener("keyup", ({ key }) => key === "Tab" && steer());
addEventListener("keydown", ({ key, repeat, defaultPrevented }) => {
  if (key !== "Escape" || defaultPrevented || document.querySelector("dialog[open]")) return;
  const { chosen, edited, ghost, ahead, exercise, retry } = state;
  // The editor is left once nothing that was set up is lost by it. A key that is held down is one press there.
  if (edited) repeat || takeEditBack() || $("edit-cancel").click();
  else if (chosen.length || ghost || (ahead && !exercise)) takeClicksBack();
  else if (exercise) $(`${exercise.kind}-leave`).click();
  else if (retry) goTo(Infinity);
});
// Whoever gives the focus to the board means the cell of its cursor.
board.addEventListener("focus", focusCursor);
for (const kind of ["focusin", "focusout"]) cells.addEventListener(kind, () => state.view && showBoard());
$("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = $("text");
  const text = field.value.trim();
  field.value = "";
  if (!text || (await commandOnce({ do: "type", text })) || field.value) return;
  // What was refused can be mended, and what is typed next takes its place. The field does not take the focus for it.
  field.value = text;
  field.setSelectionRange(0, text.length);
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
  // A stone that waits goes where nothing asks about it any more, such as after another choice in the settings.
  if (state.ghost && !state.pending && !waits()) state.ghost = null;
  const { view, edited, hover, exercise } = state;
  const picture = boardPicture();
  const cursor = isByKeys() ? cursorOn(picture) : null;
  const window = zoomNow() ?? exercise?.window;
  const options = { coordinates: setting("coordinates"), cursor, window };
  document.body.dataset.game = (exercise ?? view).game;
  const seen = seenPicture();
  if (edited) draw(board, seen, options);
  else {
    const at = ghost();
    const candidates = view.analysing || (view.thinking && setting("candidates"));
    // Values upon the squares show as well where one may go.
    const valued = candidates && linesNow().length > 0 && !!picture.grid.squares;
    Object.assign(options, {
      numbers: setting("numbers"),
      colour: exercise ? exercise.to_move : colourNow(),
      ahead: exercise ? null : state.ahead,
      ghost: at,
      waiting: state.ghost,
      fresh: freshNow(),
      flips: at ? flipsOf(at) : [],
      chosen: !exercise && state.pending ? state.pending : open() || state.retry ? state.chosen : [],
      choices: open() && !valued ? choices() : [],
      marks: (drawing) => marks(drawing, { threats: setting("threats"), candidates, note: noteNow() }),
    });
    draw(board, seen, options);
  }
  board.dataset.ticket = view.ticket;
  cells.ariaLabel = say("board-label", { size: picture.width });
  // Whoever comes to the board of an exercise hears what is asked there; the status says it of a puzzle.
  cells.setAttribute("aria-describedby", { learn: "learn-text", drill: "drill-about" }[exercise?.kind] ?? "");
  const about = JSON.stringify([seen.cells, seen.forbidden, seen.moves.at(-1), state.chosen, state.ghost, !state.exercise && state.ahead?.spot, open() && turnNow().paths, document.documentElement.lang]);
  showCells(picture, window, describe, about);
  // A mouse points at what is seen; only why a point is forbidden is not.
  const told = cursor ?? (hover && foulAt(hover, seen) ? hover : null);
  $("peek").textContent = told && !edited ? describe(told) : "";
  $("edit-bar").hidden = !edited;
  document.body.classList.toggle("editing", !!edited);
  const waiting = state.ghost && waits();
  $("confirm-bar").hidden = !waiting && !(state.chosen.length && !turnNow().paths);
  $("confirm").hidden = !waiting;
  // Only a finger covers something, and what is enlarged needs no loupe.
  $("loupe").hidden = !waiting || !held || !!zoomNow();
  // A finger on the board moves the waiting stone instead of the page.
  board.classList.toggle("waiting", !!waiting);
  if (!waiting) return;
  $("confirm").textContent = say(mayPlan() ? "ahead-confirm" : "confirm", { at: namesOf(picture, [...state.chosen, state.ghost]) });
  if ($("loupe").hidden) return;
  draw($("loupe-board"), picture, { ...options, around: state.ghost });
  // The loupe stands in the corner away from the finger.
  const left = toDrawn(picture, state.ghost).x >= drawnSize(picture).width / 2;
  $("loupe").classList.toggle("left", left);
}
watch(showBoard);
