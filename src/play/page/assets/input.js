// Playing on the board: mouse, touch with a stone that waits for its confirmation, keyboard, and typed moves.
import { draw, spotAt } from "./board.js";
import { act, command } from "./connection.js";
import { edit, editedPicture } from "./editor.js";
import { marks } from "./marks.js";
import { drawnSize, fromDrawn, toDrawn } from "./orientation.js";
import { answer, awaits } from "./puzzle.js";
import { acts, boardPicture, cellAt, changed, colourAt, isOwner, nameOf, same, shownPicture, state, $, watch } from "./state.js";
import { say } from "./texts.js";

const board = $("board");
const setting = (name) => $(name).checked;
let touched = false;
/** Has the finger that is down moved the waiting stone? */
let dragged = false;

const isFree = (spot) => !cellAt(boardPicture(), spot).piece;
const foulAt = (spot) => boardPicture().forbidden.find(([at]) => same(at, spot))?.[1];

/** Kagetsu moves for the person; while it thinks, it plays the best move that it knows. */
const moveOrStop = () => command({ do: state.view.thinking ? "stop" : "move" });

function play(spot) {
  const { view } = state;
  state.ghost = null;
  if (state.puzzle) return answer(spot);
  if (state.edited) return edit(spot);
  if (state.retry) return command({ do: "try", steps: state.retry.step, at: spot });
  if (state.at !== null || state.preview) {
    // The first click leaves an earlier position.
    state.at = state.preview = null;
    return changed();
  }
  if (isOwner() && !view.outcome && same(spot, view.picture.moves.at(-1))) return moveOrStop();
  if (!acts()) return changed();
  const foul = foulAt(spot);
  if (foul) {
    state.refused = { key: "refused-forbidden", arguments: { at: { text: nameOf(view.picture, spot) }, foul: { word: `foul-${foul}` } } };
    return changed();
  }
  act({ do: "step", step: view.ask.offer ? { offer: spot } : view.ask.pick ? { pick: spot } : { move: spot } });
}

/** What lies on a point, in words. */
function describe(spot) {
  const picture = boardPicture();
  const at = nameOf(picture, spot);
  const colour = colourAt(picture, spot);
  const foul = foulAt(spot);
  if (colour) return say("cell-stone", { at, colour: say(colour) });
  return foul ? say("cell-forbidden", { at, foul: say(`foul-${foul}`) }) : say("cell-empty", { at });
}

// --- mouse and touch ---------------------------------------------------------------------------------------------

/** May a stone be laid on the board as it is shown? */
const open = () => (state.puzzle ? awaits() : acts() && state.at === null && !state.preview);
/** Does the stone wait for a confirmation? */
const waits = () => open() && !state.edited && !state.retry && setting("touch");

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
  if (!spot || !ghost || !waits() || same(ghost, spot) || !isFree(spot)) return;
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
  if (touched && waits() && isFree(spot) && !foulAt(spot) && !same(ghost, spot)) {
    state.ghost = spot;
    changed();
  } else play(spot);
});
// The right button stops the search, as in other programs of this game.
board.addEventListener("contextmenu", (event) => {
  if (!state.view?.thinking || !isOwner() || state.puzzle) return;
  event.preventDefault();
  command({ do: "stop" });
});
$("confirm").onclick = () => state.ghost && play(state.ghost);
$("unconfirm").onclick = () => {
  state.ghost = null;
  changed();
};

// --- keyboard ----------------------------------------------------------------------------------------------------

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
board.addEventListener("keydown", (event) => {
  const picture = boardPicture();
  const { width, height } = drawnSize(picture);
  state.cursor ??= { x: Math.floor(picture.width / 2), y: Math.floor(picture.height / 2) };
  const way = WAYS[event.key];
  if (way) {
    const drawn = toDrawn(picture, state.cursor);
    const inside = (value, size) => Math.min(size - 1, Math.max(0, value));
    state.cursor = fromDrawn(picture, { x: inside(drawn.x + way[0], width), y: inside(drawn.y + way[1], height) });
    showBoard();
    $("status").textContent = describe(state.cursor);
  } else if (event.key === "Enter" || event.key === " ") {
    state.refused = null;
    play(state.cursor);
  } else return;
  event.preventDefault();
});
board.addEventListener("focus", () => state.view && showBoard());
board.addEventListener("blur", () => state.view && showBoard());
$("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  $("text").value = "";
  if (text) act({ do: "type", text });
});

// --- drawing -----------------------------------------------------------------------------------------------------

/** The stone under the pointer, where one could be laid. */
function ghost() {
  const { view, hover } = state;
  if (state.ghost) return state.ghost;
  const may = hover && open() && isFree(hover) && !foulAt(hover) && (state.puzzle || view.ask === "move" || view.ask.offer);
  return may ? hover : null;
}

function showBoard() {
  const { view, edited, hover, puzzle } = state;
  const picture = boardPicture();
  const cursor = document.activeElement === board && board.matches(":focus-visible") ? state.cursor : null;
  const options = { coordinates: setting("coordinates"), cursor };
  if (edited) draw(board, editedPicture(), options);
  else {
    Object.assign(options, {
      numbers: setting("numbers"),
      colour: (puzzle ?? view).to_move,
      ghost: ghost(),
      marks: (drawing) => marks(drawing, { threats: setting("threats"), candidates: view.analysing || (view.thinking && setting("candidates")) }),
    });
    draw(board, shownPicture(), options);
  }
  board.dataset.ticket = view.ticket;
  board.setAttribute("aria-label", say("board-label", { size: picture.width }));
  $("peek").textContent = hover && !edited ? describe(hover) : "";
  $("edit-bar").hidden = !edited;
  const waiting = state.ghost && waits();
  $("confirm-bar").hidden = $("loupe").hidden = !waiting;
  // A finger on the board moves the waiting stone instead of the page.
  board.classList.toggle("waiting", !!waiting);
  if (!waiting) return;
  $("confirm").textContent = say("confirm", { at: nameOf(picture, state.ghost) });
  draw($("loupe-board"), picture, { ...options, around: state.ghost });
  // The loupe stands in the corner away from the finger.
  const left = toDrawn(picture, state.ghost).x >= drawnSize(picture).width / 2;
  $("loupe").classList.toggle("left", left);
}
watch(showBoard);
