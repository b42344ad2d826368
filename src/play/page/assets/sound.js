// Sounds that the browser makes itself: a short knock for a stone, two notes for the end of a game.
import { recall, remember } from "./remembered.js";
import { $, state, watch } from "./state.js";

let audio = null;
let moves = null;
let over = false;
let offer = null;
const isOn = () => recall("sound", true);

// Browsers allow sound after a first key or click only.
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (audio ??= new AudioContext()), { once: true });

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

watch((view) => {
  const count = view.picture.moves.length;
  if (isOn() && audio && moves !== null) {
    if (count > moves) knock();
    if (view.outcome && !over) chord();
    if (view.draw_offer && !offer) bell();
  }
  offer = view.draw_offer;
  moves = count;
  over = !!view.outcome;
});

function show() {
  $("sound").setAttribute("aria-pressed", isOn());
}
$("sound").onclick = () => {
  remember("sound", !isOn());
  show();
  if (isOn() && audio && state.view) knock();
};
show();
