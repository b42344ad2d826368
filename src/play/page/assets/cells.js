// The board as a grid for whoever does not see the drawing: a cell for each of its points, with its name and what lies there. It
// lies upon the drawing, is not seen itself, and lets every pointer through. One cell can be reached by the tabulator, the others
// from there by arrow keys.
import { partOf, placeOf } from "./board.js";
import { toDrawn } from "./orientation.js";
import { $, make, same, spotOf, state } from "./state.js";

const grid = $("cells");
/** What the cells were made for, as a text. */
let shape = "";
/** The cells with their spots. */
let cells = [];

/** All spots of a board that are there. */
export const allSpots = (picture) => picture.cells.flatMap((cell, index) => (cell === "missing" ? [] : [spotOf(picture, index)]));

/** Spots row by row, from the top. */
export const rowsOf = (spots) => Object.values(Object.groupBy(spots, ({ y }) => y));

/** The spot where the cursor begins: the one nearest to the middle. */
function middle(picture) {
  const wanted = { x: Math.floor(picture.width / 2), y: Math.floor(picture.height / 2) };
  const far = (spot) => Math.hypot(spot.x - wanted.x, spot.y - wanted.y);
  return allSpots(picture).reduce((best, spot) => (far(spot) < far(best) ? spot : best));
}

/** The spot of a cell. */
export const spotOfCell = (part) => cells.find(({ cell }) => cell === part)?.spot;

/** The spot of the cursor. */
export const cursorOn = (picture) => state.cursor ?? middle(picture);

/** Has a cell the focus, and was it given by the keyboard? */
export const isByKeys = () => !!grid.querySelector(":focus-visible");

/** The next spot in a direction of the drawing, of those that are shown; the same one at the edge. */
function nextSpot(picture, from, [right, down]) {
  const here = toDrawn(picture, from);
  let best = [Infinity, Infinity];
  let found = from;
  for (const { spot } of cells) {
    const drawn = toDrawn(picture, spot);
    const [x, y] = [drawn.x - here.x, drawn.y - here.y];
    const [ahead, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)];
    if (ahead <= 0 || aside > ahead) continue;
    const order = [ahead + aside, aside];
    if (order[0] < best[0] || (order[0] === best[0] && order[1] < best[1])) [best, found] = [order, spot];
  }
  return found;
}

/** Makes a row of cells, each where its point is drawn. */
function row(picture, spots, { x: left, y: top, width, height }) {
  const made = spots.map((spot) => {
    const drawn = toDrawn(picture, placeOf(picture, spot));
    const cell = make("div", { tabIndex: -1, role: "gridcell" });
    const place = { left: (drawn.x - left + 0.5) / (width + 1), top: (drawn.y - top + 0.5) / (height + 1), width: 1 / (width + 1), height: 1 / (height + 1) };
    for (const [side, part] of Object.entries(place)) cell.style[side] = `${100 * part}%`;
    cells.push({ spot, cell });
    return cell;
  });
  return make("div", { role: "row" }, ...made);
}

/** Makes the cells of a board, or of the part of it that is shown. */
function build(picture, part) {
  cells = [];
  const isSeen = (spot) => {
    const { x, y } = toDrawn(picture, spot);
    return x >= part.x && y >= part.y && x < part.x + part.width && y < part.y + part.height;
  };
  const spots = allSpots(picture).filter((spot) => !!picture.grid.net || isSeen(spot));
  grid.replaceChildren(...rowsOf(spots).map((own) => row(picture, own, part)));
}

/** What the names of the cells tell, as a text. */
let told = "";
/** Brings the cells to a board: `labelOf` names a spot, `about` is all that the names tell, as a text. */
export function showCells(picture, window, labelOf, about) {
  const part = partOf(picture, window);
  const wanted = JSON.stringify([picture.grid, part, toDrawn(picture, { x: 0, y: 0 }), toDrawn(picture, { x: 1, y: 0 })]);
  let hadFocus = false;
  if (wanted !== shape) {
    // A cell that goes may have the focus: what follows from losing that comes here again.
    [shape, told] = [wanted, ""];
    hadFocus = grid.contains(document.activeElement);
    build(picture, part);
  }
  const cursor = cursorOn(picture);
  for (const { spot, cell } of cells) cell.tabIndex = same(spot, cursor) ? 0 : -1;
  if (hadFocus) focusCursor();
  if (told === about) return;
  told = about;
  for (const { spot, cell } of cells) {
    const label = labelOf(spot);
    if (cell.ariaLabel !== label) cell.ariaLabel = label;
  }
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Moves the cursor where an arrow key says; the cell there gets the focus. Is it such a key? */
export function moveCursor(picture, key) {
  if (!WAYS[key]) return false;
  state.cursor = nextSpot(picture, cursorOn(picture), WAYS[key]);
  focusCursor();
  return true;
}

/** In a chapter the cursor is in use once a key has led to it, or has moved or pressed it. */
export const steer = () => state.exercise && (state.exercise.isSteered = true);

/** Gives the focus to the cell of the cursor. */
export function focusCursor() {
  const found = cells.find(({ spot }) => same(spot, state.cursor));
  (found?.cell ?? grid.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
}
