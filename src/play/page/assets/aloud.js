// The board in words, for whoever does not see it: said on wish by keys, and as a list of rows to be read through.
import { allSpots, rowsOf } from "./cells.js";
import { seenPicture } from "./editor.js";
import { hasClock, nameOfSeat, timeOf } from "./seats.js";
import { $, boardPicture, cellAt, detectChange, isElsewhere, make, nameOf, nameOfMove, state, watch } from "./state.js";
import { say, sentences } from "./texts.js";

/** Says something now. The same words twice are said twice. */
export function speak(text) {
  $("spoken").replaceChildren(make("span", { textContent: text }));
}

const COLOURS = ["black", "white"];
/** The pieces of a colour on some of the spots. */
const ownedBy = (picture, colour, spots) => spots.filter((spot) => cellAt(picture, spot).piece === colour);
const list = (picture, spots) => spots.map((spot) => nameOf(picture, spot)).join(", ");

/** What lies on some spots, colour by colour; empty where nothing does. */
function owned(picture, spots) {
  const parts = COLOURS.map((colour) => [colour, ownedBy(picture, colour, spots)]).filter(([, own]) => own.length);
  return parts.map(([colour, own]) => `${say(colour)}: ${list(picture, own)}`).join("; ");
}

/** Everything on the board. */
const stones = (picture) => owned(picture, allSpots(picture)) || say("aloud-empty");

/** A row or a column through the point of the keyboard. */
function along(axis) {
  const picture = seenPicture();
  const { cursor } = state;
  if (!cursor || picture.grid.net) return stones(picture);
  const spots = allSpots(picture).filter((spot) => spot[axis] === cursor[axis]);
  return `${list(picture, [spots[0]])} – ${list(picture, [spots.at(-1)])}: ${owned(picture, spots) || say("aloud-empty")}`;
}

function lastMove() {
  const picture = seenPicture();
  const { moves } = picture;
  const last = moves.at(-1);
  if (!last) return say("aloud-empty");
  const colour = cellAt(picture, last.spots.at(-1)).piece;
  return `${moves.length}. ${colour ? `${say(colour)}: ` : ""}${nameOfMove(picture, last)}`;
}

/** Threats of both sides, where help is allowed. They are known of the position in which a game of gomoku goes on. */
function threats({ threats: both, without_help }) {
  const isGame = !state.exercise && !state.edited && !isElsewhere();
  if (isGame && without_help) return say("refused-no-help");
  if (!isGame || !both) return say("aloud-game-threats");
  const kinds = ["five", "open_four", "four", "three"];
  const picture = boardPicture();
  const parts = COLOURS.flatMap((colour, index) => kinds.filter((kind) => both[index][kind].length).map((kind) => `${say(colour)}, ${say(`threat-${kind.replace("_", "-")}`)}: ${list(picture, both[index][kind])}`));
  return parts.length ? `${say("aloud-could-make")} ${parts.join("; ")}` : say("aloud-no-threats");
}

function clocks(view) {
  if (!hasClock(view)) return say("clock-none");
  return [0, 1].map((index) => `${nameOfSeat(view, index)}: ${timeOf(view, index)}`).join("; ");
}

/** Where it stands what is asked: in the status, and in the bars below it. */
const ASKED = "#status, #learn-text, #drill-about, :is(#trouble-bar, #lesson-bar, #edit-bar, #choices) p";
/** What is asked, as far as it is seen. */
function asked() {
  const seen = [...document.querySelectorAll(ASKED)].filter((part) => part.getClientRects().length);
  return sentences(...seen.map((part) => part.innerText.replace(/\n+/g, " ")));
}

/** What can be asked for, by name. */
export const ALOUD = {
  "aloud-last": lastMove,
  "aloud-status": asked,
  "aloud-stones": () => stones(seenPicture()),
  "aloud-row": () => along("y"),
  "aloud-column": () => along("x"),
  "aloud-threats": threats,
  "aloud-clocks": clocks,
};

let said = null;
const isNew = detectChange();
watch(({ ticket }) => {
  // What was said of another position is said no longer.
  if (said !== ticket) $("spoken").replaceChildren();
  said = ticket;
  const picture = seenPicture();
  if (!isNew(picture.cells, picture.grid)) return;
  const all = allSpots(picture);
  const rows = picture.grid.net ? [all] : rowsOf(all);
  const texts = rows.map((spots) => owned(picture, spots)).filter(Boolean);
  $("board-words").replaceChildren(...(texts.length ? texts : [say("aloud-empty")]).map((textContent) => make("li", { textContent })));
});
