// Games and positions to and from files, the clipboard and links.
import { ask, command, failed } from "./connection.js";
import { later, whileBusy } from "./later.js";
import { aboutLink, copy, fromLink, linkTo } from "./link.js";
import { replaceGame } from "./replace.js";
import { $, changed, isElsewhere, isGomoku, isOwner, isStudied, nameOfMove, reveal, shownPicture, sideToMove, state, watch, withPasses, write } from "./state.js";
import { say, sentences } from "./texts.js";

/** How long an address of a saved file stays valid, in milliseconds. A browser may ask before it reads the file. */
const KEPT = 60_000;

export function save(name, blob) {
  const link = Object.assign(document.createElement("a"), { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}

/** The forms of pictures, which no program opens as a game. */
const PICTURES = ["png", "gif", "svg"];
/** What is saved in a form. */
async function content(form) {
  if (PICTURES.includes(form)) return (await later()).pictureBlob(form);
  if (form === "txt") return new Blob([`${state.view.text}\n`], { type: "text/plain" });
  return new Blob([await (await ask(`/api/game?form=${form}`)).text()], { type: "application/octet-stream" });
}

async function saveChosen() {
  const form = $("save-as").value;
  save(`kagetsu.${form}`, await content(form));
}
$("save").onclick = () => whileBusy("save", saveChosen);
$("save-as").onchange = changed;

/** What a form leaves out of the game, in words. */
function aboutLoss(view, form) {
  if (PICTURES.includes(form)) return "";
  return sentences(view.in_opening && say("save-opening"), form !== "sgf" && isStudied(view) && say("save-study"));
}

/** The position that is shown as one line of text: that of the game, an earlier one, a variation, or a step of a line. */
function textNow({ text, game }) {
  if (!isElsewhere()) return text;
  const words = text.split(" ");
  // Rule, board and stones that were set up stand before the moves of gomoku, the name alone before those of the other games.
  const begin = isGomoku() ? words.filter((word, place) => place < 2 || word.includes(":")) : words.slice(0, 1);
  const { preview } = state;
  const shown = shownPicture();
  const moves = [...shown.moves, ...(preview?.steps.slice(0, preview.step) ?? [])];
  const name = (move) => (move ? nameOfMove(shown, move).replaceAll(" ", "") : "pass");
  // Reversi writes its moves as one word, and passes by itself.
  const named = game === "reversi" ? [moves.map(name).join("")] : withPasses(moves, sideToMove()).map(name);
  return [...begin, ...named].join(" ").trim();
}

/** What the page has written into the field, and the position and the game at the table for which it has. */
let [filled, filledFor, filledIn] = ["", "", null];
/** Writes a text into the field, copies it and says so until there is another position. */
async function copyFilled(text, about) {
  filledFor = textNow(state.view);
  $("position-text").value = filled = text;
  $("copied").textContent = sentences(await copy($("position-text")), about);
}
$("copy-text").onclick = () => copyFilled(textNow(state.view), "");
$("copy-link").onclick = () => copyFilled(linkTo(textNow(state.view)), aboutLink());

/** Bytes of a file in which the name of its encoding is looked for. */
const HEAD = 8192;
/** The encodings that a mark or the game itself names, and UTF-8. */
const encodings = (bytes) => {
  const [, named] = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD)).match(/\bCA\s*\[([^\]]*)\]/) ?? [];
  const mark = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" }[(bytes[0] << 8) | bytes[1]];
  const ofGame = named?.trim();
  // UTF-8 is often named where it is not true.
  return [mark, /^utf-?8$/i.test(ofGame) ? "" : ofGame, "utf-8"].filter(Boolean);
};
/** Do all bytes beyond ASCII stand in pairs, as those of common Chinese letters do? A western letter with an accent seldom has
    another one beside it. */
const inPairs = (bytes) => {
  const runs = new TextDecoder("latin1").decode(bytes).match(/[^\0-\x7f]+/g) ?? [];
  return runs.every((run) => run.length % 2 === 0 && /^[\xa1-\xff]*$/.test(run));
};
/** Signs of ASCII, and Chinese letters with their punctuation. */
const COMMON = /^[\0-\x7f\u00b7\u2014\u2018-\u201d\u2026\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]*$/;
/** The text of a file in this encoding, or null where it does not fit. */
const decodedAs = (label, bytes) => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};
/** The text of a file, decided as the program decides but for its statistics of letters: by what is named, as UTF-8, as Chinese
    where all is common, else as western. */
const decoded = (bytes) => {
  for (const label of encodings(bytes)) {
    const text = decodedAs(label, bytes);
    if (text !== null) return text;
  }
  const chinese = inPairs(bytes) ? decodedAs("gb18030", bytes) : null;
  return chinese !== null && COMMON.test(chinese) ? chinese : new TextDecoder("latin1").decode(bytes);
};

/** Opens a game; `name` is that of its file, where it comes from one. */
async function openGame({ text, name }) {
  const isOpen = await command({ do: "load", text: fromLink(text) });
  const refused = isOpen ? null : state.refused;
  if (name && refused?.key === "refused-text") state.refused = { key: "file-refused", arguments: { name: { text: name }, why: refused.arguments.why } };
  if (name && refused?.key === "too-long") state.refused = { key: "file-too-long", arguments: { name: { text: name } } };
  changed();
  reveal("board");
}

/** Opens a game, after a question where a friend would lose his by it. */
export const load = (text, name = null) => replaceGame(() => openGame({ text, name }));
/** Opens the position of a link. */
export function openLinked(text) {
  if (isOwner()) replaceGame(() => openGame({ text, name: null }), text);
}
$("open-text").onclick = () => load($("position-text").value);
$("load").onclick = () => $("file").click();
/** How a library of RenLib begins. */
const RENLIB = [0xff, ...new TextEncoder().encode("RenLib"), 0xff];
async function loadFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!RENLIB.every((byte, index) => bytes[index] === byte)) return load(decoded(bytes), file.name);
  state.refused = { key: "file-renlib", arguments: { name: { text: file.name } } };
  changed();
}
$("file").onchange = async () => {
  const [file] = $("file").files;
  if (file) await loadFile(file).catch(failed);
  $("file").value = "";
};
watch((view) => {
  const { forms } = view;
  for (const option of $("save-as").options) option.hidden = option.disabled = ["sgf", "psq", "json"].includes(option.value) && !forms.includes(option.value);
  if ($("save-as").selectedOptions[0]?.disabled) $("save-as").value = forms[0];
  write($("save-note"), aboutLoss(view, $("save-as").value));
  // A position that was typed or pasted waits to be opened, while one is at it and until another game begins.
  const field = $("position-text");
  const hasFocus = document.activeElement === field;
  const text = textNow(view);
  const waits = field.value !== filled && (hasFocus || (field.value && filledIn === view.games));
  if (waits) return;
  filledIn = view.games;
  if (field.value === filled && filledFor === text) return;
  field.value = filled = filledFor = text;
  // What is typed next takes its place.
  if (hasFocus) field.select();
  $("copied").textContent = "";
});
