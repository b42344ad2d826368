// What is asked beside the board: decisions of the opening, and questions of the other player.
import { commandOnce } from "./connection.js";
import { nameOfSeat } from "./seats.js";
import { $, acts, button, detectChange, indexOfSeat, isOwnSeat, isPlayer, make, nameOfMove, otherSeat, reveal, watch } from "./state.js";
import { say } from "./texts.js";
import { rematchName } from "./welcome.js";

/** A question of the other player, with the answers to it. */
const asked = (text, yes, no) => [make("p", { textContent: text }), button(...yes), button(...no)];

/** What is to be decided in the opening. */
function openingChoices(view) {
  const step = (text, step) => button(text, "", () => commandOnce({ do: "step", step }));
  const numbers = Array.from({ length: view.ask.announce ?? 0 }, (_, index) => index + 1);
  // To keep or to exchange the colours is to choose one: the colour itself says more.
  const [own, other] = view.to_act === "first" ? view.colours : [...view.colours].reverse();
  const colours = { keep: own, swap: other };
  const name = (choice) => (colours[choice] ? say("choice-colour", { colour: say(colours[choice]) }) : say(`choice-${choice}`));
  return [...(view.ask.choose ?? []).map((choice) => step(name(choice), { choose: choice })), ...numbers.map((n) => step(n, { announce: n }))];
}

/** What one of two players asks of the other: a draw, a move taken back, another game. */
function questions(view) {
  const { draw_offer: draw, takeback, rematch, outcome } = view;
  const who = (seat) => nameOfSeat(view, indexOfSeat(seat), { presence: false });
  const waits = (text) => [make("p", { className: "soft", textContent: say(text) })];
  if (draw && !outcome && isOwnSeat(otherSeat(draw))) {
    const answer = (agrees) => () => commandOnce({ do: "answer-draw", agrees });
    return asked(say("draw-asked", { colour: who(draw) }), [say("accept-draw"), "primary", answer(true)], [say("decline"), "", answer(false)]);
  }
  if (draw && !outcome && isPlayer()) return waits("draw-waits");
  if (takeback && isPlayer()) {
    const answer = (agrees) => () => commandOnce({ do: "answer-takeback", agrees });
    if (isOwnSeat(takeback)) return waits("takeback-waits");
    const { picture, takeback_moves: count } = view;
    const moves = picture.moves.slice(picture.moves.length - count).map((move) => nameOfMove(picture, move));
    // A decision of the opening has no name.
    const question = say(count ? "takeback-asked" : "event-takeback-asked", { colour: who(takeback), moves: moves.join(", ") });
    return asked(question, [say("agree"), "primary", answer(true)], [say("decline"), "", answer(false)]);
  }
  if (rematch && isPlayer()) return isOwnSeat(rematch) ? waits("rematch-waits") : asked(say("rematch-asked"), [rematchName(view), "primary", () => commandOnce({ do: "rematch" })], [say("decline"), "", () => commandOnce({ do: "decline-rematch" })]);
  return [];
}

const isNew = detectChange();
watch((view) => {
  const { ticket, ask, draw_offer, takeback, rematch, outcome } = view;
  // A button that is pressed is not made anew meanwhile.
  if (!isNew(ticket, ask, draw_offer, takeback, rematch, outcome, acts(), isPlayer(), view.game)) return;
  const found = questions(view);
  $("choices").classList.toggle("asks", found.length > 1);
  $("choices").replaceChildren(...(acts() ? openingChoices(view) : []), ...found);
  if ($("choices").childElementCount) reveal("choices");
});
