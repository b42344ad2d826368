// A program without an answer: who plays on for its seat.
import { command } from "./connection.js";
import { nameOfLevel, usualLevel } from "./dialogue.js";
import { $, detectChange, indexOfSeat, isOwner, make, state, watch } from "./state.js";
import { say } from "./texts.js";

function offer({ trouble, seats }) {
  const { program: name } = seats[indexOfSeat(trouble.seat)];
  const level = usualLevel();
  const button = (text, by, className = "") => make("button", { textContent: text, className, onclick: () => command({ do: "take-over", by }) });
  return [
    make("p", { textContent: say("trouble-next", { name }) }),
    button(say("trouble-again", { name }), "again", "primary"),
    button(say("trouble-kagetsu", { level: nameOfLevel(level) }), { kagetsu: level }),
    button(say("trouble-person"), "person"),
  ];
}

const isNew = detectChange();
watch((view) => {
  const visible = !!view.trouble && isOwner() && !state.exercise;
  if (visible && isNew(view.trouble, usualLevel())) $("trouble-bar").replaceChildren(...offer(view));
  $("trouble-bar").hidden = !visible;
});
