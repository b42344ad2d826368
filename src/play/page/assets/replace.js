// Replaces the game at the table by that of a file, a link or the editor, and asks first where somebody would lose by it.
import { aboutEnd } from "./dialogue.js";
import { leave } from "./exercise.js";
import { $, changed, isLocal, state, watch, write } from "./state.js";
import { say } from "./texts.js";

/** The replacement that waits for an answer: { open, link, isAsked }. `link` is the position of a link, and null for anything else. */
let waiting = null;
/** Calls `open`, which replaces the game, at once or after the question. */
export function replaceGame(open, link = null) {
  waiting = { open, link, isAsked: false };
  changed();
}
// Anybody can make a link: no game with moves gives way to it unasked. One against a friend gives way to nothing unasked.
watch((view) => {
  if (!waiting) return;
  const { link } = waiting;
  const [dialogue, { length: count }] = [$("replace-dialogue"), view.picture.moves];
  const endsForFriend = !view.outcome && !isLocal(view);
  // A dialogue that was answered tells it a moment later.
  const isAsked = waiting.isAsked || dialogue.open;
  if (!isAsked && !endsForFriend && !(link && count)) return openWaiting();
  waiting.isAsked = true;
  // A friend's game that ends while the question is open leaves the words as they are.
  if (endsForFriend) write($("replace-note"), aboutEnd(view));
  else if (link) write($("replace-note"), say("replace-note", { count, text: link }));
  if (isAsked) return;
  dialogue.returnValue = "";
  dialogue.showModal();
});
function openWaiting() {
  const { open } = waiting;
  waiting = null;
  // What is opened is to be seen.
  if (state.exercise) leave();
  open();
}
$("replace-dialogue").addEventListener("close", () => {
  if ($("replace-dialogue").returnValue === "open") openWaiting();
  waiting = null;
});
