// The page: shows the state that the server sends and sends commands back. It knows no rule of the game.
import "./ahead.js";
import "./seats.js";
import "./status.js";
import "./choices.js";
import "./actions.js";
import "./talk.js";
import "./call.js";
import "./keys.js";
import "./tabs.js";
import "./moves.js";
import "./input.js";
import "./analysis.js";
import "./lesson.js";
import "./trouble.js";
import "./study.js";
import "./prove.js";
import "./kept.js";
import "./sound.js";
import { ask, failed, findKey, followLinks, listen, lock } from "./connection.js";
import { openLinked } from "./files.js";
import { later, resume, tellLeftOver } from "./later.js";
import { readLink } from "./link.js";
import { keepExercise } from "./remembered.js";
import { applyLanguage, applyLooks, offerLanguages } from "./settings.js";
import { $, state, watch } from "./state.js";
import { passOverChoices } from "./welcome.js";

const openChapter = (id) => later().then(({ learn }) => learn(id)).catch(failed);

/** Everything has its text and its place. */
const started = () => document.body.classList.remove("starting");

async function start() {
  const link = readLink();
  const found = await findKey(link.key);
  if (found === null) return lock();
  try {
    const { who, offers, games, languages, language, texts } = found;
    Object.assign(state, { me: who, offers });
    for (const game of games) state.games[game.name] = game;
    offerLanguages(languages);
    applyLanguage(language, texts);
    // What only some servers offer comes with what is loaded later.
    if (offers.programs.length || offers.database) later().catch(failed);
    listen();
    tellLeftOver();
    followLinks(openLinked, openChapter);
    if (link.position) {
      passOverChoices();
      // The exercise of an earlier visit is over, or the next reload would show it.
      keepExercise(null);
      openLinked(link.position);
    } else if (link.chapter) openChapter(link.chapter);
    else resume();
  } catch (error) {
    started();
    $("status").textContent = error.message;
  }
}

applyLooks();
watch(started);
start();

// For whoever looks at the page by scripts, such as its tests.
globalThis.kagetsu = { state, ask };
