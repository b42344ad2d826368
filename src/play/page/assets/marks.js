// What is drawn over the stones: candidate moves, threats, and a line of play that is stepped through.
import { cellAt, same, state } from "./state.js";

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

/** The chances of a move in percent; for a proved win or loss the number of its moves with a sign. */
function worth({ proof, rate }) {
  if (!proof) return Math.round(100 * rate);
  return (proof.colour === state.view.to_move ? "+" : "−") + proof.moves;
}

function drawCandidates(drawing, lines) {
  lines.forEach((line, index) => {
    if (!line.at || cellAt(drawing.picture, line.at)?.piece) return;
    drawing.circle(line.at, 0.42, index ? "candidate" : "candidate best");
    drawing.text(line.at, "candidate-text", worth(line));
  });
}

function drawPreview(drawing, { spots, step }) {
  const colours = (state.puzzle ?? state.view).to_move === "black" ? ["black", "white"] : ["white", "black"];
  spots.slice(0, step).forEach((spot, index) => {
    const colour = colours[index % 2];
    drawing.stone(spot, colour, "planned");
    drawing.text(spot, `number n-${colour}`, index + 1);
  });
}

/** The hint or the wrong answer of a puzzle, or the line that is stepped through. */
function drawPuzzle(drawing, { mark }) {
  if (state.preview?.step) drawPreview(drawing, state.preview);
  else if (mark) drawing.circle(mark.at, 0.42, mark.kind);
}

/** The marks of the board as it is shown now. */
export function marks(drawing, { threats, candidates }) {
  const { view, preview, retry, puzzle } = state;
  if (puzzle) return drawPuzzle(drawing, puzzle);
  if (state.at !== null) {
    if (retry) {
      drawing.circle(retry.at, 0.34, "regretted");
      const { tried } = view.lesson;
      if (tried && tried.step === retry.step) drawing.circle(tried.at, 0.42, tried.good ? "good" : "bad");
    }
    return;
  }
  if (preview) return drawPreview(drawing, preview);
  if (threats && view.threats) drawThreats(drawing, view.threats);
  if (candidates) drawCandidates(drawing, state.lines);
  const hinted = view.log.at(-1)?.key === "event-hint" && view.log.at(-1).arguments.at.text;
  const name = hinted && hinted.match(/^([a-z])(\d+)$/);
  if (!name) return;
  const spot = { x: name[1].charCodeAt(0) - 97, y: view.picture.height - Number(name[2]) };
  if (!same(spot, state.ghost)) drawing.circle(spot, 0.42, "hinted");
}
