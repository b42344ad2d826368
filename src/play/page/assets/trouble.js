// A program without an answer: who plays on for its seat.
import { command } from "./connection.js";
import { nameOfLevel, usualLevel } from "./dialogue.js";
import { $, button, detectChange, indexOfSeat, isOwner, make, state, watch } from "./state.js";
import { say } from "./texts.js";

function offer({ trouble, seats }) {
  const { program: name } = seats[indexOfSeat(trouble.seat)];
  const level = usualLevel();
  const takeOver = (by) => () => command({ do: "take-over", by });
  return [
    make("p", { textContent: say("trouble-next", { name }) }),
    button(say("trouble-again", { name }), "primary", takeOver("again")),
    button(say("trouble-kagetsu", { level: nameOfLevel(level) }), "", takeOver({ kagetsu: level })),
    button(say("trouble-person"), "", takeOver("person")),
  ];
}

const isNew = detectChange();
watch((view) => {
  const visible = !!view.trouble && isOwner() && !state.exercise;
  if (visible && isNew(view.trouble, usualLevel())) $("trouble-bar").replaceChildren(...offer(view));
  $("trouble-bar").hidden = !visible;
});
