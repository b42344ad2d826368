// The moves from the position that is shown which a database knows. Nothing is ever written into it.
import { Unreachable, ask, commandOnce, messageOf } from "./connection.js";
import { goTo } from "./preview.js";
import { mayStudy, vary } from "./study.js";
import { $, acts, isGomoku, make, nameOf, placeNow, replaceKept, state, watch } from "./state.js";
import { joined, rounded, say, sayMessage } from "./texts.js";

/** How long a position must be shown before it is looked up, in milliseconds. */
const PAUSE = 120;

const value = ({ result, rate }) => (result ? say(`known-${result}`) : rate === null ? "" : `${rounded(rate)} %`);
/** Mark and comment in one. */
const words = ({ mark, text }) => joined(mark, text);

/** Plays the move where it may be played, and tries it elsewhere. */
function take({ at }) {
  if (acts() && placeNow() === null) return commandOnce({ do: "click", spots: [at] });
  if (mayStudy() && (placeNow() !== null || state.view.outcome)) return vary(at);
  goTo(Infinity);
}

function show({ here, moves }) {
  const rows = moves.map((move) => {
    const name = nameOf(state.view.picture, move.at);
    const open = make("button", { className: "line", textContent: name, onclick: () => take(move) });
    return make("tr", {}, ...[open, value(move), move.depth || "", words(move)].map((content) => make("td", {}, content)));
  });
  replaceKept($("known").tBodies[0], rows);
  $("known").hidden = !rows.length;
  $("known-here").textContent = here ? say("known-here", { value: value(here), text: words(here) }) : "";
  $("known-none").hidden = rows.length > 0 || !!here;
}

let looked = "";
let waiting = null;
async function look(place, wanted) {
  try {
    const found = await (await ask("/api/database", { at: place })).json();
    // Another position may be shown by now.
    if (wanted === looked) show(found);
  } catch (error) {
    if (wanted !== looked) return;
    show({ here: null, moves: [] });
    $("known-here").textContent = error instanceof Unreachable ? sayMessage(messageOf(error)) : say("bad-file", { why: error.message });
  }
}
watch((view) => {
  $("explorer").hidden = !state.offers.database || !isGomoku() || view.without_help || !!state.exercise;
  const now = JSON.stringify([view.ticket, placeNow(), view.text, document.documentElement.lang]);
  if ($("explorer").hidden || now === looked) return;
  looked = now;
  clearTimeout(waiting);
  waiting = setTimeout(() => look(placeNow(), now), PAUSE);
});
