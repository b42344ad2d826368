// Texts of the catalogue in the chosen language.
import { ask } from "./connection.js";
import { recall, remember } from "./remembered.js";
import { gameNow } from "./state.js";

let texts = {};
export let language = recall("language", navigator.language.startsWith("zh") ? "zh" : "en");

/** A text in the words of a game. */
export function sayFor(game, name, values = {}) {
  const text = texts[game?.words[name]] ?? texts[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (_, place) => values[place] ?? place);
}
/** A text in the words of the game at the table. */
export const say = (name, values) => sayFor(gameNow(), name, values);

/** An event or a refusal in words. */
export function sayMessage(message) {
  const values = {};
  for (const [place, value] of Object.entries(message.arguments)) values[place] = value.text ?? say(value.word);
  return say(message.key, values);
}

/** Fills the page: `data-t` names a text, `data-label` the name of a part that shows a sign or a drawing. */
export function fill() {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const part of document.querySelectorAll("[data-t]")) part.textContent = say(part.dataset.t);
  for (const part of document.querySelectorAll("[data-label]")) {
    part.setAttribute("aria-label", say(part.dataset.label));
    part.title = say(part.dataset.label);
    if (part instanceof HTMLTextAreaElement) part.placeholder = say(part.dataset.label);
  }
}

export async function choose(next) {
  texts = await (await ask(`/api/texts?lang=${next}`)).json();
  language = next;
  remember("language", next);
  fill();
}
