// Another game takes the place of the one here: a file, a link, a position that was set up. It asks before that where it matters.
import { aboutEnd } from "./dialogue.js";
import { leave } from "./exercise.js";
import { $, changed, isLocal, state, watch, write } from "./state.js";
import { say } from "./texts.js";

/** What is done once it may take the place of the game: { open, link, isAsked }; `link` is the text of one, where that asks for it. */
let waiting = null;
/** Does what puts another game in the place of the one here, once that may be. */
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
  write($("replace-note"), endsForFriend ? aboutEnd(view) : say("replace-note", { count, text: link }));
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
