// The page: shows the state that the server sends and sends commands back. It knows no rule of the game.
import "./panels.js";
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
import { ask, hasKey, listen, lock, wanted } from "./connection.js";
import { load } from "./files.js";
import { applyLanguage, applyTheme } from "./settings.js";
import { $, state } from "./state.js";
import { language } from "./texts.js";

async function start() {
  if (!hasKey()) return lock();
  try {
    const [me, offers, games] = await Promise.all(["me", "offers", "games"].map(async (name) => (await ask(`/api/${name}`)).json()));
    Object.assign(state, { me, offers });
    for (const game of games) state.games[game.name] = game;
    await applyLanguage(language);
    listen();
    if (wanted && state.me === "owner") await load(wanted);
  } catch (error) {
    $("status").textContent = error.message;
  }
}

applyTheme();
start();
