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

const waits = (text) => [make("p", { className: "soft", textContent: say(text) })];
const who = (view, seat) => nameOfSeat(view, indexOfSeat(seat), { presence: false });

function aboutDraw(view) {
  const { draw_offer: seat, outcome } = view;
  if (!seat || outcome) return [];
  if (!isOwnSeat(otherSeat(seat))) return waits("draw-waits");
  const answer = (agrees) => () => commandOnce({ do: "answer-draw", agrees });
  return asked(say("draw-asked", { colour: who(view, seat) }), [say("accept-draw"), "primary", answer(true)], [say("decline"), "", answer(false)]);
}

function aboutTakeback(view) {
  const { takeback: seat, picture, takeback_moves: count } = view;
  if (!seat) return [];
  if (isOwnSeat(seat)) return waits("takeback-waits");
  const answer = (agrees) => () => commandOnce({ do: "answer-takeback", agrees });
  const moves = picture.moves.slice(picture.moves.length - count).map((move) => nameOfMove(picture, move));
  // A decision of the opening has no name.
  const question = say(count ? "takeback-asked" : "event-takeback-asked", { colour: who(view, seat), moves: moves.join(", ") });
  return asked(question, [say("agree"), "primary", answer(true)], [say("decline"), "", answer(false)]);
}

function aboutRematch(view) {
  const { rematch: seat } = view;
  if (!seat) return [];
  if (isOwnSeat(seat)) return waits("rematch-waits");
  return asked(say("rematch-asked", { colour: who(view, seat) }), [rematchName(view), "primary", () => commandOnce({ do: "rematch" })], [say("decline"), "", () => commandOnce({ do: "decline-rematch" })]);
}

/** What one of two players asks of the other: a draw, moves taken back, another game. A draw and a takeback may be open at once. */
const questions = (view) => (isPlayer() ? [aboutDraw, aboutTakeback, aboutRematch].flatMap((about) => about(view)) : []);

const isNew = detectChange();
watch((view) => {
  const { ticket, ask, draw_offer, takeback, rematch, outcome } = view;
  // A button that is pressed is not made anew meanwhile.
  if (!isNew(ticket, ask, draw_offer, takeback, rematch, outcome, acts(), isPlayer(), view.game)) return;
  const found = questions(view);
  $("choices").classList.toggle("asks", found.some((part) => part.matches("button")));
  $("choices").replaceChildren(...(acts() ? openingChoices(view) : []), ...found);
  if ($("choices").childElementCount) reveal("choices");
});
