// Games that have ended or were left for another one, kept in the browser.
import { ask } from "./connection.js";
import { load } from "./files.js";
import { entriesOf, recall, remember } from "./remembered.js";
import { nameOfPlayer, playerOf } from "./seats.js";
import { $, indexOfSeat, isOwner, isStudied, make, ownSeat, replaceKept, state, watch } from "./state.js";
import { joined, label, locale, say, sayFor } from "./texts.js";
import { needsKey } from "./transport.js";

/** Most games that are kept. */
const MOST = 50;
const NAME = "games";
/** Where the game that runs is kept, which a server that is started again may not know. */
const RUNNING = "running";
/** The state before. */
let last = null;

const games = () => entriesOf(recall(NAME, null));
/** Keeps games, the newest first. The oldest ones go where there is no room for all. */
function keep(list) {
  for (let count = Math.min(list.length, MOST); count > 0; count--) if (remember(NAME, list.slice(0, count))) return;
  remember(NAME, list.slice(0, MOST));
}
/** Keeps a game; one that is kept already, such as one that was opened here, stays as it is. */
function add(game) {
  const list = games();
  const isKept = list.some(({ text, winner, unfinished }) => text === game.text && (winner ?? null) === (game.winner ?? null) && !unfinished === !game.unfinished);
  if (!isKept) keep([game, ...list]);
}

/** The names of both players. Games of earlier versions have kept them in the words of their time. */
const namesOf = ({ players, names, rule }) => (players?.map((player) => nameOfPlayer(player, gameOf(rule))) ?? names)?.join(" – ");
/** The game of a rule. */
const gameOf = (rule) => state.games[rule] ?? state.games.gomoku;

/** How a game has ended: for whoever keeps it, or for a colour where both sides or none were his own. */
function resultOf({ unfinished, winner, own, rule }) {
  if (unfinished) return say("unfinished-short");
  if (!winner) return say("drawn-short");
  if (own) return say(winner === own ? "own-won-short" : "own-lost-short");
  return say("won-short", { colour: sayFor(gameOf(rule), winner) });
}

function show() {
  const items = games().map((game) => {
    const when = new Date(game.when).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
    const open = make("button", { onclick: () => {
      $("games").close();
      load(game.record ?? game.text);
    } });
    const about = joined(say(`short-${game.rule}`), say("moves-count", { count: game.moves }), when);
    open.append(make("span", { className: "who", textContent: joined(namesOf(game), resultOf(game)) }), " ", make("span", { className: "soft", textContent: about }));
    const remove = make("button", { textContent: "✕", onclick: () => {
      keep(games().filter(({ when, text }) => when !== game.when || text !== game.text));
      show();
    } });
    label(remove, `${say("delete-game")}: ${joined(when, namesOf(game))}`);
    return make("li", {}, open, remove);
  });
  replaceKept($("games-list"), items);
  $("no-games").hidden = items.length > 0;
}

/** The game at the table with its names and its result, for those that are kept; nothing where no file holds it, or it does not
    come. JSON has the times of the moves as well, but not every game, and nothing that was tried or written beside it. */
async function recordNow(view) {
  const form = (isStudied(view) ? ["sgf"] : ["json", "sgf"]).find((form) => view.forms.includes(form));
  return form ? ask(`/api/game?form=${form}`).then((answer) => answer.text()).catch(() => null) : null;
}
async function addEnded(view) {
  const own = view.colours[ownSeat()] ?? null;
  const game = { ...entry(view), own, winner: view.outcome.winner && view.colours[indexOfSeat(view.outcome.winner)] };
  const record = await recordNow(view);
  // By now another game may be at the table.
  add(record && state.view.ticket === view.ticket ? { ...game, record } : game);
}

/** The players of Black and White. */
function playersOf(view) {
  const players = [0, 1].map((index) => playerOf(view, index));
  return view.colours[0] === "black" ? players : players.reverse();
}
const entry = (view) => ({ when: Date.now(), text: view.text, rule: view.rule, moves: view.picture.moves.length, players: playersOf(view) });
/** Is the game at the table one that ran, as it was or some moves earlier or later? */
function goesOn(view, game) {
  const begins = (text, start) => `${text} `.startsWith(`${start} `);
  return begins(view.text, game.text) || (view.picture.moves.length > 0 && begins(game.text, view.text));
}
/** Keeps the game that runs with each of its moves; where there is no server, the table is kept whole. One that is no longer
    at the table when the page begins was left. */
function keepRunning(view) {
  if (last?.text === view.text && !last.outcome === !view.outcome) return;
  const known = recall(RUNNING, null);
  if (known && !last && !goesOn(view, known)) add(known);
  const runs = !view.outcome && view.picture.moves.length > 0;
  if (runs || known) remember(RUNNING, runs ? { ...entry(view), unfinished: true } : null);
}
watch((view) => {
  const over = !!view.outcome;
  // Another game has taken the place of one that ran.
  const left = last && !last.outcome && last.games !== view.games && last.text !== view.text;
  if (isOwner() && left && last.picture.moves.length) add({ ...entry(last), unfinished: true });
  // A game that came from a file is kept there.
  const isRead = view.outcome?.reason === "recorded";
  if (isOwner() && over && !isRead && last && !last.outcome && view.picture.moves.length) addEnded(view);
  if (isOwner() && needsKey) keepRunning(view);
  last = view;
  if (!$("welcome").hidden) $("welcome-games").hidden = !games().length;
});
$("welcome-games").onclick = () => $("show-games").click();
$("show-games").onclick = () => {
  show();
  $("games").showModal();
};
