// What can be begun while there is no stone on the board: a game at a level, and the ways to everything else. A choice holds
// at once and is kept for the next visit. After a game another one is begun at the same level, or at an easier or harder one.
import { command, commandOnce, failed, isLostLong } from "./connection.js";
import { CHOICES, LEVELS, chooseGame, invitations, keepLevel, nameOfLevel } from "./dialogue.js";
import { areOfThisMachine } from "./link.js";
import { today } from "./day.js";
import { PRACTICE, entriesOf, recall, remember } from "./remembered.js";
import { hasClock } from "./seats.js";
import { $, alike, changed, focusBoard, isGomoku, isOwnSeat, isOwner, ownSeat, pictureAfter, state, watch } from "./state.js";
import { joined, say } from "./texts.js";

const chips = (name) => document.querySelectorAll(`[data-${name}]`);

/** Does one person play against Kagetsu? */
const isAlone = ({ seats }) => seats.filter((seat) => seat === "person").length === 1 && seats.some(({ kagetsu }) => kagetsu);

/** Is there nothing on the board, and nobody but this person and Kagetsu at it? */
export function isFresh(view) {
  const plain = view.game === "gomoku" && view.opening === "free" && !hasClock(view);
  return isOwner() && isAlone(view) && plain && !view.picture.moves.length && !view.picture.cells.some(({ piece }) => piece) && !view.outcome && !state.exercise && !state.edited;
}

/** The choices that the game at the table stands for. */
const chosen = (view) => ({ rule: view.rule, size: view.picture.width, begins: view.seats[0] === "person" ? "person" : "kagetsu", level: view.seats.find(({ kagetsu }) => kagetsu)?.kagetsu });

/** Choices that are on their way to the table. */
let sent = null;
/** Begins anew with other choices. What is not named is as usual. */
async function begin(other) {
  const choices = { ...(sent ?? chosen(state.view)), ...other };
  sent = choices;
  remember(CHOICES, choices);
  await command({ do: "new", ...choices });
  if (sent === choices) sent = null;
}

/** How many mistakes of own games are to be practised today: by the table, or by what this browser has kept for it. */
function dueNow() {
  const days = state.offers.drills.length ? state.offers.drills : entriesOf(recall(PRACTICE, null)?.drills).map(({ due }) => due);
  return days.filter((day) => day <= today()).length;
}

let isFirst = true;
/** The page opens something else: the choices of the last visit do not take its place. */
export function passOverChoices() {
  isFirst = false;
}
watch((view) => {
  // The choices of the last visit hold where nothing was begun yet. A table that was kept has a state of a later number.
  if (isFirst) {
    isFirst = false;
    const kept = recall(CHOICES, null);
    if (kept && view.ticket === 0 && isFresh(view) && !alike(kept, chosen(view))) return begin(kept);
  }
  // A line or a variation is stepped through like those of a game.
  const fresh = isFresh(view) && !state.preview && state.node === null;
  $("welcome").hidden = !fresh;
  // What belongs to a game comes with its first stone. Moves that were taken back can be laid again.
  document.body.classList.toggle("unbegun", fresh && !view.can[1]);
  if (!fresh) return;
  const due = dueNow();
  $("welcome-drills").hidden = !due;
  $("welcome-drills").textContent = say("drills-due", { count: due });
  const { rule, begins } = chosen(view);
  for (const chip of chips("begins")) chip.ariaPressed = chip.dataset.begins === begins;
  for (const chip of chips("rule")) chip.ariaPressed = chip.dataset.rule === rule;
  // A rule of no chip is told by its name as well.
  const name = document.querySelector(`[data-rule=${rule}]`) ? "" : say(`short-${rule}`);
  $("quick-rule").textContent = joined(name, say(`rule-line-${rule}`));
  // The slider has no place for the level auto: it shows the level that auto plays now.
  if (document.activeElement !== $("quick-level")) $("quick-level").value = view.levels.find((level) => level !== null);
  nameLevel();
});

function nameLevel() {
  const name = nameOfLevel($("quick-level").value);
  $("quick-name").textContent = name;
  $("quick-level").ariaValueText = name;
}

for (const chip of chips("begins")) chip.onclick = () => begin({ begins: chip.dataset.begins });
for (const chip of chips("rule")) chip.onclick = () => begin({ rule: chip.dataset.rule });
// The first one, auto, has no place on the slider.
Object.assign($("quick-level"), { min: LEVELS[1], max: LEVELS.at(-1), oninput: nameLevel });
$("quick-level").onchange = () => begin({ level: $("quick-level").value });
$("quick-more").onclick = () => {
  $("new").click();
  $("game").focus();
};
// Where others can reach this page, the friend may be elsewhere.
const chooseForFriend = async () => chooseGame(areOfThisMachine(await invitations()) ? "two" : "remote");
$("welcome-friend").onclick = () => chooseForFriend().catch(failed);
$("welcome-analyse").onclick = async () => {
  await command({ do: "new", ...chosen(state.view), begins: "two" });
  await command({ do: "analyse", on: true });
  $("tab-analysis").click();
  changed();
};

// --- after a game ------------------------------------------------------------------------------------------------

/** What another game is called, with the colour that whoever holds this page has in it: the sides change. */
export function rematchName(view) {
  const own = ownSeat();
  // In an opening procedure the players choose the colours.
  const isKnown = own !== null && (view.opening ?? "free") === "free";
  return isKnown ? say("rematch-as", { colour: say(view.colours[1 - own]) }) : say("rematch");
}

/** The level below that of a game that was lost, or above that of one that was won, where another one can begin as it has
    begun; null for none. */
function otherLevel(view) {
  const { width, height } = view.picture;
  const isPlain = !isGomoku() || (width === height && !pictureAfter(0).cells.some(({ piece }) => piece));
  if (!view.outcome?.winner || !isOwner() || !isAlone(view) || !isPlain || state.exercise) return null;
  const level = Number(view.seats.find(({ kagetsu }) => kagetsu).kagetsu) + (isOwnSeat(view.outcome.winner) ? 1 : -1);
  // The level that follows the results has no number.
  return LEVELS.includes(level) ? level : null;
}

/** Another game at a level, with the other colour, as a rematch has it. */
async function beginAtLevel(level) {
  const { game, rule, opening, picture, seats, time } = state.view;
  keepLevel(String(level));
  await commandOnce({ do: "new", game, ...(isGomoku() ? { rule, opening, size: picture.width } : {}), begins: seats[0] === "person" ? "kagetsu" : "person", level: String(level), time });
  focusBoard();
}

watch((view) => {
  const level = otherLevel(view);
  $("other-level").hidden = level === null;
  $("other-level").disabled = isLostLong();
  $("other-level").textContent = level === null ? "" : `${rematchName(view)} · ${say("level-now", { level })}`;
});
$("other-level").onclick = () => beginAtLevel(otherLevel(state.view));
