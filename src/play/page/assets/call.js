// What calls somebody who looks elsewhere: the title of the tab and its icon.
import { addressOf } from "./board.js";
import { hasClock } from "./seats.js";
import { $, acts, changed, isLocal, isOwn, isOwnSeat, otherSeat, state, watch } from "./state.js";
import { headline } from "./status.js";
import { say } from "./texts.js";

/** A black and a white stone, and a dot where a move is awaited. */
const drawing = (calls) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#dfb873"/><circle cx="12" cy="19" r="9" fill="#1b1b1d"/><circle cx="21" cy="13" r="8.5" fill="#fbfaf6" stroke="#6b4f24"/>${calls ? '<circle cx="25" cy="25" r="6.5" fill="#c4210f" stroke="#fff" stroke-width="1.5"/>' : ""}</svg>`;

/** What somebody is called for; null where nobody is. */
function calls(view) {
  if (![0, 1].some(isOwn)) return null;
  // Whoever solves a puzzle while Kagetsu waits without a clock wants to.
  if (state.exercise && !hasClock(view) && isLocal(view)) return null;
  const isAsked = (by) => !!by && isOwnSeat(otherSeat(by));
  if ([view.draw_offer, view.takeback, view.rematch].some(isAsked)) return say("title-asked");
  if (view.outcome) return view.picture.moves.length ? headline(view) : null;
  return acts() && view.picture.moves.length ? say("title-your-move") : null;
}

let shown = null;
function show(view) {
  const call = calls(view);
  const title = call ? `${call} · ${say("program-name")}` : say("program-name");
  if (document.title !== title) document.title = title;
  const dot = !!call && !view.outcome && document.hidden;
  if (dot !== shown) $("icon").href = addressOf(drawing(dot));
  shown = dot;
}
watch(show);
// Whoever comes back may do so on another day.
document.addEventListener("visibilitychange", changed);
