// The text that explains a game, for games that have one.
import { ask, lost } from "./connection.js";
import { $, gameNow, make, watch } from "./state.js";
import { language, say } from "./texts.js";

/** A line of text with its `code`. */
function inline(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", { textContent: part }) : part));
}

/** The parts of a text in the few forms of Markdown that our texts use: headings, paragraphs, code. */
function parts(text) {
  const made = [];
  const [blocks, fence] = [text.split(/^```\w*$/m), 1];
  blocks.forEach((block, index) => {
    if (index % 2 === fence) {
      // Lines that begin with # are needed by the compiler only.
      const lines = block.split("\n").filter((line) => !/^# ?/.test(line));
      made.push(make("pre", {}, make("code", { textContent: lines.join("\n").trim() })));
    } else {
      for (const paragraph of block.split(/\n\s*\n/).map((lines) => lines.trim()).filter(Boolean)) {
        const [, marks, title] = paragraph.match(/^(#+) (.*)$/s) ?? [];
        made.push(marks ? make(marks.length > 1 ? "h3" : "h2", { textContent: title }) : make("p", {}, ...inline(paragraph)));
      }
    }
  });
  return made;
}

$("tutorial").onclick = async () => {
  try {
    const text = await (await ask(`/api/tutorial?lang=${language}`)).text();
    $("tutorial-short").textContent = say(`about-${gameNow().name}`);
    $("tutorial-text").lang = document.documentElement.lang;
    $("tutorial-text").replaceChildren(...parts(text));
    $("tutorial-dialogue").showModal();
  } catch (error) {
    lost();
  }
};
$("tutorial-close").onclick = () => $("tutorial-dialogue").close();
watch(() => {
  $("tutorial").hidden = !gameNow()?.tutorial;
});
