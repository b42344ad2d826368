// Settings of the display, kept in the browser.
import { ask, failed } from "./connection.js";
import { nameLevels } from "./dialogue.js";
import { recall, remember } from "./remembered.js";
import { $, changed, gameNow, watch } from "./state.js";
import { choose, fill, languageNow, say, speak } from "./texts.js";

const BOXES = ["coordinates", "numbers", "threats", "candidates", "touch"];

export function applyTheme() {
  const theme = $("theme").value;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Writes all texts that do not change during a game, in the words of the game. */
function name() {
  for (const [id, key] of [["text", "type-move"], ["position-text", "position-text"]]) {
    $(id).placeholder = say(key);
    $(id).setAttribute("aria-label", say(key));
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
  try {
    applyLanguage(next, await (await ask(`/api/texts?lang=${next}`)).text());
    choose(next);
  } catch (error) {
    $("language").value = languageNow();
    failed(error);
  }
};
for (const id of BOXES) {
  $(id).checked = recall(id, $(id).checked);
  $(id).onchange = () => {
    remember(id, $(id).checked);
    changed();
  };
}
$("theme").value = recall("theme", "auto");
$("theme").onchange = () => {
  remember("theme", $("theme").value);
  applyTheme();
};
// A click elsewhere closes the panel.
addEventListener("pointerdown", (event) => {
  if (!$("settings").contains(event.target)) $("settings").open = false;
});
