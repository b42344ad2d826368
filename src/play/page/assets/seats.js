// The seats: who sits there, the clocks, and what was said last.
import { $, SEATS, areTwoPersons, changedAfter, isElsewhere, isLocal, isOwn, isOwner, make, shownPicture, sideToMove, state, watch, write } from "./state.js";
import { decimal, say, sayFor } from "./texts.js";

/** How often the clocks are looked at, in milliseconds. Nothing is asked of the server for it. */
const TICK = 100;
/** Time left from which on a clock is shown as urgent, in milliseconds. */
export const URGENT = 10_000;

/** Is there a limit of time? There is after the end as well. */
export const hasClock = ({ clocks }) => clocks.per_move !== null || clocks.left.some((left) => left !== null);

/** Does a game go on in which a clock runs or another person waits for each move? */
export const isAwaited = (view) => !!view.to_act && (hasClock(view) || !isLocal(view));

const clockText = (ms, isUrgent) => {
  // The last seconds are told by tenths.
  if (isUrgent) return `0:0${decimal(Math.floor(ms / 100) / 10, 1)}`;
  const s = Math.ceil(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

/** A network of a run of learning, and what it has learned from. */
export const nameOfNetwork = ({ name, games, distilled }) => say(distilled ? "analyst-distilled" : "analyst-network", { name, games });

/** So many networks are all listed. */
const FEW = 10;
/** Of more, each listed one has learned from so many times the games of the one before it in the list. */
const GROWTH = 1.5;

/** The networks that are listed, of which a long run has hundreds: the milestones, the newest one, and the one that is chosen. */
export function listedNetworks(networks, chosen) {
  if (networks.length <= FEW) return networks;
  let last = null;
  return networks.filter((network, index) => {
    const milestone = !last || network.distilled !== last.distilled || network.games >= GROWTH * last.games;
    if (milestone) last = network;
    return milestone || index === networks.length - 1 || network.name === chosen;
  });
}

/** Who sits on a seat, in no language: a name, a level of Kagetsu, or the key of a text. */
export function playerOf(view, index) {
  const who = view.seats[index];
  if (who.kagetsu) return { level: view.levels[index] };
  const name = who.program ?? view.names[index];
  if (name) return { name };
  if (areTwoPersons(view)) return { word: view.colours[index] };
  if (isOwn(index)) return { word: "person" };
  if (who === "person") return { word: isOwner() ? "person" : "host" };
  return { word: "elsewhere" };
}

/** What the page calls a player of a game. */
export const nameOfPlayer = ({ name, level, word }, game) => name ?? (word ? sayFor(game, word) : say("kagetsu-at-level", { level }));

/** Who sits on a seat, as the page calls him. */
export function nameOfSeat(view, index, { presence = true } = {}) {
  const player = playerOf(view, index);
  const away = presence && !isOwn(index) && state.present?.guests[view.guests[index]] === 0;
  if (!away) return nameOfPlayer(player, state.games[view.game]);
  return player.name ? say("named-away", player) : say("elsewhere-away");
}

/** Milliseconds on the clock of a seat: those left, or those used where there is no limit. */
function clockOf(view, index) {
  const active = view.to_act === SEATS[index];
  const { winner, reason } = view.outcome ?? {};
  const isOut = reason === "time" && winner !== SEATS[index];
  // While the server is not reached nobody knows what its clock says.
  const now = Math.min(performance.now(), state.lostSince);
  const passed = active && !view.standing ? Math.max(0, now - state.seen) : 0;
  const { left, used, step_left, per_move } = view.clocks;
  const time = active ? step_left : (left[index] ?? per_move);
  const down = time !== null && time !== undefined;
  const shown = isOut ? 0 : down ? time - passed : used[index] + passed;
  return { down, time: Math.max(0, shown), isUrgent: down && (active || isOut) && shown < URGENT };
}
/** The time of a seat as it is shown. */
export function timeOf(view, index) {
  const { time, isUrgent } = clockOf(view, index);
  return clockText(time, isUrgent);
}

/** Milliseconds left to whoever holds this page, while his clock runs; null where there is no limit. */
export function ownTimeLeft(view) {
  const own = [0, 1].find((index) => isOwn(index) && view.to_act === SEATS[index]);
  const { down, time } = own === undefined ? {} : clockOf(view, own);
  return down ? time : null;
}

/** How long a phrase is seen, in milliseconds. */
const SEEN = 6000;
let heard = null;
/** When each phrase came, by its number. */
const times = new Map();

/** What was said last on a seat, while it is new. It is made anew with the seat, and goes on where it was. */
function bubble(view, seat) {
  const last = view.said.findLast((said) => said.seat === seat);
  const age = last ? performance.now() - (times.get(last.number) ?? -Infinity) : SEEN;
  if (age >= SEEN) return [];
  const made = make("span", { className: "said", textContent: say(`say-${last.phrase}`) });
  made.style.animationDelay = `-${age}ms`;
  return [made];
}

/** Notes when phrases come. Those that were there before the page are not new. */
function hear(view) {
  // A server that was started again counts from the beginning.
  if ((view.said.at(-1)?.number ?? 0) < heard) times.clear();
  for (const { number } of view.said) {
    if (times.has(number)) continue;
    times.set(number, heard === null ? -Infinity : performance.now());
    if (heard !== null) changedAfter(SEEN);
  }
  heard = view.said.at(-1)?.number ?? 0;
}

function showSeats(view) {
  for (const [index, seat] of SEATS.entries()) {
    const colour = view.colours[index];
    const box = $(`seat-${colour}`);
    // Whose move it is in the position that is shown, unless somebody waits for it in the game.
    const isToMove = isElsewhere() && !isAwaited(view) ? sideToMove() === colour : view.to_act === seat;
    box.className = isToMove ? "seat active" : "seat";
    const part = (className, textContent, name) => make("span", { className, textContent, ...(name ? { role: "img", ariaLabel: name } : {}) });
    const discs = state.exercise ? undefined : shownPicture().counts?.[colour === "black" ? 0 : 1];
    const count = discs === undefined ? [] : [part("count", discs, say("discs", { count: discs }))];
    const { level } = playerOf(view, index);
    // The level has a line of its own where there is no room for both.
    const name = part("name", level ? `${say("program-name")} ` : nameOfSeat(view, index));
    if (level) name.append(part("level", say("level-now", { level })));
    const clock = hasClock(view) ? [part(clockOf(view, index).isUrgent ? "time urgent" : "time", timeOf(view, index))] : [];
    // Where players have no names they are called by their colours.
    const stone = part(`stone ${colour}`, "", name.textContent !== say(colour) && say(colour));
    const made = make("div", {}, stone, ...count, name, ...clock, ...bubble(view, seat));
    // Lines of a search come often: whoever reads a seat or marks its text is not disturbed by them.
    if (box.innerHTML !== made.innerHTML) box.replaceChildren(...made.childNodes);
  }
}

/** Writes the times alone: what else stands on a seat changes with the table. */
function showTimes(view) {
  if (!hasClock(view)) return;
  for (const [index, colour] of view.colours.entries()) {
    const part = $(`seat-${colour}`).querySelector(".time");
    write(part, timeOf(view, index));
    part.classList.toggle("urgent", clockOf(view, index).isUrgent);
  }
}

watch((view) => {
  document.body.classList.toggle("timed", hasClock(view) && !!view.to_act && !view.standing);
  hear(view);
  showSeats(view);
});
setInterval(() => state.view?.to_act && document.visibilityState === "visible" && showTimes(state.view), TICK);
