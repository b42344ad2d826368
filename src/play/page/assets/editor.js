// The position editor: a click lays a stone of the colour that was laid last, the next one of the other colour, the third none.
import { command } from "./connection.js";
import { entriesOf, keepExercise } from "./remembered.js";
import { replaceGame } from "./replace.js";
import { $, alike, changed, indexOf, isGomoku, isOwner, lookAt, otherColour, shownPicture, spotOf, state, watch } from "./state.js";

/** The board as it is to be seen: while the editor is open with its stones instead of those of the game. */
export function seenPicture() {
  if (!state.edited) return shownPicture();
  const { picture } = state.view;
  const cells = picture.cells.map((_, index) => (state.edited.has(index) ? { piece: state.edited.get(index) } : "empty"));
  return { ...picture, cells, moves: [], winning: [], forbidden: [], offered: [], zone: null };
}

/** The point of the last click, the colour with which clicks there began, and the colour that was laid last. */
const NO_CLICK = { index: null, first: "black", laid: "black" };
let last = NO_CLICK;

const lay = (index, colour) => (colour ? state.edited.set(index, colour) : state.edited.delete(index));
/** For each change what lay on its points before, and the last click then. */
let earlier = [];
const keep = (indices) => earlier.push({ lain: indices.map((index) => [index, state.edited.get(index) ?? null]), last });
/** Takes the last change back. Was there one? */
export function takeEditBack() {
  const before = earlier.pop();
  if (!before) return false;
  for (const [index, colour] of before.lain) lay(index, colour);
  ({ last } = before);
  state.refused = null;
  changed();
  return true;
}

export function edit(spot) {
  const index = indexOf(state.view.picture, spot);
  keep([index]);
  const first = index === last.index ? last.first : last.laid;
  const there = state.edited.get(index);
  const next = { undefined: first, [first]: otherColour(first) }[there];
  lay(index, next);
  last = { index, first, laid: next ?? last.laid };
  changed();
}

$("edit").onclick = () => {
  const { view } = state;
  state.edited = new Map(view.picture.cells.flatMap((cell, index) => (cell.piece ? [[index, cell.piece]] : [])));
  lookAt({});
  state.refused = null;
  [last, earlier] = [NO_CLICK, []];
  $("edit-side").value = view.to_move;
  changed();
  // On a telephone the board would hide what stands below it.
  scrollTo({ top: 0 });
};
$("edit-clear").onclick = () => {
  if (state.edited.size) keep([...state.edited.keys()]);
  state.edited.clear();
  state.refused = null;
  changed();
};
$("edit-undo").onclick = takeEditBack;
$("edit-side").onchange = changed;
$("edit-cancel").onclick = () => {
  state.edited = state.refused = null;
  changed();
};
async function begin() {
  const stones = [...state.edited].map(([index, colour]) => [spotOf(state.view.picture, index), colour]);
  if (await command({ do: "edit", stones, to_move: $("edit-side").value })) state.edited = null;
  changed();
}
$("edit-done").onclick = () => replaceGame(begin);

// --- what a reload finds -----------------------------------------------------------------------------------------

/** Is what is set up kept? */
let isKept = false;
/** Width and height of the board of what was kept, until it is known whether that fits the table. */
let resumed = null;
/** Goes on with what was set up before the page was loaded again. */
export function resumeEditor({ stones, size, to_move, clicked, changes }) {
  state.edited = new Map(stones);
  [last, earlier] = [clicked ?? NO_CLICK, entriesOf(changes)];
  $("edit-side").value = to_move;
  isKept = true;
  // One without a size fits no table.
  resumed = size ?? [];
}
watch(({ picture: { width, height } }) => {
  const size = [width, height];
  const fits = !resumed || (isOwner() && isGomoku() && alike(resumed, size));
  resumed = null;
  if (!fits) {
    state.edited = null;
    return changed();
  }
  if (state.edited) keepExercise({ kind: "editor", stones: [...state.edited], size, to_move: $("edit-side").value, clicked: last, changes: earlier });
  // An exercise that takes its place is kept there.
  else if (isKept && !state.exercise) keepExercise(null);
  isKept = !!state.edited;
  $("edit-undo").disabled = !earlier.length;
});
