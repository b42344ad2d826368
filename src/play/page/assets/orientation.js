// How the board is turned: quarter turns to the right, after a mirroring of left and right.
import { recall, remember } from "./remembered.js";

const orientation = { turns: 0, mirrored: false, ...recall("orientation", {}) };

export function turn() {
  orientation.turns = (orientation.turns + 1) % 4;
  remember("orientation", orientation);
}

export function mirror() {
  // Turned by a quarter, left and right of the screen are top and bottom of the board.
  orientation.mirrored = !orientation.mirrored;
  orientation.turns = (4 - orientation.turns) % 4;
  remember("orientation", orientation);
}

/** Columns and rows as they are drawn. */
export const drawnSize = ({ width, height }) => (orientation.turns % 2 ? { width: height, height: width } : { width, height });

/** Where a spot is drawn. */
export function toDrawn({ width, height }, spot) {
  let { x, y } = spot;
  if (orientation.mirrored) x = width - 1 - x;
  for (let n = 0; n < orientation.turns; n++) {
    [x, y] = [height - 1 - y, x];
    [width, height] = [height, width];
  }
  return { x, y };
}

/** The spot that is drawn there. */
export function fromDrawn({ width, height }, drawn) {
  let { x, y } = drawn;
  let size = orientation.turns % 2 ? { width: height, height: width } : { width, height };
  for (let n = 0; n < orientation.turns; n++) {
    [x, y] = [y, size.width - 1 - x];
    size = { width: size.height, height: size.width };
  }
  if (orientation.mirrored) x = width - 1 - x;
  return { x, y };
}
