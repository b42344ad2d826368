// Keys for everybody, where no field and no dialogue takes them, and the list of them.
import { ALOUD, speak } from "./aloud.js";
import { focusCursor, steer } from "./cells.js";
import { takeEditBack } from "./editor.js";
import { isTaken } from "./preview.js";
import { $, make, state } from "./state.js";
import { say } from "./texts.js";

/** What each key presses, with the name of it. */
const PRESSES = {
  u: ["undo", "[data-do=undo]"],
  h: ["hint", "[data-do=hint]"],
  m: ["move-for-me", "#move"],
  n: ["new-game", "#new"],
  a: ["analyse", "#analyse"],
  f: ["turn-board", "#turn"],
  b: ["key-board", "#cells"],
};
/** Of these, those that belong to the board, whatever stands on it. */
const OF_THE_BOARD = ["f", "b"];
/** What is read aloud by each key. */
const SPEAKS = { l: "aloud-last", s: "aloud-status", p: "aloud-stones", r: "aloud-row", c: "aloud-column", t: "aloud-threats", k: "aloud-clocks" };
/** What else there is to press, for the list. Arrows stay in one line. */
const OTHERS = [["?", "keys-title"], ["←\u00a0↑\u00a0↓\u00a0→", "key-cursor"], ["Enter", "key-enter"], ["←\u00a0→ Home End", "key-steps"], ["Esc", "key-escape"], ["○ →", "key-arrows"]];

/** Presses a part of the page, if it is there and can be pressed. A page without its key has none. */
function press(selector) {
  if (document.body.classList.contains("locked")) return;
  const part = document.querySelector(selector);
  if (part === $("cells")) {
    steer();
    return focusCursor();
  }
  // The bar of a mistake has the only buttons while it is tried again.
  if (part.dataset.do && state.retry) return;
  if (!part.disabled && !part.hidden && !part.closest(".owner[hidden], #actions[hidden]")) part.click();
}

/** The letter of a key. Keyboards of other scripts have it in the place where Latin ones do. What fills fields by itself presses
    keys without a name. */
const letterOf = ({ key = "", code = "" }) => (key > "~" && code.startsWith("Key") ? code.at(-1) : key).toLowerCase();

// A key that is held down is one press: it would take back one move after the other, and confirm what asks twice.
addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest?.("button, summary")) event.preventDefault();
});
addEventListener("keydown", (event) => {
  if (!state.view || event.repeat) return;
  // What most keys press belongs to the game, which an exercise and the position editor hide.
  const isGame = !state.exercise && !state.edited;
  const key = letterOf(event);
  const isUndo = key === "z" && !event.shiftKey && (event.ctrlKey || event.metaKey);
  if (isUndo && !state.exercise && !isTaken({ target: event.target })) {
    event.preventDefault();
    return state.edited ? takeEditBack() : press("[data-do=undo]");
  }
  if (isTaken(event)) return;
  // The list is there for whatever stands on the board, and for spectators.
  if (key === "?") $("keys").click();
  // Whoever dictates presses letters unawares.
  else if (!$("letters").checked) return;
  else if (PRESSES[key] && (isGame || OF_THE_BOARD.includes(key))) press(PRESSES[key][1]);
  else if (SPEAKS[key]) speak(ALOUD[SPEAKS[key]](state.view));
  else return;
  event.preventDefault();
});

function row(key, text) {
  return make("tr", {}, make("th", { scope: "row" }, make("kbd", { textContent: key })), make("td", { textContent: say(text) }));
}
$("keys").onclick = () => {
  const pressed = Object.entries(PRESSES).map(([key, [text]]) => row(key.toUpperCase(), text));
  const spoken = Object.entries(SPEAKS).map(([key, text]) => row(key.toUpperCase(), text));
  const others = OTHERS.map(([key, text]) => row(key, text));
  $("keys-list").tBodies[0].replaceChildren(...others, ...pressed);
  $("aloud-list").tBodies[0].replaceChildren(...spoken);
  $("keys-dialogue").showModal();
};
