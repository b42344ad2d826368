// Texts of the catalogue in the chosen language.
import { FluentBundle, FluentNumber, FluentResource } from "./fluent.js";
import { recall, remember } from "./remembered.js";
import { gameNow } from "./state.js";

let texts = new FluentBundle("en");
let language = recall("language", navigator.language.startsWith("zh") ? "zh" : "en");
export const languageNow = () => language;

/** Numbers have no signs between their digits: most of them count moves or name rows. */
const argument = (value) => (typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : String(value));

/** A text in the words of a game. */
export function sayFor(game, name, values = {}) {
  const message = texts.getMessage(game?.words[name] ?? name) ?? texts.getMessage(name);
  if (!message?.value) return name;
  const filled = Object.fromEntries(Object.entries(values).map(([place, value]) => [place, argument(value)]));
  // With a list of errors a missing argument is shown by its name, not thrown.
  return texts.formatPattern(message.value, filled, []);
}
/** A text in the words of the game at the table. */
export const say = (name, values) => sayFor(gameNow(), name, values);

/** An event or a refusal in words. */
export function sayMessage(message) {
  const values = {};
  for (const [place, value] of Object.entries(message.arguments)) values[place] = value.text ?? value.number ?? say(value.word);
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

/** Speaks another language, whose texts are these. */
export function speak(next, source) {
  texts = new FluentBundle(next, { useIsolating: false });
  texts.addResource(new FluentResource(source));
  language = next;
  remember("language", next);
  fill();
}
