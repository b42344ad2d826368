// What is drawn over the stones: candidate moves, threats, and a line of play that is stepped through.
import { arrowsNow } from "./arrows.js";
import { GRADE_SIGNS, alike, cellAt, isShown, lapseNow, linesNow, same, spotsOf, state } from "./state.js";
import { rounded, short } from "./texts.js";

const SIGNS = { five: "5", open_four: "4", four: "4", three: "3" };
/** Threats of both colours stand beside each other. */
const ASIDE = { black: -0.2, white: 0.2 };

function drawThreats(drawing, threats) {
  for (const [index, colour] of ["black", "white"].entries()) {
    for (const [kind, sign] of Object.entries(SIGNS)) {
      for (const spot of threats[index][kind]) {
        const { x, y } = drawing.at(spot);
        drawing.add("circle", { class: `threat ${colour} ${kind}`, cx: x + ASIDE[colour], cy: y, r: 0.22 });
        drawing.add("text", { class: `threat-text ${colour}`, x: x + ASIDE[colour], y }, sign);
      }
    }
  }
}

/** The value of a move in the words of its game, or its chances in percent; for a proved win or loss the number of its
    moves after a sign, as chess has it for a mate. */
function worth({ proof, rate, colour, worth: named }) {
  if (!proof) return named ?? rounded(rate);
  return (proof.colour === colour ? "#" : "−#") + proof.moves;
}

/** The class of a text by what its disc has room for. */
const textClass = (text) => `candidate-text${["", "", "", " long"][String(text).length] ?? " longer"}`;

/** Chances that a move may give away against the best one: less is as good, more is bad. */
const [AS_GOOD, BAD] = [0.05, 0.2];
/** The class of a candidate by what it gives away. */
function candidateClass({ rate }, best) {
  const lost = best.rate - rate;
  if (lost < AS_GOOD) return "candidate";
  return lost < BAD ? "candidate worse" : "candidate bad-one";
}

/** A step of a piece: its way with the value upon it, since several pieces may go to one point. */
function drawWay(drawing, [from, to], className, text) {
  const [a, b] = [drawing.at(from), drawing.at(to)];
  const on = (part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });
  const [begin, middle, end] = [on(0.3), on(0.56), on(0.75)];
  drawing.add("line", { class: `way ${className}`, x1: begin.x, y1: begin.y, x2: end.x, y2: end.y });
  drawing.add("circle", { class: className, cx: middle.x, cy: middle.y, r: 0.21 });
  drawing.add("text", { class: `${textClass(text)} small`, ...middle }, text);
}

/** The length of the head of an arrow. */
const HEAD = 0.34;
/** An arrow between two places, of which it leaves so much free at both ends. */
function drawArrow(drawing, [a, b], [begin, end], [line, head]) {
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const [right, down] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const on = (length) => ({ x: a.x + right * length, y: a.y + down * length });
  const [from, back, tip] = [on(begin), on(far - end - HEAD), on(far - end)];
  const half = HEAD / 2;
  drawing.add("line", { class: line, x1: from.x, y1: from.y, x2: back.x, y2: back.y });
  drawing.add("path", { class: head, d: `M${tip.x} ${tip.y}L${back.x - down * half} ${back.y + right * half}L${back.x + down * half} ${back.y - right * half}Z` });
}
/** A step that is hinted at: from the piece to its goal. */
const drawHintedStep = (drawing, spots) => drawArrow(drawing, spots.map((spot) => drawing.at(spot)), [0.1, 0.2], ["way hinted", "way-head"]);

const isPiece = (drawing, spot) => !!cellAt(drawing.picture, spot)?.piece;
/** Is it a step of a piece? */
const isStep = (drawing, spots) => spots.length === 2 && isPiece(drawing, spots[0]);

function drawCandidates(drawing, lines) {
  // The best one is drawn last, upon the others.
  for (const [index, line] of [...lines.entries()].reverse()) {
    const className = index ? candidateClass(line, lines[0]) : "candidate best";
    const spots = spotsOf(line.first ?? []);
    if (isStep(drawing, spots)) drawWay(drawing, spots, className, worth(line));
    else for (const spot of spots) if (!isPiece(drawing, spot)) {
      drawing.circle(spot, 0.42, className);
      if (line.tree) drawTree(drawing, spot, line);
      else drawing.text(spot, textClass(worth(line)), worth(line));
    }
  }
}

/** A move of a tree search: its value above its playouts, and an arc as long as its prior. */
function drawTree(drawing, spot, line) {
  const { x, y } = drawing.at(spot);
  const { prior, visits } = line.tree;
  drawing.add("text", { class: textClass(worth(line)), x, y: y - 0.1 }, worth(line));
  drawing.add("text", { class: "candidate-text visits", x, y: y + 0.2 }, short(visits));
  drawing.add("circle", { class: "prior", cx: x, cy: y, r: 0.42, pathLength: 1, "stroke-dasharray": `${prior} 1`, transform: `rotate(-90 ${x} ${y})` });
}

/** The best moves of two engines: a square with 1 and a diamond with 2, which may lie upon each other. */
function drawCompared(drawing, comparison) {
  if (!comparison || !isShown(comparison.at)) return;
  const [left, right] = comparison.opinions.map(({ best }) => best);
  const aside = same(left, right) ? 0.2 : 0;
  if (left) drawing.square(left, 0.42, "compared left");
  if (right) {
    const { x, y } = drawing.at(right);
    drawing.add("path", { class: "compared right", d: `M${x} ${y - 0.52}L${x + 0.52} ${y}L${x} ${y + 0.52}L${x - 0.52} ${y}Z` });
  }
  for (const [side, spot, by] of [["left", left, -aside], ["right", right, aside]]) {
    if (!spot) continue;
    const { x, y } = drawing.at(spot);
    drawing.add("text", { class: `compared-text ${side}`, x: x + by, y }, side === "left" ? 1 : 2);
  }
}

/** A move that gave chances away, where another one is looked for. The sign tells its ring from that of a move that is tried.
    On a net the name of the point stands there. */
function drawRegretted(drawing, at, grade) {
  drawing.circle(at, 0.34, "regretted");
  if (!drawing.picture.grid.net) drawing.text(at, "regretted-sign", GRADE_SIGNS[grade] ?? "");
}

/** Hints, answers and marked points of an exercise, and the mistake that it is about. */
function drawExercise(drawing, { marks }) {
  if (state.preview?.step) return;
  for (const { at, kind, grade } of marks) {
    if (grade) drawRegretted(drawing, at, grade);
    else drawing.circle(at, 0.42, kind);
  }
}

/** The outlines of the marks of a study, round the middle of a point. */
const SHAPES = {
  triangle: "M0 -.3 L.27 .18 L-.27 .18 Z",
  square: "M-.22 -.22 H.22 V.22 H-.22 Z",
  circle: "M-.25 0 A.25 .25 0 1 1 .25 0 A.25 .25 0 1 1 -.25 0 Z",
  cross: "M-.22 -.22 L.22 .22 M.22 -.22 L-.22 .22",
};
function drawNote(drawing, note) {
  for (const [spot, mark] of note.marks) {
    const { x, y } = drawing.at(spot);
    const shape = { d: SHAPES[mark], transform: `translate(${x} ${y})` };
    // A pale edge, so that it is seen on stones and on wood.
    drawing.add("path", { class: "note-halo", ...shape });
    drawing.add("path", { class: `note-mark ${mark}`, ...shape });
  }
}

/** The last move that is shown, if it gave chances away: that move, and the better one as a stone. */
function drawLapse(drawing) {
  const lapse = lapseNow();
  if (!lapse) return;
  const better = spotsOf(lapse.better_spots);
  if (isStep(drawing, better)) drawHintedStep(drawing, better);
  else for (const spot of better) if (!isPiece(drawing, spot)) {
    drawing.stone(spot, lapse.colour, "ghost");
    drawing.circle(spot, 0.44, "hinted");
  }
  for (const spot of spotsOf(lapse.spots)) drawing.circle(spot, 0.46, "regretted");
}

/** What a person has drawn with the right button. */
function drawArrows(drawing) {
  for (const [from, to] of arrowsNow()) {
    if (same(from, to)) drawing.circle(to, 0.45, "own-circle");
    else drawArrow(drawing, [drawing.at(from), drawing.at(to)], [0.3, 0], ["own-arrow", "own-head"]);
  }
}

/** The marks of the board as it is shown now. */
export function marks(drawing, options) {
  marksOf(drawing, options);
  drawArrows(drawing);
}

function marksOf(drawing, { threats, candidates, note }) {
  const { view, preview, retry, exercise } = state;
  if (exercise) return drawExercise(drawing, exercise);
  if (state.walk && !preview) return state.walk(drawing);
  if (!preview) drawNote(drawing, note);
  if (!preview && !retry) drawLapse(drawing);
  if (state.at !== null) {
    if (retry) {
      drawRegretted(drawing, spotsOf(retry.spots).at(-1), retry.grade);
      if (retry.shown) for (const spot of spotsOf(retry.better_spots)) drawing.circle(spot, 0.44, "hinted");
      const { tried } = view.lesson;
      if (tried && tried.step === retry.step) for (const spot of spotsOf(tried.spots)) drawing.circle(spot, 0.42, tried.good ? "good" : "bad");
    }
    else if (candidates && !preview) drawCandidates(drawing, linesNow());
    if (!retry && !preview) drawCompared(drawing, view.comparison);
    return;
  }
  if (preview) return;
  if (threats && view.threats) drawThreats(drawing, view.threats);
  let hinted = spotsOf(view.hint ?? []);
  // The value of the same step stands upon its way.
  if (isStep(drawing, hinted) && candidates && linesNow().some(({ first }) => alike(spotsOf(first), hinted))) hinted = [];
  if (isStep(drawing, hinted)) {
    drawHintedStep(drawing, hinted);
    hinted = hinted.slice(1);
  }
  if (candidates) drawCandidates(drawing, linesNow());
  drawCompared(drawing, view.comparison);
  for (const spot of hinted) if (!same(spot, state.ghost)) drawing.circle(spot, 0.44, "hinted");
}
