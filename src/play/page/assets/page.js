// The page: shows the state that the server sends and sends commands back. It knows no rule of the game.
import "./seats.js";
import "./status.js";
import "./choices.js";
import "./actions.js";
import "./talk.js";
import "./call.js";
import "./keys.js";
import "./tabs.js";
import "./moves.js";
import "./welcome.js";
import "./input.js";
import "./analysis.js";
import "./lesson.js";
import "./trouble.js";
import "./study.js";
import "./prove.js";
import "./compare.js";
import "./explorer.js";
import "./kept.js";
import "./puzzles.js";
import "./invite.js";
import "./tutorial.js";
import "./sound.js";
import { ask, enter, followLinks, listen, lock } from "./connection.js";
import { openLinked } from "./files.js";
import { readLink } from "./link.js";
import { applyLanguage, applyLooks, offerLanguages } from "./settings.js";
import { $, state } from "./state.js";

async function start() {
  const link = readLink();
  const found = await enter(link.key);
  if (found === null) return lock();
  try {
    const { who, offers, games, languages, language, texts } = found;
    Object.assign(state, { me: who, offers });
    for (const game of games) state.games[game.name] = game;
    offerLanguages(languages);
    applyLanguage(language, texts);
    listen();
    followLinks(openLinked);
    if (link.position) openLinked(link.position);
  } catch (error) {
    $("status").textContent = error.message;
  }
}

applyLooks();
start();

// For whoever looks at the page by scripts, such as its tests.
globalThis.kagetsu = { state, ask };
