// The board as SVG: one unit is the distance of two points, the top left point lies at (1, 1).
const SPACE = "http://www.w3.org/2000/svg";

export function element(name, attributes, text) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

export const nameOf = (picture, spot) => String.fromCharCode(97 + spot.x) + (picture.height - spot.y);
const same = (a, b) => a && b && a.x === b.x && a.y === b.y;
export const cellAt = (picture, spot) => picture.cells[spot.y * picture.width + spot.x];

function stars(width, height) {
  if (width !== height || width < 9) return [];
  const near = width < 13 ? 2 : 3;
  const side = width % 2 ? [near, (width - 1) / 2, width - 1 - near] : [near, width - 1 - near];
  return side.flatMap((x) => side.map((y) => ({ x, y })));
}

/** Draws a picture. `show` says what else: coordinates, numbers, cursor, ghost, candidates, colour to move. */
export function draw(svg, picture, show) {
  const { width, height } = picture;
  const parts = [];
  const add = (name, attributes, text) => parts.push(element(name, attributes, text));
  add("rect", { class: "ground", x: 0, y: 0, width: width + 1, height: height + 1 });
  for (let x = 1; x <= width; x++) add("line", { class: "grid", x1: x, x2: x, y1: 1, y2: height });
  for (let y = 1; y <= height; y++) add("line", { class: "grid", y1: y, y2: y, x1: 1, x2: width });
  for (const { x, y } of stars(width, height)) add("circle", { class: "star", cx: x + 1, cy: y + 1, r: 0.1 });
  if (show.coordinates) {
    for (let x = 0; x < width; x++) add("text", { class: "label", x: x + 1, y: height + 0.72 }, String.fromCharCode(97 + x));
    for (let y = 0; y < height; y++) add("text", { class: "label", x: 0.28, y: y + 1 }, height - y);
  }
  for (const spot of picture.zone || []) add("rect", { class: "zone", x: spot.x + 0.5, y: spot.y + 0.5, width: 1, height: 1 });
  const numbers = new Map(picture.moves.map((spot, index) => [spot.y * width + spot.x, index + 1]));
  const stone = (spot, colour, extra) => add("circle", { class: `s-${colour} ${extra}`, cx: spot.x + 1, cy: spot.y + 1, r: 0.46 });
  picture.cells.forEach((cell, index) => {
    if (!cell.piece) return;
    const spot = { x: index % width, y: Math.floor(index / width) };
    stone(spot, cell.piece.colour, "");
    const number = numbers.get(index);
    if (show.numbers && number) add("text", { class: `number n-${cell.piece.colour}`, x: spot.x + 1, y: spot.y + 1 }, number);
  });
  for (const [spot] of picture.forbidden) {
    const [x, y, r] = [spot.x + 1, spot.y + 1, 0.2];
    add("line", { class: "forbidden", x1: x - r, y1: y - r, x2: x + r, y2: y + r });
    add("line", { class: "forbidden", x1: x - r, y1: y + r, x2: x + r, y2: y - r });
  }
  for (const spot of picture.offered) add("circle", { class: "offered", cx: spot.x + 1, cy: spot.y + 1, r: 0.4 });
  const last = picture.moves.at(-1);
  if (last && !picture.winning.length) add("circle", { class: "last", cx: last.x + 1, cy: last.y + 1, r: show.numbers ? 0.46 : 0.2 });
  for (const spot of picture.winning) add("circle", { class: "winning", cx: spot.x + 1, cy: spot.y + 1, r: 0.38 });
  for (const line of show.candidates || []) {
    if (!line.at || cellAt(picture, line.at)?.piece) continue;
    add("circle", { class: "candidate", cx: line.at.x + 1, cy: line.at.y + 1, r: 0.42 });
    add("text", { class: "candidate-text", x: line.at.x + 1, y: line.at.y + 1 }, Math.round(100 * line.rate));
  }
  if (show.ghost) stone(show.ghost, show.colour, "ghost");
  if (show.cursor) add("rect", { class: "cursor", x: show.cursor.x + 0.55, y: show.cursor.y + 0.55, width: 0.9, height: 0.9, rx: 0.15 });
  svg.setAttribute("viewBox", show.box || `0 0 ${width + 1} ${height + 1}`);
  svg.replaceChildren(...parts);
}

/** The spot under a pointer, if it is on the board. */
export function spotAt(svg, picture, event) {
  const box = svg.getBoundingClientRect();
  const unit = box.width / (picture.width + 1);
  const x = Math.round((event.clientX - box.left) / unit) - 1;
  const y = Math.round((event.clientY - box.top) / unit) - 1;
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : null;
}

/** Draws win rates of Black from 0 to 1 over the number of stones. */
export function drawCurve(svg, points, stones) {
  const across = Math.max(stones, 10);
  const at = ([number, rate]) => `${(300 * number) / across},${90 - 90 * rate}`;
  const parts = [element("line", { x1: 0, x2: 300, y1: 45, y2: 45, stroke: "currentColor", "stroke-opacity": 0.25 })];
  if (points.length) {
    parts.push(element("polyline", { points: points.map(at).join(" "), fill: "none", stroke: "currentColor", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }));
    // A short stroke at the end, so that a single value is seen as well.
    const [x, y] = at(points.at(-1)).split(",");
    parts.push(element("line", { x1: x - 3, x2: x, y1: y, y2: y, stroke: "currentColor", "stroke-width": 5, "vector-effect": "non-scaling-stroke" }));
  }
  svg.replaceChildren(...parts);
}

export { same };
