// The end of a game as something to show: a picture with names and result, still or moving, and a link to the position.
import { addressOf } from "./board.js";
import { messageOf } from "./connection.js";
import { save } from "./files.js";
import { aboutLink, copy, linkTo } from "./link.js";
import { pictureBlob, svgText } from "./picture.js";
import { nameOfPlayer, playerOf } from "./seats.js";
import { $, detectChange, indexOfSeat, pictureAfter, state, watch } from "./state.js";
import { reasonOf } from "./status.js";
import { say, sayMessage, sentences } from "./texts.js";

/** Width of the picture in the dialogue, in pixels. */
const PREVIEW = 640;

/** What stands below the board: who played, and how it ended. */
function caption(view) {
  const named = (index) => {
    const [colour, player] = [say(view.colours[index]), playerOf(view, index)];
    // Whoever gets the picture is another "you".
    return player.word ? colour : say("said-line", { colour, text: nameOfPlayer(player) });
  };
  const names = [0, 1].map(named).join(" – ");
  const result = view.outcome ? sentences(say(view.outcome.winner ? "colour-won" : "game-drawn", { colour: say(view.colours[indexOfSeat(view.outcome.winner)]) }), reasonOf(view)) : say("moves-count", { count: view.picture.moves.length });
  return [names, `${result} · Kagetsu`];
}

const tell = (done, all) => ($("share-note").textContent = say("reviewing", { done, all }));
/** The picture in a form. */
const made = (form) => pictureBlob(form, pictureAfter(Infinity), caption(state.view), tell);

/** Is a picture being made? */
let isMaking = false;
/** A button that cannot be pressed meanwhile is pale only: if it were disabled, the keyboard would lose its place. */
function setMaking(now) {
  isMaking = now;
  // How far it has come is seen, and not read aloud number by number.
  $("share-note").ariaLive = now ? "off" : "polite";
  for (const button of $("share-dialogue").querySelectorAll(".row button")) button.ariaDisabled = now;
}
/** Does something with a picture and says what comes of it. Meanwhile no other one is made. */
async function hand(what) {
  if (isMaking) return;
  setMaking(true);
  const note = await what().then((said) => said ?? aboutLink(), (error) => sayMessage(messageOf(error)));
  setMaking(false);
  $("share-note").textContent = note;
}

/** Saves the picture, and says so. */
async function saved(form) {
  const name = `kagetsu.${form}`;
  save(name, await made(form));
  return say("share-saved", { name });
}
for (const form of ["png", "gif", "svg"]) $(`share-${form}`).onclick = () => hand(() => saved(form));
$("share-sheet").onclick = () =>
  hand(async () => {
    const file = new File([await made("png")], "kagetsu.png", { type: "image/png" });
    const both = { files: [file], text: `${caption(state.view).join("\n")}\n${linkTo(state.view.text)}` };
    // Whoever closes the sheet has changed his mind. What is not shared can be saved: some browsers no longer take a press for
    // one once the picture is made.
    const isOver = await navigator.share(both).then(() => true, ({ name }) => name === "AbortError");
    return isOver ? null : saved("png");
  });
// Some browsers copy only what a press begins at once, and wait for the picture.
$("share-copy").onclick = () =>
  hand(async () => {
    const item = new ClipboardItem({ "image/png": made("png") });
    const isCopied = await navigator.clipboard.write([item]).then(() => true, () => false);
    // What cannot be copied can be saved.
    return isCopied ? say("share-copied") : saved("png");
  });
$("share-link").onclick = async () => ($("share-note").textContent = sentences(await copy($("share-text")), aboutLink()));
/** Shows the game as it stands. */
function show(view) {
  const [names, result] = caption(view);
  $("share-picture").src = addressOf(svgText(pictureAfter(Infinity), [names, result], PREVIEW));
  $("share-picture").alt = `${names}. ${result}`;
  $("share-text").value = linkTo(view.text);
}
const isNew = detectChange();
// It goes on while the dialogue is open.
watch((view) => isNew(view.text, view.outcome) && $("share-dialogue").open && show(view));

/** Shows the dialogue. */
export function share() {
  show(state.view);
  $("share-note").textContent = aboutLink();
  const empty = new File([""], "kagetsu.png", { type: "image/png" });
  $("share-sheet").hidden = !navigator.canShare?.({ files: [empty] });
  $("share-copy").hidden = !navigator.clipboard?.write || !globalThis.ClipboardItem;
  $("share-dialogue").showModal();
}
