// The end of a game as something to show: a picture with names and result, still or moving, and a link to the position.
import { messageOf } from "./connection.js";
import { linkCopied, save } from "./files.js";
import { copy, positionLink } from "./link.js";
import { gifBlob, pngBlob, svgText } from "./picture.js";
import { nameOfSeat } from "./seats.js";
import { $, indexOfSeat, pictureAfter, state } from "./state.js";
import { reasonOf } from "./status.js";
import { say, sayMessage } from "./texts.js";

/** Width of the picture in the dialogue, in pixels. */
const PREVIEW = 640;

/** What stands below the board: who played, and how it ended. */
function caption(view) {
  const named = (index) => {
    const [colour, name] = [say(view.colours[index]), nameOfSeat(view, index, { presence: false })];
    return name === colour ? name : say("said-line", { colour, text: name });
  };
  const names = [0, 1].map(named).join(" – ");
  const result = view.outcome ? `${say(view.outcome.winner ? "colour-won" : "game-drawn", { colour: say(view.colours[indexOfSeat(view.outcome.winner)]) })} ${reasonOf(view)}` : say("moves-count", { count: view.picture.moves.length });
  return [names, `${result} · Kagetsu`];
}

/** The picture in a form. */
async function made(form) {
  const lines = caption(state.view);
  if (form === "svg") return new Blob([svgText(pictureAfter(Infinity), lines)], { type: "image/svg+xml" });
  if (form === "png") return pngBlob(pictureAfter(Infinity), lines);
  return gifBlob(lines, (done, all) => ($("share-note").textContent = say("reviewing", { done, all })));
}

/** Makes a picture and hands it on. Meanwhile no other one is made. */
async function hand(form, on) {
  const buttons = $("share-dialogue").querySelectorAll(".row button");
  for (const button of buttons) button.disabled = true;
  try {
    on(new File([await made(form)], `kagetsu.${form}`, { type: { svg: "image/svg+xml" }[form] ?? `image/${form}` }));
    $("share-note").textContent = "";
  } catch (error) {
    $("share-note").textContent = sayMessage(messageOf(error));
  }
  for (const button of buttons) button.disabled = false;
}

for (const form of ["png", "gif", "svg"]) $(`share-${form}`).onclick = () => hand(form, (file) => save(file.name, file));
$("share-sheet").onclick = () =>
  hand("png", (file) => {
    const both = { files: [file], text: `${caption(state.view).join("\n")}\n${state.view.text}` };
    // Whoever closes the sheet has changed his mind.
    navigator.share(both).catch(() => {});
  });
$("share-link").onclick = async () => ($("share-note").textContent = linkCopied(await copy($("share-text"))));
/** Shows the dialogue. */
export function share() {
  const [names, result] = caption(state.view);
  $("share-picture").src = `data:image/svg+xml,${encodeURIComponent(svgText(pictureAfter(Infinity), [names, result], PREVIEW))}`;
  $("share-picture").alt = `${names}. ${result}`;
  $("share-text").value = positionLink(state.view.text);
  $("share-note").textContent = "";
  const file = new File([""], "kagetsu.png", { type: "image/png" });
  $("share-sheet").hidden = !navigator.canShare?.({ files: [file] });
  $("share-dialogue").showModal();
}
$("share-close").onclick = () => $("share-dialogue").close();
