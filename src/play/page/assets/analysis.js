// The analysis: its lines, which can be stepped through, and the curve of Black's chances.
import { element } from "./board.js";
import { command } from "./connection.js";
import { follow, goTo } from "./preview.js";
import { $, linesNow, make, shownPicture, state, watch } from "./state.js";
import { say } from "./texts.js";

/** Units of the drawing of the curve. */
const [WIDE, HIGH] = [300, 90];

function showLines(view) {
  const rows = linesNow().map((line) => {
    const value = line.proof ? say(line.proof.colour === line.colour ? "wins-in" : "loses-in", { moves: line.proof.moves }) : (line.worth ?? `${(100 * line.rate).toFixed(0)} %`);
    const open = make("button", { className: "line", textContent: line.moves[0], onclick: () => follow(line) });
    open.setAttribute("aria-label", say("follow-line", { at: line.moves[0] }));
    const cells = [open, value, line.depth || "", line.moves.slice(1).join(line.moves[0]?.includes(" ") ? ", " : " ")];
    const row = make("tr", {}, ...cells.map((content) => make("td", {}, content)));
    row.onclick = () => follow(line);
    return row;
  });
  // A button that has the focus keeps it.
  const focused = [...document.querySelectorAll("#lines .line")].indexOf(document.activeElement);
  $("lines").tBodies[0].replaceChildren(...rows);
  if (focused >= 0) document.querySelectorAll("#lines .line")[focused]?.focus();
}

function showCurve(view) {
  const across = Math.max(view.picture.moves.length, 10);
  const at = ([number, rate]) => [(WIDE * number) / across, HIGH - HIGH * rate];
  const parts = [element("rect", { class: "white-part", width: WIDE, height: HIGH })];
  const points = view.curve.map(at);
  if (points.length) {
    const [first, last] = [points[0], points.at(-1)];
    const line = points.map((point) => point.join(",")).join(" ");
    parts.push(element("polygon", { class: "black-part", points: `${first[0]},${HIGH} ${line} ${last[0]},${HIGH}` }));
    parts.push(element("polyline", { class: "curve-line", points: line }));
    // A short stroke at the end, so that a single value is seen as well.
    parts.push(element("line", { class: "curve-end", x1: last[0] - 3, x2: last[0], y1: last[1], y2: last[1] }));
  }
  parts.push(element("line", { class: "half", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }));
  for (const { moves: number } of view.lesson.mistakes) {
    const x = (WIDE * (number + 1)) / across;
    parts.push(element("line", { class: "mistake", x1: x, x2: x, y1: 0, y2: HIGH }));
  }
  const x = (WIDE * shownPicture().moves.length) / across;
  parts.push(element("line", { class: "here", x1: x, x2: x, y1: 0, y2: HIGH }));
  $("curve").replaceChildren(...parts);
  $("curve").setAttribute("aria-label", say("win-rate-curve"));
  $("curve").onclick = (event) => {
    const box = $("curve").getBoundingClientRect();
    goTo(Math.round(((event.clientX - box.left) / box.width) * across));
  };
}

watch((view) => {
  showLines(view);
  showCurve(view);
  $("analyse").textContent = say(view.analysing ? "stop" : "analyse");
  $("analyse").disabled = view.without_help;
});
$("analyse").onclick = () => command({ do: "analyse", on: !state.view.analysing });
