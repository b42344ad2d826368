// How the board is turned: quarter turns to the right, after a mirroring of left and right.
import { recall, remember } from "./remembered.js";
import { $, changed } from "./state.js";

let { turns, mirrored } = { turns: 0, mirrored: false, ...recall("orientation", {}) };

function orient(nextTurns, nextMirrored) {
  [turns, mirrored] = [nextTurns % 4, nextMirrored];
  remember("orientation", { turns, mirrored });
  changed();
}
$("turn").onclick = () => orient(turns + 1, mirrored);
// Turned by a quarter, left and right of the screen are top and bottom of the board.
$("mirror").onclick = () => orient(4 - turns, !mirrored);

/** Columns and rows as they are drawn. */
export const drawnSize = ({ width, height }) => (turns % 2 ? { width: height, height: width } : { width, height });

/** The spot mirrored as the board is. */
const across = ({ width }, { x, y }) => ({ x: mirrored ? width - 1 - x : x, y });
/** Where a spot of a board is after so many quarter turns of that. */
function turned({ width, height }, { x, y }, quarters) {
  for (let n = 0; n < quarters; n++) [x, y, width, height] = [height - 1 - y, x, height, width];
  return { x, y };
}

/** Where a spot is drawn. */
export const toDrawn = (picture, spot) => turned(picture, across(picture, spot), turns);

/** The spot that is drawn there. */
export const fromDrawn = (picture, drawn) => across(picture, turned(drawnSize(picture), drawn, 4 - turns));
