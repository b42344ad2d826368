// The rules of the game.
import { ask, failed } from "./connection.js";
import { $, make } from "./state.js";
import { languageNow } from "./texts.js";

/** The parts of a text in the few forms of Markdown that the rules use: headings and paragraphs. */
function parts(text) {
  const paragraphs = text.split(/\n\s*\n/).map((lines) => lines.trim()).filter(Boolean);
  return paragraphs.map((paragraph) => {
    const [, title] = paragraph.match(/^#+ (.*)$/s) ?? [];
    return title ? make("h3", { textContent: title }) : make("p", { textContent: paragraph });
  });
}

$("tutorial").onclick = async () => {
  try {
    const text = await (await ask(`/api/rules?lang=${languageNow()}`)).text();
    $("tutorial-text").lang = document.documentElement.lang;
    $("tutorial-text").replaceChildren(...parts(text));
    $("tutorial-dialogue").showModal();
  } catch (error) {
    failed(error);
  }
};
$("tutorial-close").onclick = () => $("tutorial-dialogue").close();
