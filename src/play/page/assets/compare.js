// Two engines beside each other: what each thinks of the position that is shown, and whether they agree.
import { command } from "./connection.js";
import { follow } from "./preview.js";
import { recall, remember } from "./remembered.js";
import { $, detectChange, isDecided, isGomoku, isOwner, isShown, make, nameOf, placeNow, state, watch, write } from "./state.js";
import { rounded, say, sayMessage, sentences } from "./texts.js";

const SIDES = ["left", "right"];
const SECONDS = [1, 2, 5, 10, 30, 60];
const USUAL = 5;

const nameOfEngine = (opinion) => opinion.name ?? say("program-name");
const pointOf = ({ best }) => nameOf(state.view.picture, best);

/** The value in the words of whoever gave it. */
function valueOf({ name, proof, rate, value }) {
  if (proof) return say(proof.colour === state.view.comparison.colour ? "wins-in" : "loses-in", { moves: proof.moves });
  if (rate !== null) return say("compare-rate", { rate: rounded(rate) });
  if (value === null) return "";
  return /^[+-]?\d+$/.test(value) ? say("compare-own-scale", { value }) : value;
}

/** The column of one engine. */
function column(opinion, index, at) {
  const side = SIDES[index];
  const { progress, best, depth, steps, moves, said, fault } = opinion;
  const name = nameOfEngine(opinion);
  const sign = make("span", { className: `sign ${side}`, ariaHidden: "true" }, make("b", { textContent: String(index + 1) }));
  const parts = [make("h3", {}, sign, make("span", { textContent: name })), make("p", { className: "soft", textContent: say(`compare-${progress}`) })];
  if (fault) parts.push(make("p", { className: "bad-text", textContent: sayMessage(fault) }));
  if (best) {
    const show = make("button", { className: "line", textContent: moves[0], ariaLabel: say("follow-line", { at: moves[0] }), onclick: () => follow({ at, steps }) });
    const line = moves.slice(1).join(" ");
    const pairs = Object.entries({ "analysis-move": show, "analysis-depth": depth, "known-value": valueOf(opinion), "analysis-line": line });
    parts.push(make("dl", {}, ...pairs.flatMap(([label, content]) => [make("dt", { textContent: say(label) }), make("dd", {}, content || "–")])));
  }
  if (said.length) {
    const list = make("ol", { className: "said", ariaLabel: say("compare-said") }, ...said.map((text) => make("li", { textContent: text })));
    parts.push(make("p", { className: "saying", textContent: say("compare-said") }), list);
  }
  return make("div", { className: `opinion ${side}`, role: "group", ariaLabel: `${index + 1}: ${name}` }, ...parts);
}

/** Do they agree? Said once, when both have ended. */
function verdict({ running, seconds, agree, opinions }) {
  if (running) return say("compare-running", { seconds });
  const stopped = opinions.some(({ progress }) => progress === "stopped") ? say("compare-stopped-early") : "";
  const [one, other] = opinions;
  if (agree === null) return sentences(stopped, say("compare-no-verdict"));
  if (agree) return sentences(stopped, say("compare-agree", { at: pointOf(one) }));
  return sentences(stopped, say("compare-differ", { left: nameOfEngine(one), one: pointOf(one), right: nameOfEngine(other), other: pointOf(other) }));
}

const areNewTexts = detectChange();
/** Fills the lists. Nothing is chosen twice. */
function fillLists() {
  const { programs } = state.offers;
  if (!areNewTexts()) return;
  const chosen = before.length ? [...SIDES, "time"].map((id) => $(`compare-${id}`).value) : ["", programs[0], recall("compare-time", String(USUAL))];
  SIDES.forEach((side, index) => {
    const options = [new Option(say("program-name"), ""), ...programs.map((name) => new Option(name, name))];
    $(`compare-${side}`).replaceChildren(...options);
    $(`compare-${side}`).value = chosen[index];
  });
  $("compare-time").replaceChildren(...SECONDS.map((seconds) => new Option(say("compare-seconds", { seconds }), seconds)));
  $("compare-time").value = chosen[2];
  before = chosen.slice(0, 2);
}

/** What was chosen before: whoever is chosen for the other side as well changes places. */
let before = [];
SIDES.forEach((side, index) => {
  $(`compare-${side}`).onchange = () => {
    const other = $(`compare-${SIDES[1 - index]}`);
    if (other.value === $(`compare-${side}`).value) other.value = before[index];
    before = SIDES.map((each) => $(`compare-${each}`).value);
  };
});
$("compare-time").onchange = () => remember("compare-time", $("compare-time").value);
$("compare-start").onclick = () => {
  if (state.view.comparison?.running) return command({ do: "stop-comparing" });
  const [left, right] = SIDES.map((side) => $(`compare-${side}`).value || null);
  command({ do: "compare", left, right, seconds: Number($("compare-time").value), at: placeNow() });
};

const isNew = detectChange();
watch((view) => {
  $("compare").hidden = !isOwner() || !state.offers.programs.length || !isGomoku() || view.without_help || !!state.exercise;
  if ($("compare").hidden) return;
  fillLists();
  const { comparison } = view;
  const running = !!comparison?.running;
  $("compare-start").textContent = say(running ? "stop" : "compare-start");
  $("compare-start").disabled = !running && (view.thinking || isDecided());
  const isHere = !!comparison && isShown(comparison.at);
  if (!isNew(comparison, isHere)) return;
  const text = isHere ? verdict(comparison) : running ? say("compare-elsewhere") : "";
  write($("verdict"), text);
  $("verdict").className = isHere && !running && comparison.agree !== null ? (comparison.agree ? "good-text" : "differs") : "soft";
  // A button that has the focus keeps it.
  const focused = [...document.querySelectorAll("#compared .opinion")].findIndex((part) => part.contains(document.activeElement));
  $("compared").replaceChildren(...(isHere ? comparison.opinions.map((opinion, index) => column(opinion, index, comparison.at)) : []));
  if (focused >= 0) document.querySelectorAll("#compared .opinion")[focused]?.querySelector(".line")?.focus();
});
