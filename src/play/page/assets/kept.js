// Finished games, kept in the browser.
import { load } from "./files.js";
import { $, isOwner, make, watch } from "./state.js";
import { language, say } from "./texts.js";

/** Games that are kept; the oldest ones go first. */
const MOST = 50;
const NAME = "games";
let running = null;

const games = () => {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]");
  } catch (error) {
    return [];
  }
};
const keep = (list) => localStorage.setItem(NAME, JSON.stringify(list.slice(0, MOST)));

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
    keep([{ when: Date.now(), text: view.text, rule: view.rule, moves: view.picture.moves.length, winner }, ...games()]);
  }
  running = over;
});
$("show-games").onclick = () => {
  show();
  $("games").showModal();
};
$("games-close").onclick = () => $("games").close();
