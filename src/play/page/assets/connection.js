// Requests to the server, and the stream of its news. The key stands in the part of the link that no server sees, and
// goes with every request in a header.
import { $, changed, state } from "./state.js";

const UNAUTHORIZED = 401;
/** Pauses before the stream is opened again, in milliseconds. */
const PAUSES = [250, 500, 1000, 2000, 5000];

const POSITION = "position=";
const fragment = decodeURIComponent(location.hash.slice(1));
/** A position that the link carries instead of a key. */
export const wanted = fragment.startsWith(POSITION) ? fragment.slice(POSITION.length).replaceAll("_", " ") : "";
if (fragment) {
  if (!wanted) sessionStorage.setItem("key", fragment);
  history.replaceState(null, "", "/");
}
const key = sessionStorage.getItem("key") || "";
export const hasKey = () => key !== "";

/** Says that the page needs its link, and hides what does not work without. */
export function lock() {
  document.body.classList.add("locked");
  $("no-key").hidden = false;
}

export async function ask(path, body, signal) {
  const options = { headers: { "x-kagetsu-key": key }, signal };
  if (body) {
    options.method = "POST";
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(path, options);
  if (answer.status === UNAUTHORIZED) lock();
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

const byRate = (a, b) => b.rate - a.rate;
/** Takes a state of the table. */
function take(next) {
  const { view, cursor } = state;
  // The answer to a command may come after the news of what followed it.
  if (view && next.revision < view.revision) return;
  const refocused = JSON.stringify(next.focus) !== JSON.stringify(view?.focus);
  if (!view || next.ticket !== view.ticket || refocused) state.lines = next.lines.sort(byRate);
  if (!view || next.ticket !== view.ticket) {
    // A puzzle goes on whatever happens in the game.
    if (!state.puzzle) state.ghost = state.at = state.node = state.preview = null;
    state.chosen = [];
    // An attempt at a better move goes on until the game changes.
    if (state.retry && next.text !== view?.text) state.retry = null;
  }
  // The move that is looked at may be gone.
  if (state.node !== null && !next.study.nodes.some(({ node }) => node === state.node)) state.at = state.node = null;
  // So may a comparison of engines.
  const [had, has] = [view?.comparison, next.comparison];
  if (had && has && had.number === has.number && had.changes > has.changes) next.comparison = had;
  state.view = next;
  state.seen = performance.now();
  // Another board has other points.
  if (view && view.game !== next.game) state.cursor = state.hover = null;
  if (cursor && (cursor.x >= next.picture.width || cursor.y >= next.picture.height)) state.cursor = null;
  changed();
}

const LOST = { key: "connection-lost", arguments: {} };
/** Says that the server does not answer. */
export function lost() {
  state.refused = LOST;
  changed();
}

/** Sends a command; those that must not count twice name the state that the page shows. */
export async function command(what) {
  try {
    const answer = await (await ask("/api/command", what)).json();
    state.refused = answer.refused;
    take(answer.view);
  } catch (error) {
    lost();
  }
}
export const act = (what) => command({ ...what, ticket: state.view.ticket });

function takeLine(line) {
  const { view } = state;
  if (!view || line.ticket !== view.ticket || JSON.stringify(line.at) !== JSON.stringify(view.focus)) return;
  const first = JSON.stringify(line.first);
  const others = state.lines.filter((known) => known.place !== line.place && JSON.stringify(known.first) !== first);
  state.lines = [...others, line].sort(byRate);
  if (line.place === 0 && line.at === null) {
    view.proved = line.proof ?? view.proved;
    const moves = view.picture.moves.length;
    const black = view.to_move === "black" ? line.rate : 1 - line.rate;
    view.curve = [...view.curve.filter(([number]) => number !== moves), [moves, black]].sort((a, b) => a[0] - b[0]);
  }
  changed();
}

function takeComparison(next) {
  const known = state.view?.comparison;
  if (known?.number !== next.number || known.changes > next.changes) return;
  state.view.comparison = next;
  changed();
}

function hear(kind, data) {
  if (kind === "view") take(JSON.parse(data));
  else if (kind === "line") takeLine(JSON.parse(data));
  else if (kind === "comparison") takeComparison(JSON.parse(data));
  else if (kind === "present") {
    state.present = JSON.parse(data);
    changed();
  }
}

/** Reads one stream of news to its end. */
async function read() {
  const reader = (await ask("/api/events")).body.pipeThrough(new TextDecoderStream()).getReader();
  if (state.refused?.key === LOST.key) state.refused = null;
  // A server that was started again counts from the beginning.
  if (state.view) state.view.revision = -1;
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const fields = Object.fromEntries(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
      if (fields.data) hear(fields.event, fields.data);
    }
  }
}

/** Listens for ever; a lost connection is opened again. */
export async function listen() {
  for (let failures = 0; ; failures++) {
    const begin = performance.now();
    try {
      await read();
    } catch (error) {
      // Said below.
    }
    if (performance.now() - begin > PAUSES.at(-1)) failures = 0;
    lost();
    await new Promise((wake) => setTimeout(wake, PAUSES[Math.min(failures, PAUSES.length - 1)]));
  }
}
