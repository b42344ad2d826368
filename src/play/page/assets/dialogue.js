// The dialogue for a new game. It begins with the choices of the game at the table.
import { ask, command, failed } from "./connection.js";
import { areOfThisMachine } from "./link.js";
import { recall, remember } from "./remembered.js";
import { listedNetworks, nameOfNetwork, nameOfSeat } from "./seats.js";
import { $, detectChange, isLocal, state, watch } from "./state.js";
import { say, sayFor } from "./texts.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CLOCKS = {
  none: {},
  "move-30": { per_move: 30 * SECOND },
  "game-5": { per_game: 5 * MINUTE, increment: 3 * SECOND },
  "game-15": { per_game: 15 * MINUTE, increment: 5 * SECOND },
};
const SIDES = { least: 5, most: 22, usual: 15 };
/** The levels of Kagetsu; `auto` follows the results. */
export const LEVELS = ["auto", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const USUAL_LEVEL = "4";
/** Where the choices of a game are kept for the next visit. */
export const CHOICES = "quick";
/** The level that was chosen last; that of a new table where none was. */
export const usualLevel = () => recall(CHOICES, null)?.level ?? USUAL_LEVEL;
/** Keeps a level that was chosen. */
export const keepLevel = (level) => remember(CHOICES, { ...recall(CHOICES, null), level });
/** A level by its number and its name. */
export const nameOfLevel = (level) => (level === "auto" ? say("level-auto") : `${say("level-now", { level })} · ${say(`level-name-${level}`)}`);

/** The clock that is typed in; an empty field, or what is no time at all, is no limit. */
function typedClock() {
  const number = (id) => Math.max(0, Number($(id).value) || 0);
  const limit = (value, unit) => Math.round(value * unit) || null;
  return { per_move: limit(number("per-move"), SECOND), per_game: limit(number("per-game"), MINUTE), increment: Math.round(number("increment") * SECOND) };
}

/** The programs that are chosen for seats; null for Kagetsu. */
function players() {
  const named = (id) => ($(`${id}-label`).hidden ? null : $(id).value || null);
  return { program: named("program"), rival: named("rival") };
}

/** Who plays, as the dialogue has it. */
function begins(seats) {
  const remote = seats.map((seat) => seat.remote !== undefined);
  if (remote.includes(true)) return remote[1] ? (remote[0] ? "remote-both" : "remote") : "remote-first";
  const persons = seats.map((seat) => seat === "person");
  if (persons[0]) return persons[1] ? "two" : "person";
  return persons[1] ? "kagetsu" : "watch";
}

/** Shows a limit of time as one of the clocks, or as numbers. */
function fillClock(time) {
  const { per_move = null, per_game = null, increment = 0 } = time;
  const isIt = (clock) => (clock.per_move ?? null) === per_move && (clock.per_game ?? null) === per_game && (clock.increment ?? 0) === increment;
  $("clock").value = Object.keys(CLOCKS).find((name) => isIt(CLOCKS[name])) ?? "own";
  if ($("clock").value !== "own") return;
  $("per-move").value = per_move ? per_move / SECOND : "";
  $("per-game").value = per_game ? per_game / MINUTE : "";
  $("increment").value = increment / SECOND;
}

/** Fills the dialogue with the choices of the game at the table, as far as the lists have them. */
function fill({ game, rule, opening, picture, seats, time }) {
  const choose = (id, value) => [...$(id).options].some((option) => option.value === String(value)) && ($(id).value = value);
  choose("game", game);
  if (state.games[game].setup) {
    choose("rule", rule);
    choose("opening", opening);
    if (picture.width === picture.height) choose("size", picture.width);
  }
  choose("begins", begins(seats));
  const programs = seats.map(({ program }) => program ?? "");
  choose("program", $("begins").value === "watch" ? programs[0] : programs.find(Boolean) ?? "");
  choose("rival", programs[1]);
  choose("level", seats.find(({ kagetsu }) => kagetsu)?.kagetsu ?? usualLevel());
  fillClock(time);
}

/** Shows what belongs to the choices. */
function suit() {
  const game = state.games[$("game").value];
  for (const part of document.querySelectorAll("[data-setup]")) part.hidden = !game.setup;
  $("game-about").hidden = game.setup;
  $("game-about").textContent = game.setup ? "" : say(`about-${game.name}`);
  const networks = game.setup && state.view ? state.view.networks : [];
  const programs = game.setup && state.offers.programs.length + networks.length > 0;
  const { value } = $("begins");
  const watched = value === "watch";
  $("program-label").hidden = !programs || !["person", "kagetsu", "watch"].includes(value);
  $("rival-label").hidden = !programs || !watched;
  $("program-name").textContent = say(watched ? "opponent-first" : "opponent");
  for (const option of $("begins").options) {
    option.textContent = sayFor(game, option.dataset.t);
    option.hidden = option.disabled = option.value.startsWith("remote") && !state.offers.invitations;
  }
  const { program: chosen, rival } = players();
  if (programs) document.querySelector("#begins [value=watch]").textContent = say("begins-programs");
  if (chosen) {
    document.querySelector("#begins [value=person]").textContent = say("begins-against", { name: chosen });
    document.querySelector("#begins [value=kagetsu]").textContent = say("begins-opponent", { name: chosen });
  }
  $("own-clock").hidden = $("clock").value !== "own";
  // A number that is not seen keeps nobody from beginning.
  for (const field of $("own-clock").querySelectorAll("input")) field.disabled = $("own-clock").hidden;
  // A network plays the game that it has learned.
  const learned = programs && networks.find(({ name }) => name === chosen || (watched && name === rival));
  if (learned) for (const [id, value] of [["rule", learned.rule], ["size", learned.size], ["opening", "free"]]) $(id).value = String(value);
  for (const id of ["rule", "size", "opening"]) $(id).disabled = !!learned;
  // Without Kagetsu there is no level.
  const alone = programs && chosen && (!watched || rival);
  $("level-label").hidden = value.startsWith("remote") || value === "two" || !!alone;
}

/** The links for players elsewhere and spectators. */
export const invitations = async () => (await ask("/api/invitations")).json();
/** Shows what belongs to who plays, and where that is somebody elsewhere whether anybody can come. */
async function suitPlayers() {
  suit();
  const isRemote = () => $("begins").value.startsWith("remote");
  const isClosed = isRemote() && areOfThisMachine(await invitations());
  // Meanwhile somebody else may have been chosen.
  $("dialogue-local").hidden = !isClosed || !isRemote();
}
const showPlayers = () => suitPlayers().catch(failed);

/** Writes the lists of opponents: networks that learn become more while one looks. */
function nameOpponents() {
  const networks = state.view?.networks ?? [];
  for (const id of ["program", "rival"]) {
    const { value } = $(id);
    const options = [...state.offers.programs.map((name) => new Option(name, name)), ...listedNetworks(networks, value).map((network) => new Option(nameOfNetwork(network), network.name))];
    $(id).replaceChildren(new Option(say("program-name"), ""), ...options);
    $(id).value = options.some((option) => option.value === value) ? value : "";
  }
}
const areNewNetworks = detectChange();
watch(({ networks }) => {
  if (!areNewNetworks(networks)) return;
  nameOpponents();
  suit();
});

/** Writes the lists whose texts depend on more than the language. */
export function nameLevels() {
  const chosen = $("game").value || "gomoku";
  $("game").replaceChildren(...Object.keys(state.games).map((name) => new Option(say(`game-${name}`), name, false, name === chosen)));
  nameOpponents();
  for (const option of $("level").options) option.textContent = nameOfLevel(option.value);
}

for (let n = SIDES.least; n <= SIDES.most; n++) $("size").add(new Option(`${n} × ${n}`, n, n === SIDES.usual, n === SIDES.usual));
for (const level of LEVELS) $("level").add(new Option(level, level));

/** What becomes of the game that runs when another one takes its place. */
export function aboutEnd(view) {
  const friend = view.guests.findIndex((guest) => guest !== null);
  return friend < 0 ? say("ends-game", { count: view.picture.moves.length }) : say("ends-game-friend", { name: nameOfSeat(view, friend, { presence: false }) });
}

/** Opens the dialogue, with somebody else who plays if that is said. */
export function chooseGame(players) {
  fill(state.view);
  if (players) $("begins").value = players;
  showPlayers();
  const { outcome, picture } = state.view;
  $("ends-game").hidden = !!outcome || (!picture.moves.length && isLocal(state.view));
  $("ends-game").textContent = aboutEnd(state.view);
  // A dialogue that is closed by Escape keeps the return value of the last time.
  $("dialogue").returnValue = "";
  $("dialogue").showModal();
}
$("new").onclick = () => chooseGame();
for (const id of ["game", "clock", "program", "rival"]) $(id).onchange = suit;
$("begins").onchange = showPlayers;
// The procedures of renju want the board of renju.
$("opening").onchange = () => {
  if (!["free", "swap", "swap2"].includes($("opening").value)) {
    $("rule").value = "renju";
    $("size").value = String(SIDES.usual);
  }
};
$("dialogue").addEventListener("close", async () => {
  if ($("dialogue").returnValue !== "start") return;
  const value = (id) => $(id).value;
  const time = value("clock") === "own" ? typedClock() : CLOCKS[value("clock")];
  if (!$("level-label").hidden) keepLevel(value("level"));
  const isBegun = await command({ do: "new", game: value("game"), rule: value("rule"), size: Number(value("size")), opening: value("opening"), begins: value("begins"), level: value("level"), time, ...players() });
  if (isBegun && value("begins").startsWith("remote")) $("invite").click();
});
