// Links and QR codes for players elsewhere and spectators.
import { addressOf } from "./board.js";
import { chooseGame, invitations } from "./dialogue.js";
import { begin } from "./exercise.js";
import { areOfThisMachine, copy, isOfThisMachine } from "./link.js";
import { $, make, state, watch } from "./state.js";
import { say } from "./texts.js";

/** For whom a link is, in words. Of two players each has a number. */
const title = (who, isOnly) => (who === "spectator" ? say("link-spectators") : isOnly ? say("elsewhere") : say("link-player", { number: who.guest + 1 }));

function card({ who, link, svg }, isOnly) {
  // No other device can open what belongs to this machine, and another browser of it needs the text.
  const image = isOfThisMachine(link) ? [] : [make("img", { src: addressOf(svg), alt: say("qr-code") })];
  const address = make("input", { value: link, readOnly: true, ariaLabel: title(who, isOnly), onfocus: (event) => event.target.select() });
  const button = make("button", { textContent: say("copy"), type: "button" });
  button.onclick = async () => {
    const said = await copy(address);
    // The link that was copied last is the one that can be pasted.
    for (const other of $("invitations").querySelectorAll("button")) other.textContent = other === button ? said : say("copy");
  };
  const made = make("section", { className: "invitation" }, make("h3", { textContent: title(who, isOnly) }), ...image, address, button);
  made.dataset.who = who.guest ?? who;
  return made;
}

/** The players elsewhere of this game. */
const guests = () => state.view.guests.filter((guest) => guest !== null);
const isHere = (guest) => !!state.present?.guests[guest];
/** Those who were not here when the dialogue was opened. */
let awaited = [];

/** Shows the dialogue, once for all presses while its links are on their way. */
export async function invite() {
  const isLate = begin();
  const all = await invitations();
  if (isLate()) return;
  // A link to a seat is shown where the game has that seat.
  const isUsed = ({ who }) => who === "spectator" || state.view.guests.includes(who.guest);
  const used = all.filter(isUsed);
  const players = used.filter(({ who }) => who !== "spectator");
  const isClosed = areOfThisMachine(all);
  $("invite-seats").hidden = isClosed || players.length > 0;
  $("invitations").replaceChildren(...used.map((invitation) => card(invitation, players.length === 1)));
  $("invite-local").hidden = !isClosed;
  // There is nobody to send them to.
  $("invite-note").hidden = isClosed;
  awaited = guests().filter((guest) => !isHere(guest));
  $("invite-dialogue").showModal();
}
// Whoever was invited has come: the board is to be seen.
watch(() => {
  if (!awaited.some(isHere) || !guests().every(isHere)) return;
  awaited = [];
  $("invite-dialogue").close();
});
$("invite-new").onclick = () => {
  $("invite-dialogue").close();
  chooseGame("remote");
};
