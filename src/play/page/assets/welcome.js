// What can be begun while there is no stone on the board: a game at a level, and the ways to everything else. A choice holds
// at once and is kept for the next visit.
import { ask, command, failed } from "./connection.js";
import { chooseGame, endAnalysis } from "./dialogue.js";
import { isOfThisMachine } from "./link.js";
import { today } from "./day.js";
import { recall, remember } from "./remembered.js";
import { $, changed, isOwner, state, watch } from "./state.js";
import { say } from "./texts.js";

const NAME = "quick";
const chips = (name) => document.querySelectorAll(`[data-${name}]`);

/** Is there nothing on the board, and nobody but this person and Kagetsu at it? */
export function isFresh(view) {
  const persons = view.seats.filter((seat) => seat === "person").length;
  const alone = persons === 1 && view.seats.some(({ kagetsu }) => kagetsu);
  const plain = view.game === "gomoku" && view.opening === "free" && view.clocks.step_left === null && view.clocks.left.every((left) => left === null);
  return isOwner() && alone && plain && !view.picture.moves.length && !view.picture.cells.some(({ piece }) => piece) && !view.outcome && !state.exercise && !state.edited;
}

/** The choices that the game at the table stands for. */
const chosen = (view) => ({ rule: view.rule, size: view.picture.width, begins: view.seats[0] === "person" ? "person" : "kagetsu", level: view.seats.find(({ kagetsu }) => kagetsu)?.kagetsu });

/** The level of the last choice; that of a new table where none was made. */
export const usualLevel = () => recall(NAME, null)?.level ?? "4";

/** Begins anew with other choices. What is not named is as usual. */
async function begin(other) {
  const choices = { ...chosen(state.view), ...other };
  remember(NAME, choices);
  await endAnalysis();
  return command({ do: "new", ...choices });
}

/** How many mistakes of own games are to be practised today: by the table, or by what this browser has kept for it. */
function dueNow() {
  const days = state.offers.drills.length ? state.offers.drills : (recall("practice", null)?.drills ?? []).map(({ due }) => due);
  return days.filter((day) => day <= today()).length;
}

let isFirst = true;
watch((view) => {
  // The choices of the last visit hold where nothing was begun yet.
  if (isFirst) {
    isFirst = false;
    const kept = recall(NAME, null);
    if (kept && view.games === 0 && isFresh(view) && JSON.stringify(kept) !== JSON.stringify(chosen(view))) return begin(kept);
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
  for (const chip of chips("begins")) chip.setAttribute("aria-pressed", chip.dataset.begins === begins);
  for (const chip of chips("rule")) chip.setAttribute("aria-pressed", chip.dataset.rule === rule);
  // A rule of no chip is told by its name as well.
  const name = document.querySelector(`[data-rule=${rule}]`) ? [] : [say(`short-${rule}`)];
  $("quick-rule").textContent = [...name, say(`rule-line-${rule}`)].join(" · ");
  // The slider has no place for the level auto: it shows the level that auto plays now.
  if (document.activeElement !== $("quick-level")) $("quick-level").value = view.levels.find((level) => level !== null);
  nameLevel();
});

function nameLevel() {
  const level = $("quick-level").value;
  $("quick-name").textContent = `${say("level-now", { level })} · ${say(`level-name-${level}`)}`;
}

for (const chip of chips("begins")) chip.onclick = () => begin({ begins: chip.dataset.begins });
for (const chip of chips("rule")) chip.onclick = () => begin({ rule: chip.dataset.rule });
$("quick-level").oninput = nameLevel;
$("quick-level").onchange = () => begin({ level: $("quick-level").value });
$("quick-more").onclick = () => {
  $("new").click();
  $("game").focus();
};
$("welcome-friend").onclick = async () => {
  try {
    // Where others can reach this page, the friend may be elsewhere.
    const all = await (await ask("/api/invitations")).json();
    chooseGame(all.every(({ link }) => isOfThisMachine(link)) ? "two" : "remote");
  } catch (error) {
    failed(error);
  }
};
$("welcome-analyse").onclick = async () => {
  await command({ do: "new", ...chosen(state.view), begins: "two" });
  await command({ do: "analyse", on: true });
  $("tab-analysis").click();
  changed();
};
