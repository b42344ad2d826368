// The status: what has happened, what is asked, and the result.
import { failed, isLost, isLostLong, isSlow } from "./connection.js";
import { later } from "./later.js";
import { aboutLapse, found } from "./lesson.js";
import { hasClock, isAwaited, nameOfSeat } from "./seats.js";
import { $, acts, areTwoPersons, endsOnBoard, indexOfSeat, isElsewhere, isLocal, isPlayer, lapseNow, make, nameOf, namesOf, ownSeat, reveal, shownPicture, sideToMove, state, watch } from "./state.js";
import { joined, languageNow, say, sayMessage, sentences } from "./texts.js";
import { newVersion, whyNotKept, whyNotSearching } from "./transport.js";
import { isFresh } from "./welcome.js";

/** What is asked of whoever is to move. */
function moveQuestion(view) {
  const { turn } = view;
  const colour = say(view.to_move);
  if (turn.must_pass) return say("ask-must-pass", { colour });
  if (!acts()) return say("ask-move", { colour });
  if (state.chosen.length) return say(turn.paths ? "ask-step-to" : "ask-second-stone", { at: namesOf(view.picture, state.chosen) });
  if (isFresh(view)) return say("ask-first-move", { colour });
  // One player lays stones of both colours.
  if (view.in_opening) return say("ask-stone", { number: view.picture.moves.length + 1, colour });
  if (turn.clicks === 1) return say("ask-your-move", { colour });
  return say(turn.paths ? "ask-step-from" : "ask-two-stones", { colour });
}

function question(view) {
  const asked = view.ask;
  if (asked === "nothing") return say("ask-nothing");
  if (view.lesson.held || state.retry || view.trouble) return "";
  const { program } = view.seats[indexOfSeat(view.to_act)];
  // What it waits for is told instead.
  if (view.thinking && whyNotSearching()) return "";
  if (view.thinking) return program ? say("program-thinking", { name: program }) : say("thinking");
  if (asked === "move") return moveQuestion(view);
  if (!acts()) return say("ask-waits", { name: nameOfSeat(view, indexOfSeat(view.to_act)) });
  if (asked.choose) return say(areTwoPersons(view) ? `ask-choose-${view.to_act}` : "ask-choose");
  const text = asked.announce ? say("ask-announce", { most: asked.announce }) : asked.offer ? say("ask-offer", { left: asked.offer }) : say("ask-pick");
  // Of two people at this page the one who is asked is named.
  return areTwoPersons(view) ? say("said-line", { colour: nameOfSeat(view, indexOfSeat(view.to_act)), text }) : text;
}

/** The result in a few words, for whoever looks at it. */
export function headline(view) {
  const { winner } = view.outcome;
  if (!winner) return say("game-drawn");
  const index = indexOfSeat(winner);
  if (ownSeat() === null) return say("colour-won", { colour: say(view.colours[index]) });
  return say(ownSeat() === index ? "you-won" : "you-lost");
}

/** Why the game is over, in words. */
function whyOver({ log, outcome, picture: { counts, cells } }) {
  const ended = log.findLast(({ key }) => key === "event-won" || key === "event-drawn");
  if (!ended) return "";
  const { word } = ended.arguments.reason;
  if (word !== "reason-count" || !counts) return say(word);
  const score = counts.toSorted((a, b) => b - a).join(" : ");
  return joined(outcome?.winner ? `${say(word)} (${score})` : score, cells.includes("empty") && say("reason-no-moves"));
}

/** How the game was won or drawn, and after how many moves. */
export function reasonOf(view) {
  const why = whyOver(view);
  // It begins a line.
  return joined(why && why[0].toUpperCase() + why.slice(1), say("moves-count", { count: view.picture.moves.length }));
}

/** Decisions of openings by the keys of their messages. */
const DECISIONS = ["event-keep", "event-swap", "event-place-two", "event-offer-ten", "event-announced", "event-picked"];

/** The name of the opening. One that is known in English alone helps nobody who reads another language. */
function openingName({ opening_name: named }) {
  const name = named?.word ? say(named.word) : languageNow() === "en" ? named?.text : null;
  return name ? say("opening-name", { name }) : "";
}

/** Is it a question of one player that both find below the status, with its answers? */
const isAskedBelow = ({ key }, { draw_offer, takeback }) => isPlayer() && ((key === "event-draw-offered" && !!draw_offer) || (key === "event-takeback-asked" && !!takeback));

/** What a game is about that not everybody knows, before its first move. */
const aboutGame = ({ picture, game }) => (picture.moves.length || state.games[game].setup ? "" : say(`about-${game}`));

/** Leads to the step of the chapter that explains why a point is forbidden. */
const whyButton = (foul) => make("button", { className: "link", textContent: say("learn-why"), onclick: () => later().then(({ learnFoul }) => learnFoul(foul)).catch(failed) });

/** A newer version of the page, and the button that loads it. */
const aboutVersion = ({ word, load }) => make("div", { className: "soft", textContent: say(word) }, " ", make("button", { className: "link", textContent: say("new-version-load"), onclick: load }));

/** What was refused last, and whether the game was over: what is new is brought into view. */
let [refusedBefore, wasOver] = [null, true];

/** Writes the status. The same words again would be read aloud again. */
function fill(parts) {
  const texts = (children) => [...children].map((part) => part.textContent).join("\n");
  if (texts($("status").children) !== texts(parts) || !parts.length) $("status").replaceChildren(...parts);
}

function showStatus(view) {
  const parts = [];
  const add = (text, className = "") => text && parts.push(make("div", { textContent: text, className }));
  if (state.edited) {
    if (isLost()) add(say("connection-lost"), "refused");
    else if (state.refused) add(sayMessage(state.refused), "refused");
    return fill(parts);
  }
  const elsewhere = isElsewhere();
  // What has ended the game stays, whatever is clicked afterwards.
  const refused = view.outcome && state.refused?.key === "refused-game-over" ? null : state.refused;
  if (isLost()) add(say(state.pending ? "connection-sending" : "connection-lost"), "refused");
  else if (isSlow()) add(say("sending"), "soft");
  if (isLostLong()) add(say("connection-gone"), "soft");
  const unsearched = whyNotSearching();
  if (unsearched) add(say(unsearched), "refused");
  if (refused) {
    add(sayMessage(refused), "refused");
    if (refused.key === "refused-forbidden") parts.at(-1).append(" ", whyButton(refused.arguments.foul.word));
  }
  if (state.retry) {
    // The bar says where one is.
  } else if (elsewhere) {
    const seen = state.preview ? "looking-ahead" : state.node === null ? "looking-back" : "looking-beside";
    const colour = sideToMove();
    add(sentences(say(seen, { number: shownPicture().moves.length }), colour && say("ask-move", { colour: say(colour) })));
    parts.at(-1).append(" ", make("button", { className: "link", textContent: say("back-to-game"), onclick: () => $("last").click() }));
    if (isAwaited(view) && ownSeat() !== null && acts()) add(say("looking-own-turn"));
    // The analysis has gone a move back by itself.
    const isBeforeEnd = endsOnBoard(view) && view.analysing && !state.preview && state.node === null && state.at === view.picture.moves.length - 1;
    if (isBeforeEnd) add(say("looking-before-end"), "soft");
  } else if (view.trouble && !state.exercise) add(sayMessage(view.trouble.message), "refused");
  else if (view.outcome && !state.exercise) {
    add(headline(view), "headline");
    add(reasonOf(view), "result");
    if (view.lesson.judged > 1 && !view.lesson.reviewing) parts.push(make("div", { className: "soft" }, ...found(view.lesson)));
  } else if (view.log.length && !state.exercise && !refused) {
    // A decision of the opening is told although a move has followed it.
    const [before, last] = [view.log.at(-2), view.log.at(-1)];
    if (DECISIONS.includes(before?.key) && last.key === "event-moved") add(sayMessage(before));
    // Whoever is told how it begins need not be told that it does.
    if (state.ahead) add(say("ahead-planned", { at: nameOf(view.picture, state.ahead.spot) }));
    else if (!isAskedBelow(last, view) && (last.key !== "event-started" || !(isFresh(view) || aboutGame(view)))) add(sayMessage(last));
  }
  const lapse = state.retry ? null : lapseNow();
  if (lapse) add(aboutLapse(lapse), "lapse");
  if (state.exercise) for (const [text, className] of state.exercise.lines()) add(text, className);
  else if (!view.outcome && !elsewhere) {
    add(question(view));
    add(aboutGame(view), "soft");
    // How it goes on is told while the opening lasts.
    add(joined(openingName(view), view.in_opening ? say(`opening-line-${view.opening}`) : ""), "soft");
  }
  const unkept = state.exercise ? null : whyNotKept();
  if (unkept) add(say(unkept), "soft");
  // Nobody is led away from a clock.
  const newer = state.exercise || isAwaited(view) ? null : newVersion();
  if (newer) parts.push(aboutVersion(newer));
  if (view.standing && !isLocal(view) && !view.outcome && !view.trouble && !state.exercise && hasClock(view)) add(say("clocks-wait"));
  if (view.proved && !view.outcome && !elsewhere && !state.exercise) add(say("proved-win", { colour: say(view.proved.colour), moves: view.proved.moves }), "good-text");
  fill(parts);
  if ((refused && refused !== refusedBefore) || (view.outcome && !wasOver)) reveal("status");
  [refusedBefore, wasOver] = [refused, !!view.outcome];
}
watch(showStatus);
