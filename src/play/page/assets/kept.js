// Finished games, kept in the browser.
import { load } from "./files.js";
import { recall, remember } from "./remembered.js";
import { $, isOwner, make, watch } from "./state.js";
import { language, say } from "./texts.js";

/** Games that are kept; the oldest ones go first. */
const MOST = 50;
const NAME = "games";
let running = null;

const games = () => recall(NAME, []);
const keep = (list) => remember(NAME, list.slice(0, MOST));
/** Keeps a game; one that is kept already, such as one that was opened here, stays as it is. */
function add(game) {
  const list = games();
  const isKept = list.some(({ text, winner }) => text === game.text && (winner ?? null) === (game.winner ?? null));
  if (!isKept) keep([game, ...list]);
}

function show() {
  const items = games().map((game, index) => {
    const when = new Date(game.when).toLocaleString(language === "zh" ? "zh-CN" : "en", { dateStyle: "short", timeStyle: "short" });
    const result = game.winner ? say("won-short", { colour: say(game.winner) }) : say("drawn-short");
    const open = make("button", { textContent: `${when} · ${say(`short-${game.rule}`)} · ${say("moves-count", { count: game.moves })} · ${result}`, onclick: () => {
      $("games").close();
      load(game.text);
    } });
    const remove = make("button", { textContent: "✕", onclick: () => {
      keep(games().filter((_, other) => other !== index));
      show();
    } });
    remove.setAttribute("aria-label", say("delete-game"));
    return make("li", {}, open, remove);
  });
  $("games-list").replaceChildren(...items);
  $("no-games").hidden = items.length > 0;
}

watch((view) => {
  const over = !!view.outcome;
  if (over && running === false && view.picture.moves.length && isOwner()) {
    const winner = view.outcome.winner && view.colours[view.outcome.winner === "first" ? 0 : 1];
    add({ when: Date.now(), text: view.text, rule: view.rule, moves: view.picture.moves.length, winner });
  }
  running = over;
});
$("show-games").onclick = () => {
  show();
  $("games").showModal();
};
$("games-close").onclick = () => $("games").close();
