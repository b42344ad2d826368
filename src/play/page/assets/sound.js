// Sounds that the browser makes itself: a knock for a stone, two notes for the end of a game, a bell for a question.
import { recall, remember } from "./remembered.js";
import { URGENT, ownTimeLeft } from "./seats.js";
import { $, acts, state, watch } from "./state.js";

/** How often an urgent clock ticks, in milliseconds. */
const SECOND = 1000;

let audio = null;
const isOn = () => recall("sound", true);

function wake() {
  if (!isOn()) return;
  audio ??= new AudioContext();
  // One that may not sound, such as during a call, is asked again by the next press.
  audio.resume().catch(() => {});
}
// Browsers allow sound after a first key or click only, or once a finger has left; some stop it when the page is left.
for (const kind of ["mousedown", "pointerup", "keydown"]) addEventListener(kind, wake);

function tone(frequency, start, length, loudness, type = "sine") {
  const [note, volume] = [audio.createOscillator(), audio.createGain()];
  const begin = audio.currentTime + start;
  note.type = type;
  note.frequency.setValueAtTime(frequency, begin);
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  note.connect(volume).connect(audio.destination);
  note.start(begin);
  note.stop(begin + length);
}

const knock = () => {
  tone(950, 0, 0.04, 0.25, "triangle");
  tone(240, 0, 0.09, 0.35);
};
const chord = () => [523, 784].forEach((frequency, index) => tone(frequency, 0.15 + 0.14 * index, 0.5, 0.15));
/** Somebody wants an answer. */
const bell = () => tone(880, 0.1, 0.3, 0.12);

/** The other side has moved: lower than the own stone. */
const answer = () => {
  tone(700, 0, 0.05, 0.25, "triangle");
  tone(180, 0, 0.11, 0.4);
};
/** A phrase was said. */
const pop = () => tone(620, 0, 0.08, 0.1);
/** The own clock is nearly out. */
const tick = () => tone(1300, 0, 0.03, 0.08, "square");

/** Questions that wait for an answer, and phrases that were said. */
const asks = ({ draw_offer, takeback, rematch }) => [draw_offer, takeback, rematch].filter(Boolean).length;

let before = null;
watch((view) => {
  const { picture, outcome, said } = view;
  const now = { moves: picture.moves.length, over: !!outcome, asks: asks(view), said: said.at(-1)?.number ?? 0 };
  if (isOn() && audio && before) {
    // After a move of the own side the other one is to act, unless the game is over.
    if (now.moves > before.moves) (acts() ? answer : knock)();
    if (now.over && !before.over) chord();
    if (now.asks > before.asks) bell();
    if (now.said > before.said) pop();
  }
  before = now;
});
setInterval(() => {
  const left = isOn() && audio && state.view && !state.view.standing ? ownTimeLeft(state.view) : null;
  if (left !== null && left > 0 && left < URGENT) tick();
}, SECOND);

const show = () => ($("sound").ariaPressed = isOn());
$("sound").onclick = () => {
  remember("sound", !isOn());
  show();
  wake();
  if (isOn() && state.view) knock();
};
show();
