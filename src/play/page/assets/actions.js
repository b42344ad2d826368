// The buttons below the status, by what can be done now, and the log of what has happened.
import { commandOnce, command, isLostLong } from "./connection.js";
import { usualLevel } from "./dialogue.js";
import { mayStudy, takeVariedBack } from "./study.js";
import { lineOf } from "./talk.js";
import { $, acts, areTwoPersons, changed, changedAfter, detectChange, focusBoard, indexOfSeat, isElsewhere, isLocal, isOwner, isPlayer, make, state, watch } from "./state.js";
import { say, sayMessage } from "./texts.js";
import { rematchName } from "./welcome.js";

/** Buttons for a game that runs, and for one that is over. */
const DURING = "[data-do=hint], [data-do=move], [data-do=resign], [data-do=offer-draw], [data-do=exchange], [data-do=play-on]";
const HELP = "[data-do=hint], [data-do=move]";
const AFTER = "[data-do=rematch], #review-now, #new-now";
/** The button of an action. */
const buttonOf = (name) => document.querySelector(`[data-do=${name}]`);

/** From when on giving up takes its second press, in milliseconds: a double click is one press. */
const SURE_FROM = 600;
/** The state in which giving up waits for that press, and since when it does, in milliseconds of the page. */
let asked = null;
const isGivingUp = () => !!asked && asked.ticket === state.view.ticket;
const isSure = () => performance.now() - asked.since >= SURE_FROM;

/** Is a variation shown, whose last move can be taken away? */
const isBeside = () => state.node !== null && !state.preview && mayStudy();

function showButtons(view) {
  const over = !!view.outcome;
  const own = isOwner();
  // Where Kagetsu plays itself, nobody gives up for it.
  const sits = isPlayer();
  const plays = own || sits;
  // A player elsewhere would have to agree to these.
  const alone = isLocal(view);
  // Two persons at one screen have no sides to change, and may leave one to Kagetsu.
  const areBothHere = areTwoPersons(view);
  // With a player elsewhere it is asked for, once at a time. At an earlier position it would take back what is not seen.
  const mayTakeBack = view.can[0] && (!isElsewhere() || !!state.retry) && (alone ? own : plays && !over && !view.takeback);
  const off = {
    undo: !isBeside() && !mayTakeBack,
    redo: !own || !view.can[1] || !alone || isElsewhere(),
    hint: !own || over || !acts() || view.without_help,
    move: !own || over || (!acts() && !view.thinking) || view.without_help,
    resign: !sits || over,
    "offer-draw": !sits || over || !!view.draw_offer,
    exchange: !own || over || !alone,
    "play-on": !own || over || !areBothHere,
    rematch: !plays || !over || !!view.rematch,
  };
  // What acts on the game can be pressed where its position is seen. Nobody answers while the server is out of reach for long.
  const isUnseen = (button) => isElsewhere() && button.matches(DURING);
  for (const button of document.querySelectorAll("#actions [data-do]")) button.disabled = off[button.dataset.do] || isUnseen(button) || isLostLong();
  document.body.classList.toggle("over", over && !state.exercise);
  // Programs know no word for playing at once.
  const isProgram = !!view.seats[indexOfSeat(view.to_act)].program;
  $("move").textContent = say(!view.thinking ? "move-for-me" : isProgram ? "stop" : "play-now");
  buttonOf("undo").textContent = say(alone || isBeside() ? "undo" : "ask-takeback");
  buttonOf("undo").hidden = alone && !own;
  buttonOf("rematch").textContent = rematchName(view);
  const resign = buttonOf("resign");
  resign.textContent = say(isGivingUp() ? "resign-sure" : "resign");
  resign.ariaDisabled = isGivingUp() && !isSure();
  $("pass").disabled = over || !acts() || !view.turn.pass || isElsewhere();
  $("must-pass").disabled = isElsewhere();
  // A pass that must be stands where a hint would say nothing else.
  const mustPass = !over && acts() && view.turn.must_pass;
  // After the end both players analyse the game.
  const isForeign = (part) => part.classList.contains("owner") && !own && !(part.classList.contains("shared") && over && plays);
  for (const part of document.querySelectorAll(".owner")) part.hidden = isForeign(part);
  // What only some games have.
  for (const part of document.querySelectorAll("[data-for]")) part.hidden = !state.games[view.game][part.dataset.for] || isForeign(part);
  // During a game other things are done than after it.
  for (const part of document.querySelectorAll(DURING)) part.hidden = over || isForeign(part) || (view.without_help && part.matches(HELP));
  buttonOf("exchange").hidden ||= areBothHere;
  buttonOf("play-on").hidden ||= !areBothHere;
  if (mustPass) buttonOf("hint").hidden = true;
  $("must-pass").hidden = !mustPass;
  for (const part of document.querySelectorAll(AFTER)) part.hidden = !over || isForeign(part);
  $("actions").hidden = !plays;
  $("typed").hidden = !plays || over || isElsewhere();
  $("watching").hidden = plays;
  $("watching").textContent = say(state.me?.guest === undefined ? "watching" : "no-seat-now");
}

const isNewLog = detectChange();
function showLog(view) {
  if (!isNewLog(view.log, view.said, view.game)) return;
  const lines = [...view.log.map(sayMessage), ...view.said.map((said) => lineOf(view, said))];
  const items = lines.map((textContent) => make("li", { textContent }));
  $("log").replaceChildren(...items);
  scrollLog();
}
/** The last event is seen, where they are seen at all. */
function scrollLog() {
  if ($("events").open) $("log").scrollTop = $("log").scrollHeight;
}
$("events").addEventListener("toggle", scrollLog);

watch((view) => {
  showButtons(view);
  showLog(view);
});

const ONCE = ["resign", "offer-draw", "rematch"];
for (const button of document.querySelectorAll("#actions [data-do]")) {
  const name = button.dataset.do;
  button.onclick = () => {
    state.refused = null;
    // Giving up needs a second press, so that a finger that slips does not end the game. Whoever is slow has the time for it.
    if (name === "resign" && !isGivingUp()) {
      asked = { ticket: state.view.ticket, since: performance.now() };
      changedAfter(SURE_FROM);
      return changed();
    }
    if (name === "resign" && !isSure()) return;
    const alone = isLocal(state.view);
    // What is seen is taken away: the game itself is elsewhere.
    if (name === "undo" && isBeside()) return takeVariedBack();
    if (name === "play-on") return command({ do: name, level: usualLevel() });
    if (name === "undo" && !alone) return commandOnce({ do: "ask-takeback" });
    if (name === "move" && state.view.thinking) command({ do: "stop" });
    else (ONCE.includes(name) ? commandOnce : command)({ do: name });
    // The button goes, and the keys belong to the board again.
    if (name === "rematch") focusBoard();
  };
}
$("new-now").onclick = () => $("new").click();
/** The button that was pressed last. */
let pressed = null;
// The second click of a double click is for no button that has come into the place of the first one.
$("actions").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (event.detail > 1 && button !== pressed) event.stopPropagation();
  pressed = button;
}, true);
const OPEN = ":is(.menu, #settings)[open]";
// What is chosen in a menu goes with it: its head has the focus then, and gets it back from a dialogue.
addEventListener("click", ({ target }) => target.closest(".menu[open] .panel button")?.closest(".menu").querySelector("summary").focus({ preventScroll: true }), true);
// A menu closes when something in it was chosen. Settings are more than one choice.
addEventListener("click", ({ target }) => target.closest(".menu .panel button")?.closest(".menu").removeAttribute("open"));
// It closes too when something else is pressed or gets the focus, which would lie behind it; giving up is over then as well.
for (const kind of ["click", "focusin"]) addEventListener(kind, ({ target }) => {
  for (const menu of document.querySelectorAll(OPEN)) if (!menu.contains(target)) menu.open = false;
  if (!asked || target === buttonOf("resign")) return;
  asked = null;
  changed();
});
addEventListener("keydown", (event) => {
  const menu = document.querySelector(OPEN);
  if (event.key !== "Escape" || !(menu || isGivingUp())) return;
  // It closes nothing else.
  event.preventDefault();
  if (isGivingUp()) {
    asked = null;
    return changed();
  }
  menu.open = false;
  menu.querySelector("summary").focus();
});
$("pass").onclick = $("must-pass").onclick = () => commandOnce({ do: "step", step: "pass" });
