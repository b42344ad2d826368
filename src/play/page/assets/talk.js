// Two people: what they call themselves, and the phrases that they say to each other.
import { speak } from "./aloud.js";
import { commandOnce, command } from "./connection.js";
import { recall, remember } from "./remembered.js";
import { $, indexOfSeat, isOwner, isOwnSeat, make, ownSeat, state, watch } from "./state.js";
import { say } from "./texts.js";

const NAME = "name";
/** What can be said before, during and after a game, in this order. */
const PHRASES = ["hello", "good-luck", "good-move", "oops", "one-moment", "well-played", "thanks", "bye"];

/** The name that the server knows for whoever holds this page; null where he has no seat. */
function knownName(view) {
  const own = ownSeat();
  return own === null ? null : (view.names[own] ?? "");
}

let told = null;
watch((view) => {
  // Nothing where nobody has said in this browser what they are called.
  const kept = recall(NAME, null);
  // The name of an earlier visit holds as soon as there is a seat.
  const known = knownName(view);
  if (known !== null && kept !== null && known !== kept && told !== kept) {
    told = kept;
    command({ do: "name", name: kept });
  }
  const seat = state.me?.guest !== undefined && known !== null;
  $("name-bar").hidden = !seat || !!(kept || known) || view.picture.moves.length > 1;
  if (document.activeElement !== $("name")) $("name").value = kept ?? known ?? "";
  const talks = (isOwner() || seat) && view.guests.some((guest) => guest !== null) && known !== null;
  $("say").hidden = !talks;
  if (!talks || $("say-panel").lang === document.documentElement.lang) return;
  $("say-panel").lang = document.documentElement.lang;
  $("say-panel").replaceChildren(...PHRASES.map((phrase) => make("button", { textContent: say(`say-${phrase}`), onclick: () => commandOnce({ do: "say", phrase }) })));
});

/** A phrase that was said, as a line. */
export const lineOf = (view, { seat, phrase }) => say("said-line", { colour: say(view.colours[indexOfSeat(seat)]), text: say(`say-${phrase}`) });

/** The number of the phrase that was said last. */
let heard = null;
watch((view) => {
  const last = view.said.at(-1);
  // The other one's phrases are read aloud for whoever does not see them.
  if (heard !== null && last?.number > heard && !isOwnSeat(last.seat)) speak(lineOf(view, last));
  heard = last?.number ?? 0;
});

/** Takes a name that was typed. */
function call(name) {
  const next = name.trim();
  remember(NAME, next);
  told = next;
  command({ do: "name", name: next });
}
$("name").onchange = () => call($("name").value);
$("name-bar").addEventListener("submit", (event) => {
  event.preventDefault();
  if ($("guest-name").value.trim()) call($("guest-name").value);
});
