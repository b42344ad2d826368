// Texts of the catalogue in the chosen language.
import { FluentBundle, FluentNumber, FluentResource } from "./fluent.js";
import { recall, remember } from "./remembered.js";
import { gameNow } from "./state.js";

let texts = new FluentBundle("en");
let language = "en";
export const languageNow = () => language;

const NAME = "language";
/** Keeps a language for the next visit. */
export const choose = (next) => remember(NAME, next);

// A link may name a language. It is a choice like that of the settings, and later ones take its place.
const linked = new URLSearchParams(location.search).get("lang");
if (linked) {
  choose(linked);
  history.replaceState(history.state, "", location.pathname + location.hash);
}

/** The languages that the reader wants, best first: the one that was chosen, and those that the browser asks for. */
const wished = () => [recall(NAME, null), ...navigator.languages].filter(Boolean);
export const wishes = () => encodeURIComponent(wished().join(","));

/** The place of a language among these, as a number; one that is not wanted comes after them. */
export function placeOfWish(tag) {
  const wanted = wished().map((wish) => wish.split("-")[0]);
  const place = wanted.indexOf(tag.split("-")[0]);
  return place < 0 ? wanted.length : place;
}

/** The locale for dates and numbers: the reader's own kind of the language, such as British English. */
export const locale = () => navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;

/** A large number, with signs between its digits as the language has them. */
export const grouped = (value) => new FluentNumber(value, { useGrouping: true });
/** Other numbers have no such signs: most of them count moves or name rows. */
const argument = (value) => (typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : value instanceof FluentNumber ? value : String(value));

/** What writes numbers, by their decimal places. */
const writers = new Map();
/** A number with so many decimal places, as the language writes it. */
export function decimal(value, places) {
  if (!writers.has(places)) writers.set(places, new Intl.NumberFormat(locale(), { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false }));
  return writers.get(places).format(value);
}
/** A number in few digits: with a decimal place below ten. What rounding brings to ten is ten. */
const brief = (value) => decimal(value, value < 9.95 ? 1 : 0);

/** A large number in few signs, which a disc of the board has room for. What rounding brings to a million is one. */
export function short(number) {
  if (number < 1_000) return String(number);
  return number < 999_500 ? `${brief(number / 1_000)}k` : `${brief(number / 1_000_000)}M`;
}

/** A share as a whole number of percent. */
export const rounded = (share) => Math.round(100 * share);
/** A small part as a percentage. */
export const percent = (part) => `${brief(100 * part)} %`;

/** Is there a text of this name? */
export const hasText = (name) => texts.hasMessage(name);

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
  for (const [place, value] of Object.entries(message.arguments)) values[place] = value.text ?? value.number ?? (value.message ? sayMessage(value.message) : say(value.word));
  return say(message.key, values);
}

/** Sentences one behind the other; empty ones are left out. Chinese and Japanese have no blank between them. */
export const sentences = (...parts) => parts.filter(Boolean).join(["zh", "ja"].includes(language) ? "" : " ");

/** Parts of a line with dots between them; empty ones are left out. */
export const joined = (...parts) => parts.filter(Boolean).join(" · ");

/** Names a part that shows a sign or a drawing, for the pointer and for whoever does not see it. */
export const label = (part, text) => Object.assign(part, { ariaLabel: text, title: text });

/** What the texts of the page may name. An address without a port has that of HTTP. */
const OF_PAGE = { port: location.port || "80" };

/** Fills the page: `data-t` names a text, `data-label` the name of a part that shows a sign or a drawing, and of a group or a
    list, which the pointer does not tell for each of its parts. */
export function fill() {
  for (const part of document.querySelectorAll("[data-t]")) part.textContent = say(part.dataset.t, OF_PAGE);
  for (const part of document.querySelectorAll("[data-label]")) {
    const text = say(part.dataset.label);
    if (part.matches("[role], ol")) part.ariaLabel = text;
    else label(part, text);
    if (part instanceof HTMLTextAreaElement) part.placeholder = text;
  }
}

/** More texts, by their languages. */
const more = new Map();
/** Are there more texts of the language that is spoken? */
export const hasMoreTexts = () => more.has(language);
/** More texts of a language. */
export function addTexts(of, source) {
  more.set(of, new FluentResource(source));
  if (of === language) texts.addResource(more.get(of), { allowOverrides: true });
}

/** Speaks another language from now on, which is written so and whose texts are these. */
export function speak(next, written, source) {
  language = next;
  document.documentElement.lang = written;
  texts = new FluentBundle(locale(), { useIsolating: false });
  writers.clear();
  texts.addResource(new FluentResource(source));
  // Until more texts of this language come, those that came last are better than none.
  const known = more.get(next) ?? [...more.values()].at(-1);
  if (known) texts.addResource(known);
}
