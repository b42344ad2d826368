// Links and QR codes for players elsewhere and spectators.
import { ask } from "./connection.js";
import { isOfThisMachine } from "./link.js";
import { $, isOwner, make, state, watch } from "./state.js";
import { say } from "./texts.js";

/** For whom a link is, in words. */
const title = (who) => (who === "spectator" ? say("link-spectators") : say("link-player", { number: who.guest + 1 }));

function card({ who, link, svg }) {
  const image = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: say("qr-code") });
  const address = make("input", { value: link, readOnly: true, onfocus: (event) => event.target.select() });
  address.setAttribute("aria-label", title(who));
  const copy = make("button", { textContent: say("copy"), type: "button" });
  copy.onclick = async () => {
    address.select();
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    copy.textContent = say(copied ? "copied" : "copy-by-hand");
  };
  const { view } = state;
  const plays = who === "spectator" || view.guests.includes(who.guest);
  const made = make("section", { className: "invitation" }, make("h3", { textContent: title(who) }), image, address, copy);
  if (!plays) made.append(make("p", { className: "soft", textContent: say("no-seat") }));
  made.dataset.who = who.guest ?? who;
  return made;
}

$("invite").onclick = async () => {
  const all = await (await ask("/api/invitations")).json();
  // Links of players who have a seat come first.
  const used = ({ who }) => (who !== "spectator" && state.view.guests.includes(who.guest) ? 0 : 1);
  all.sort((a, b) => used(a) - used(b));
  $("invitations").replaceChildren(...all.map(card));
  $("invite-local").hidden = !all.some(({ link }) => isOfThisMachine(link));
  $("invite-dialogue").showModal();
};
$("invite-close").onclick = () => $("invite-dialogue").close();
watch(() => {
  $("invite").hidden = !isOwner();
});
