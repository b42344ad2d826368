// The button that looks for a proof that the side to move wins, in the position that is shown.
import { command } from "./connection.js";
import { follow } from "./preview.js";
import { $, detectChange, isDecided, isGomoku, isShown, make, placeNow, state, watch } from "./state.js";
import { grouped, say } from "./texts.js";

function answer({ at, colour, verdict, moves, nodes, names, steps }) {
  const values = { colour: say(colour), moves, nodes: grouped(nodes) };
  const parts = [make("span", { textContent: say(`prove-${verdict}`, values), className: names.length ? "good-text" : "" })];
  if (names.length) {
    const show = make("button", { textContent: say("prove-line"), onclick: () => follow({ at, steps }) });
    parts.push(show, make("span", { textContent: names.join(" "), className: "soft" }));
  }
  return parts;
}

const isNew = detectChange();
watch((view) => {
  const found = view.proof && isShown(view.proof.at) ? view.proof : null;
  $("prove").hidden = !isGomoku();
  $("prove").textContent = say(view.proving ? "stop" : "prove");
  $("prove").disabled = view.without_help || (view.thinking && !view.proving) || isDecided();
  if (!isNew(view.proving, found)) return;
  $("proof").replaceChildren(...(view.proving ? [say("proving")] : found ? answer(found) : []));
});
$("prove").onclick = () => command({ do: "prove", on: !state.view.proving, at: placeNow() });
