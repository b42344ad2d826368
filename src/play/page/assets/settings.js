// Settings of the display, kept in the browser.
import { ask, failed } from "./connection.js";
import { nameLevels } from "./dialogue.js";
import { recall, remember } from "./remembered.js";
import { $, changed, gameNow, watch } from "./state.js";
import { choose, fill, languageNow, say, speak } from "./texts.js";

const BOXES = ["coordinates", "numbers", "threats", "candidates", "ahead", "letters"];

/** Choices of the looks: the list, what the page's root is told, and what it is told nothing of. */
const LOOKS = [["theme", "theme", "auto"], ["board-look", "board", "wood"], ["stones-look", "stones", "shaded"]];

/** Shows the colours, the board and the stones that were chosen. */
export function applyLooks() {
  for (const [id, name, usual] of LOOKS) {
    const { value } = $(id);
    if (value === usual) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
  }
}

/** Writes all texts that do not change during a game, in the words of the game. */
function name() {
  for (const [id, key] of [["text", "type-move"], ["position-text", "position-text"]]) {
    Object.assign($(id), { placeholder: say(key), ariaLabel: say(key) });
  }
  nameLevels();
  fill();
}

/** Fills the list of languages, each by its own name. */
export function offerLanguages(languages) {
  const options = languages.map(({ tag, written, name }) => Object.assign(new Option(name, tag), { lang: written }));
  $("language").replaceChildren(...options);
}

/** Speaks another language, whose texts are these. */
export function applyLanguage(next, source) {
  $("language").value = next;
  speak(next, $("language").selectedOptions[0].lang, source);
  name();
  changed();
}

let named = null;
watch(() => {
  const game = gameNow();
  if (game !== named) name();
  named = game;
});

$("language").onchange = async () => {
  const next = $("language").value;
  // While its texts come another one may be chosen.
  const isWanted = () => $("language").value === next;
  try {
    const texts = await (await ask(`/api/texts?lang=${next}`)).text();
    if (!isWanted()) return;
    applyLanguage(next, texts);
    choose(next);
  } catch (error) {
    if (isWanted()) $("language").value = languageNow();
    failed(error);
  }
};
/** A part shows by a property what is kept by a name, and what is chosen is kept and shown. */
function bind(id, property, name, usual, show) {
  const part = $(id);
  part[property] = recall(name, usual);
  part.onchange = () => {
    remember(name, part[property]);
    show();
  };
}
for (const id of BOXES) bind(id, "checked", id, $(id).checked, changed);
for (const [id, name, usual] of LOOKS) {
  bind(id, "value", name, usual, applyLooks);
  // A look that there is no longer gives way to the usual one.
  $(id).value ||= usual;
}
// Earlier pages asked for a confirmation on touch or never, under another name.
bind("confirm-moves", "value", "confirm", recall("touch", true) ? "touch" : "never", changed);
