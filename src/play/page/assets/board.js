// The board as SVG: one unit is the distance of two points, the top left point lies at (1, 1).
import { drawnSize, fromDrawn, toDrawn } from "./orientation.js";
import { colourAt, indexOf, nameOf, same, spotOf } from "./state.js";

const SPACE = "http://www.w3.org/2000/svg";

/** A part of a drawing. Its `style` is set property by property, as the page's policy wants it; `delay` is when its motion begins,
    in seconds from now. */
export function element(name, { style = {}, delay, ...attributes }, text) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const [key, value] of Object.entries(style)) made.style.setProperty(key, value);
  if (delay !== undefined) made.style.setProperty("animation-delay", `${delay}s`);
  // The board is read aloud as words, not as the signs upon it.
  if (text !== undefined) Object.assign(made, { textContent: text, ariaHidden: "true" });
  return made;
}

/** The address of a drawing that is given as a text. */
export const addressOf = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** What the parts of drawings were made from. */
const sources = new WeakMap();
/** What a part is made from, as a text. Its motion has begun where it began, whenever it is drawn again. */
const sourceOf = ([name, { delay, ...attributes }, text]) => JSON.stringify([name, attributes, text]);

/** Brings a drawing to these parts, each a name, attributes and a text. Those that are there already stay as they are. */
export function put(drawn, parts) {
  const known = Map.groupBy(drawn.children, (child) => sources.get(child));
  const wanted = parts.map((part) => {
    const source = sourceOf(part);
    const made = known.get(source)?.shift() ?? element(...part);
    sources.set(made, source);
    return made;
  });
  const stays = new Set(wanted);
  for (const child of [...drawn.children]) if (!stays.has(child)) child.remove();
  let next = drawn.firstElementChild;
  for (const made of wanted) {
    if (made === next) next = next.nextElementSibling;
    else drawn.insertBefore(made, next);
  }
}

/** Where a spot is drawn: that of a net has a place of its own. */
export function placeOf({ grid }, spot) {
  const place = grid.net?.nodes.find(({ at }) => same(at, spot))?.place;
  return place ? { x: place[0], y: place[1] } : spot;
}

/** Collects parts of a drawing; `at` gives the place of a spot. */
class Drawing {
  constructor(picture) {
    this.picture = picture;
    this.parts = [];
    this.radius = picture.grid.lines ? 0.46 : 0.41;
  }
  at(spot) {
    const { x, y } = toDrawn(this.picture, placeOf(this.picture, spot));
    return { x: x + 1, y: y + 1 };
  }
  add(name, attributes, text) {
    this.parts.push([name, attributes, text]);
  }
  circle(spot, r, kind, motion = {}) {
    const { x, y } = this.at(spot);
    this.add("circle", { class: kind, cx: x, cy: y, r, ...motion });
  }
  square(spot, half, kind, more = {}) {
    const { x, y } = this.at(spot);
    this.add("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half, ...more });
  }
  text(spot, kind, text) {
    this.add("text", { class: kind, ...this.at(spot) }, text);
  }
  stone(spot, colour, kind = "", motion = {}) {
    this.circle(spot, this.radius, `s-${colour} ${kind}`.trim(), motion);
  }
  /** The shadow of a stone, which lies below all stones. */
  shade(spot) {
    const { x, y } = this.at(spot);
    this.add("circle", { class: "shade", cx: x + 0.035, cy: y + 0.06, r: this.radius });
  }
}

/** Side of the boards of Go, and the least one with dots on the middles of the edges. */
const LARGE = 19;
/** The points with a dot: the corners, and on boards with a middle that too. */
function stars(width, height) {
  if (width !== height || width < 9) return [];
  const near = width < 13 ? 2 : 3;
  const ends = [near, width - 1 - near];
  const corners = ends.flatMap((x) => ends.map((y) => ({ x, y })));
  if (width % 2 === 0) return corners;
  const middle = (width - 1) / 2;
  const edges = width < LARGE ? [] : ends.flatMap((end) => [{ x: end, y: middle }, { x: middle, y: end }]);
  return [...corners, ...edges, { x: middle, y: middle }];
}

/** Coordinates along the left and the lower edge of the part that is shown. */
function drawNames(drawing, { x: left, y: top, width, height }) {
  const { picture } = drawing;
  // Letter and number of a name; which of them changes along an edge depends on how the board is turned.
  const along = (drawn, other) => {
    const [name, next] = [drawn, other].map((place) => nameOf(picture, fromDrawn(picture, place)));
    return name[0] === next[0] ? name.slice(1) : name[0];
  };
  for (let x = left; x < left + width; x++) {
    const y = top + height - 1;
    drawing.add("text", { class: "label", x: x + 1, y: y + 1.74 }, along({ x, y }, { x: x ? x - 1 : 1, y }));
  }
  for (let y = top; y < top + height; y++) drawing.add("text", { class: "label", x: left + 0.29, y: y + 1 }, along({ x: left, y }, { x: left, y: y ? y - 1 : 1 }));
}

/** The part of the drawing that some spots reach to, such as two opposite corners; all of it where none are named. */
export function partOf(picture, spots) {
  if (!spots) return { x: 0, y: 0, ...drawnSize(picture) };
  const drawn = spots.map((spot) => toDrawn(picture, spot));
  const [xs, ys] = [drawn.map(({ x }) => x), drawn.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/** Points and the lines between them. */
function drawNet(drawing, coordinates) {
  const { nodes, joints } = drawing.picture.grid.net;
  for (const [from, to] of joints) {
    const [a, b] = [drawing.at(from), drawing.at(to)];
    drawing.add("line", { class: "grid joint", x1: a.x, y1: a.y, x2: b.x, y2: b.y });
  }
  for (const { at, name } of nodes) {
    drawing.circle(at, 0.36, "node");
    if (coordinates) drawing.text(at, "node-name", name);
  }
}

function drawGrid(drawing, coordinates, part) {
  const { picture } = drawing;
  const { squares, net } = picture.grid;
  const { width, height } = drawnSize(picture);
  drawing.add("rect", { class: squares ? "ground frame" : "ground", x: 0, y: 0, width: width + 1, height: height + 1 });
  if (squares) drawing.add("rect", { class: "felt", x: 0.5, y: 0.5, width, height });
  else drawing.add("rect", { class: "wood-grain", x: 0, y: 0, width: width + 1, height: height + 1 });
  if (net) return drawNet(drawing, coordinates);
  // Lines go between squares, or through points.
  const [begin, right, down] = squares ? [0.5, width + 0.5, height + 0.5] : [1, width, height];
  for (let x = begin; x <= right; x++) drawing.add("line", { class: "grid", x1: x, x2: x, y1: begin, y2: down });
  for (let y = begin; y <= down; y++) drawing.add("line", { class: "grid", y1: y, y2: y, x1: begin, x2: right });
  if (squares) for (const x of [2.5, width - 1.5]) for (const y of [2.5, height - 1.5]) drawing.add("circle", { class: "star", cx: x, cy: y, r: 0.07 });
  else for (const spot of stars(picture.width, picture.height)) drawing.circle(spot, 0.1, "star");
  if (coordinates) drawNames(drawing, part);
}

/** Seconds between two discs that turn. */
const TURN_PAUSE = 0.07;

/** How the pieces of the last moves come onto the board, by their places in it, while they are `fresh`: the number of moves
    before them, and the milliseconds since they were seen first. */
function motions(drawing, fresh) {
  const { picture } = drawing;
  const moving = new Map();
  if (!fresh) return moving;
  const set = (spot, kind, delay, style = {}) => moving.set(indexOf(picture, spot), { kind: `fresh ${kind}`, motion: { style, delay: delay - fresh.age / 1000 } });
  picture.moves.slice(fresh.after).forEach(({ spots, from, changes }) => {
    const to = spots.at(-1);
    const far = ({ x, y }) => Math.max(Math.abs(x - to.x), Math.abs(y - to.y));
    if (from) {
      const [a, b] = [drawing.at(from), drawing.at(to)];
      set(to, "walked", 0, { "--right": `${a.x - b.x}px`, "--down": `${a.y - b.y}px` });
    } else for (const spot of spots) set(spot, "laid", 0);
    for (const { at, before, after } of changes) if (before && after && !from) set(at, "turned", 0.1 + TURN_PAUSE * far(at));
  });
  return moving;
}

/** The line through the winning stones. */
function drawWinning(drawing, fresh) {
  const places = drawing.picture.winning.map((spot) => drawing.at(spot));
  if (places.length < 2) return;
  const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
  let ends = [places[0], places[1]];
  for (const a of places) for (const b of places) if (far(a, b) > far(...ends)) ends = [a, b];
  const motion = fresh ? { delay: 0.2 - fresh.age / 1000 } : {};
  const [winner] = drawing.picture.winning;
  drawing.add("line", { class: `winning-line ${onStone(drawing.picture, winner)}${fresh ? " fresh" : ""}`, pathLength: 1, x1: ends[0].x, y1: ends[0].y, x2: ends[1].x, y2: ends[1].y, ...motion });
}

/** Where the next click may go, and what was clicked before it. */
function drawChoices(drawing, { choices = [], chosen = [], colour }) {
  const isPiece = (spot) => !!colourAt(drawing.picture, spot);
  const goal = drawing.picture.grid.net ? 0.36 : 0.13;
  for (const spot of choices) drawing.circle(spot, isPiece(spot) ? 0.47 : goal, isPiece(spot) ? "movable" : "legal");
  for (const spot of chosen) {
    if (!isPiece(spot)) drawing.stone(spot, colour, "ghost waiting");
    drawing.circle(spot, isPiece(spot) ? 0.47 : 0.46, "chosen");
  }
}

/** The class of a mark that lies on a stone. */
const onStone = (picture, spot) => `on-${colourAt(picture, spot)}`;

/** The mark of the last move, and where its piece came from. */
function drawLast(drawing, numbered) {
  const { picture } = drawing;
  const last = picture.moves.at(-1);
  if (!last || picture.winning.length || picture.planned) return;
  // Within the ring of its point.
  if (last.from) drawing.circle(last.from, 0.27, "trail");
  for (const spot of last.spots) drawing.circle(spot, numbered ? 0.46 : picture.grid.lines ? 0.2 : 0.14, numbered ? "last" : `last ${onStone(picture, spot)}`);
}

/** The square in which a stone must lie, or where the move of a puzzle is found, and its edge. */
function drawZone(drawing) {
  const { picture } = drawing;
  if (!picture.zone?.length) return;
  for (const spot of picture.zone) drawing.square(spot, 0.5, "zone");
  const { x, y, width, height } = partOf(picture, picture.zone);
  drawing.add("rect", { class: "zone-edge", x: x + 0.5, y: y + 0.5, width, height });
}

/** Draws a picture. `show` says what else: coordinates, numbers, cursor, ghost, colour to move, marks. */
export function draw(svg, picture, show) {
  const drawing = new Drawing(picture);
  const part = partOf(picture, show.window);
  drawGrid(drawing, show.coordinates, part);
  drawZone(drawing);
  const numbers = new Map();
  picture.moves.forEach(({ spots }, index) => spots.forEach((spot) => numbers.set(indexOf(picture, spot), index + 1)));
  const planned = picture.planned ?? new Map();
  if (!picture.grid.net) picture.cells.forEach((cell, index) => cell.piece && !planned.has(index) && drawing.shade(spotOf(picture, index)));
  const moving = motions(drawing, show.fresh);
  picture.cells.forEach((cell, index) => {
    if (!cell.piece) return;
    const spot = spotOf(picture, index);
    const { kind, motion } = moving.get(index) ?? {};
    drawing.stone(spot, cell.piece, kind ?? (planned.has(index) ? "planned" : ""), motion);
    const number = planned.get(index) ?? (show.numbers && !picture.grid.net && numbers.get(index));
    if (number) drawing.text(spot, `number n-${cell.piece}`, number);
  });
  drawChoices(drawing, show);
  for (const [spot] of picture.forbidden) {
    const { x, y } = drawing.at(spot);
    drawing.add("path", { class: "forbidden", d: `M${x - 0.2} ${y - 0.2}l.4 .4M${x - 0.2} ${y + 0.2}l.4 -.4` });
  }
  for (const spot of picture.offered) drawing.circle(spot, 0.4, "offered");
  drawLast(drawing, show.numbers && !picture.grid.net);
  drawWinning(drawing, show.fresh);
  for (const spot of picture.winning) drawing.circle(spot, 0.38, `winning ${onStone(picture, spot)}`);
  show.marks?.(drawing);
  for (const spot of show.flips ?? []) drawing.circle(spot, 0.24, `flip s-${show.colour}`);
  if (show.ahead) {
    drawing.stone(show.ahead.spot, show.ahead.colour, "ghost");
    drawing.circle(show.ahead.spot, 0.46, "ahead");
  }
  if (show.ghost) drawing.stone(show.ghost, show.colour, "ghost");
  if (show.waiting) drawing.circle(show.waiting, 0.46, "chosen");
  if (show.cursor) drawing.square(show.cursor, 0.45, "cursor", { rx: 0.15 });
  const { x, y, width, height } = part;
  const focus = show.around && drawing.at(show.around);
  svg.setAttribute("viewBox", focus ? `${focus.x - 1.8} ${focus.y - 1.8} 3.6 3.6` : `${x} ${y} ${width + 1} ${height + 1}`);
  // A board that is higher than wide must fit into the window as well.
  if (svg.id === "board") svg.parentElement.style.setProperty("--narrow", Math.min(1, (width + 1) / (height + 1)));
  svg.classList.toggle("part", !!show.window);
  // Names of lines are as large on a small board as on a usual one.
  svg.style.setProperty("--points", Math.max(width, height));
  put(svg, drawing.parts);
}

/** How near to a point of a net a click counts for it, in units. */
const NEAR = 0.6;

/** The spot under a pointer, if it is on the board, or on the part of it that is shown. */
export function spotAt(svg, picture, event) {
  const box = svg.getBoundingClientRect();
  const shown = svg.viewBox.baseVal;
  const unit = box.width / shown.width;
  const pointer = { x: (event.clientX - box.left) / unit + shown.x - 1, y: (event.clientY - box.top) / unit + shown.y - 1 };
  if (picture.grid.net) {
    const far = ({ at }) => {
      const { x, y } = toDrawn(picture, placeOf(picture, at));
      return Math.hypot(x - pointer.x, y - pointer.y);
    };
    const [nearest] = picture.grid.net.nodes.toSorted((a, b) => far(a) - far(b));
    return far(nearest) <= NEAR ? nearest.at : null;
  }
  const [x, y] = [Math.round(pointer.x), Math.round(pointer.y)];
  const isSeen = (place, begin, length) => place >= begin && place < begin + length - 1;
  return isSeen(x, shown.x, shown.width) && isSeen(y, shown.y, shown.height) ? fromDrawn(picture, { x, y }) : null;
}
