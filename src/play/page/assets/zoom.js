// The part of a board that is enlarged where its points are too small for a finger.
import { drawnSize, fromDrawn, toDrawn } from "./orientation.js";

/** The distance of two points, in pixels of the page, below which a finger misses them. */
const FINE = 20;
/** Points of a side that are shown then. */
const SHOWN = 9;

/** Are the points of the board as it is drawn too small for a finger? */
export const isFine = (board) => board.getBoundingClientRect().width / board.viewBox.baseVal.width < FINE;

/** Where the part begins along an axis, so that the point stays below the finger. The part always holds the point. */
function begin(at, all, shown) {
  const wanted = Math.round(at + 1 - ((at + 1) / (all + 1)) * (shown + 1));
  return Math.max(0, at - shown + 1, Math.min(all - shown, at, wanted));
}

/** Opposite corners of the part around a point. */
export function around(picture, spot) {
  const { width, height } = drawnSize(picture);
  const [right, down] = [Math.min(SHOWN, width), Math.min(SHOWN, height)];
  const drawn = toDrawn(picture, spot);
  const [x, y] = [begin(drawn.x, width, right), begin(drawn.y, height, down)];
  return [{ x, y }, { x: x + right - 1, y: y + down - 1 }].map((corner) => fromDrawn(picture, corner));
}
