// What stands around the board: players and clocks, the status line, choices, buttons, the log.
import { act, command } from "./connection.js";
import { puzzleLines } from "./puzzle.js";
import { $, acts, changed, isOwn, isOwner, make, namesOf, shownPicture, state, watch } from "./state.js";
import { languageNow, say, sayMessage } from "./texts.js";

/** How often the clocks are drawn, in milliseconds. Nothing is asked of the server for it. */
const TICK = 500;
/** Time left from which on a clock is shown as urgent, in milliseconds. */
const URGENT = 10_000;

/** What is asked of whoever is to move. */
function moveQuestion(view) {
  const { turn } = view;
  const colour = say(view.to_move);
  if (turn.must_pass) return say("ask-must-pass", { colour });
  if (!acts()) return say("ask-move", { colour });
  if (state.chosen.length) return say(turn.paths ? "ask-step-to" : "ask-second-stone", { at: namesOf(view.picture, state.chosen) });
  if (turn.clicks === 1) return say("ask-your-move", { colour });
  return say(turn.paths ? "ask-step-from" : "ask-two-stones", { colour });
}

function question(view) {
  const asked = view.ask;
  if (asked === "nothing") return say("ask-nothing");
  if (view.lesson.held || state.retry) return "";
  if (view.trouble) return "";
  const { program } = view.seats[view.to_act === "second" ? 1 : 0];
  if (view.thinking) return program ? say("program-thinking", { name: program }) : say("thinking");
  if (asked === "move") return moveQuestion(view);
  if (asked.choose) return say("ask-choose");
  if (asked.announce) return say("ask-announce", { most: asked.announce });
  if (asked.offer) return say("ask-offer", { left: asked.offer });
  return say("ask-pick");
}

/** The result in a few words, for whoever looks at it. */
function headline(view) {
  const { winner } = view.outcome;
  if (!winner) return say("game-drawn");
  const index = winner === "first" ? 0 : 1;
  const own = [0, 1].filter(isOwn);
  if (own.length !== 1) return say("colour-won", { colour: say(view.colours[index]) });
  return say(own[0] === index ? "you-won" : "you-lost");
}

/** Moves after which every opening procedure is over. */
const OPENING = 5;

function showStatus(view) {
  const parts = [];
  const add = (text, className = "") => text && parts.push(make("div", { textContent: text, className }));
  const elsewhere = !state.puzzle && (state.at !== null || state.node !== null || !!state.preview);
  // What has ended the game stays, whatever is clicked afterwards.
  const refused = view.outcome && state.refused?.key === "refused-game-over" ? null : state.refused;
  if (state.lost) add(say(state.pending ? "connection-sending" : "connection-lost"), "refused");
  if (refused) add(sayMessage(refused), "refused");
  else if (elsewhere) add(say(state.preview ? "looking-ahead" : "looking-back", { number: shownPicture().moves.length }));
  else if (view.trouble && !state.puzzle) add(sayMessage(view.trouble.message), "refused");
  else if (view.outcome && !state.puzzle) {
    add(headline(view), "headline");
    add(sayMessage(view.log.at(-1)), "result");
  } else if (view.log.length && !state.puzzle) add(sayMessage(view.log.at(-1)));
  if (state.puzzle) for (const [text, className] of puzzleLines()) add(text, className);
  else if (!view.outcome && !elsewhere) {
    const name = view.opening_name ? say("opening-name", { name: view.opening_name[languageNow() === "zh" ? 0 : 1] }) : "";
    add([question(view), name].filter(Boolean).join(" · "));
    // How it goes on is told while the opening lasts.
    if (view.opening && view.opening !== "free" && view.picture.moves.length < OPENING) add(say(`opening-line-${view.opening}`), "soft");
  }
  if (view.standing && !view.trouble && !state.puzzle && hasClock(view)) add(say("clocks-wait"));
  if (view.proved && !view.outcome && !elsewhere && !state.puzzle) add(say("proved-win", { colour: say(view.proved.colour), moves: view.proved.moves }), "proved");
  // The same words again would be read aloud again.
  const before = [...$("status").children].map((part) => part.textContent).join("\n");
  if (before !== parts.map((part) => part.textContent).join("\n") || before === "") $("status").replaceChildren(...parts);
}

/** Is there a limit of time? */
const hasClock = ({ clocks }) => clocks.step_left !== null || clocks.left.some((left) => left !== null);

const clockText = (ms) => {
  const s = Math.ceil(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

function nameOfSeat(view, index) {
  const who = view.seats[index];
  const twoPersons = view.seats.every((seat) => seat === "person");
  if (who.program) return who.program;
  if (who.kagetsu) return `${say("program-name")} · ${say("level-now", { level: view.levels[index] })}`;
  if (who === "person") return twoPersons ? say(view.colours[index]) : say(isOwner() ? "person" : "host");
  if (isOwn(index)) return say("person");
  const there = state.present?.guests[view.guests[index]];
  return say(there === 0 ? "elsewhere-away" : "elsewhere");
}

function showSeats(view) {
  const passed = view.to_act && !view.standing ? performance.now() - state.seen : 0;
  for (const [index, seat] of ["first", "second"].entries()) {
    const colour = view.colours[index];
    const active = view.to_act === seat;
    const { left, used, step_left } = view.clocks;
    let time = left[index] ?? (active ? step_left : null);
    const down = time !== null && time !== undefined;
    if (!down) time = used[index];
    if (active) time += down ? -passed : passed;
    const urgent = down && active && time < URGENT;
    const box = $(`seat-${colour}`);
    box.className = active ? "seat active" : "seat";
    const part = (className, textContent) => make("span", { className, textContent });
    const counts = shownPicture().counts;
    const count = counts && !state.puzzle ? [part("count", counts[colour === "black" ? 0 : 1])] : [];
    if (count.length) count[0].setAttribute("aria-label", say("discs", { count: count[0].textContent }));
    box.replaceChildren(part(`stone ${colour}`, ""), ...count, part("name", nameOfSeat(view, index)), ...(hasClock(view) ? [part(urgent ? "time urgent" : "time", clockText(Math.max(0, time)))] : []));
  }
}

/** Does whoever holds this page play? */
const isPlayer = () => isOwn(0) || isOwn(1);
/** Does somebody offer a draw to whoever holds this page? */
const drawAsked = (view) => !!view.draw_offer && !view.outcome && isOwn(view.draw_offer === "first" ? 1 : 0);

function showChoices(view) {
  const buttons = [];
  const add = (textContent, step) => {
    const button = make("button", { textContent, onclick: () => act({ do: "step", step }) });
    buttons.push(button);
    return button;
  };
  if (acts()) {
    // A pass that must be is one press away.
    if (view.turn.must_pass) add(say("pass"), "pass").className = "primary";
    for (const choice of view.ask.choose ?? []) add(say(`choice-${choice}`), { choose: choice });
    for (let n = 1; n <= (view.ask.announce ?? 0); n++) add(String(n), { announce: n });
  }
  if (drawAsked(view)) {
    const answer = (text, agrees, className) => make("button", { textContent: say(text), className, onclick: () => act({ do: "answer-draw", agrees }) });
    const colour = say(view.colours[view.draw_offer === "first" ? 0 : 1]);
    buttons.push(make("p", { textContent: say("draw-asked", { colour }) }), answer("accept-draw", true, "primary"), answer("decline", false, ""));
  }
  const asks = view.takeback && isPlayer() && (isOwn(view.takeback === "first" ? 0 : 1) ? "takeback-waits" : "takeback-asked");
  if (asks) {
    const answer = (text, agrees, className) => make("button", { textContent: say(text), className, onclick: () => act({ do: "answer-takeback", agrees }) });
    buttons.push(make("p", { textContent: say(asks) }));
    if (asks === "takeback-asked") buttons.push(answer("agree", true, "primary"), answer("decline", false, ""));
  }
  $("choices").replaceChildren(...buttons);
}

/** Buttons for a game that runs, and for one that is over. */
const DURING = "[data-do=hint], [data-do=move], [data-do=resign], [data-do=offer-draw], [data-do=exchange]";
const HELP = "[data-do=hint], [data-do=move]";
const AFTER = "[data-do=rematch], #review-now, #new-now";

function showButtons(view) {
  const over = !!view.outcome;
  const own = isOwner();
  const plays = own || view.guests.includes(state.me?.guest);
  // A player elsewhere would have to agree to these.
  const alone = view.guests.every((guest) => guest === null);
  const off = {
    undo: alone ? !own || !view.can[0] : !plays || over || !view.can[0] || !!view.takeback,
    redo: !own || !view.can[1] || !alone,
    hint: !own || over || !acts() || view.without_help,
    move: !own || over || (!acts() && !view.thinking) || view.without_help,
    resign: !plays || over,
    "offer-draw": !plays || over || !!view.draw_offer,
    exchange: !own || over || !alone,
    rematch: !plays || !over,
  };
  for (const button of document.querySelectorAll("#actions [data-do]")) button.disabled = off[button.dataset.do];
  document.body.classList.toggle("over", over && !state.puzzle);
  // Programs know no word for playing at once.
  const isProgram = !!view.seats[view.to_act === "second" ? 1 : 0].program;
  $("move").textContent = say(!view.thinking ? "move-for-me" : isProgram ? "stop" : "play-now");
  document.querySelector("[data-do=undo]").textContent = say(alone ? "undo" : "ask-takeback");
  document.querySelector("[data-do=undo]").hidden = alone && !own;
  const resign = document.querySelector("[data-do=resign]");
  resign.textContent = say(state.resigning === view.ticket ? "resign-sure" : "resign");
  $("pass").disabled = over || !acts() || !view.turn.pass;
  const isForeign = (part) => part.classList.contains("owner") && !own;
  for (const part of document.querySelectorAll(".owner")) part.hidden = isForeign(part);
  // What only some games have.
  for (const part of document.querySelectorAll("[data-for]")) part.hidden = !state.games[view.game][part.dataset.for] || (part.classList.contains("owner") && !own);
  // During a game other things are done than after it.
  for (const part of document.querySelectorAll(DURING)) part.hidden = over || isForeign(part) || (view.without_help && part.matches(HELP));
  for (const part of document.querySelectorAll(AFTER)) part.hidden = !over || isForeign(part);
  const guest = state.me?.guest;
  const seated = own || view.guests.includes(guest);
  $("actions").hidden = $("typed").hidden = !seated;
  $("watching").hidden = seated;
  $("watching").textContent = say(guest === undefined ? "watching" : "no-seat-now");
}

function showLog(view) {
  const items = view.log.map((message) => make("li", { textContent: sayMessage(message) }));
  $("log").replaceChildren(...items);
  $("log").scrollTop = $("log").scrollHeight;
}

watch((view) => {
  showStatus(view);
  showSeats(view);
  showChoices(view);
  showButtons(view);
  showLog(view);
});

/** From when until when giving up takes its second press, in milliseconds: a double click is one press. */
const [SURE_FROM, SURE] = [600, 3000];
const ONCE = ["resign", "offer-draw", "rematch"];
let disarm;
let sureFrom = 0;
for (const button of document.querySelectorAll("#actions [data-do]")) {
  const name = button.dataset.do;
  button.onclick = () => {
    state.refused = null;
    // Giving up needs a second press, so that a finger that slips does not end the game.
    if (name === "resign" && state.resigning === state.view.ticket && performance.now() < sureFrom) return;
    if (name === "resign" && state.resigning !== state.view.ticket) {
      state.resigning = state.view.ticket;
      sureFrom = performance.now() + SURE_FROM;
      clearTimeout(disarm);
      disarm = setTimeout(() => {
        state.resigning = null;
        changed();
      }, SURE);
      return changed();
    }
    const alone = state.view.guests.every((guest) => guest === null);
    if (name === "undo" && !alone) return act({ do: "ask-takeback" });
    if (name === "move" && state.view.thinking) command({ do: "stop" });
    else (ONCE.includes(name) ? act : command)({ do: name });
    // The button goes, and the keys belong to the board again.
    if (name === "rematch") $("board").focus({ preventScroll: true });
  };
}
$("review-now").onclick = () => {
  $("tab-analysis").click();
  $("review").click();
};
$("new-now").onclick = () => $("new").click();
// A menu closes when something in it was chosen, or when something else is pressed.
addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(target) || target.closest(".panel button")) menu.open = false;
});
addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector(".menu[open], #settings[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
$("pass").onclick = () => act({ do: "step", step: "pass" });
setInterval(() => state.view?.to_act && document.visibilityState === "visible" && showSeats(state.view), TICK);
