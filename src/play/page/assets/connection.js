// Requests to the server, and the stream of its news. The key goes with every request in a header. What was sent and not
// answered is sent again, and a stream in which nothing comes is opened again.
import { keepKey, knownKeys, onNewKey, readLink } from "./link.js";
import { apply } from "./patch.js";
import { carry, needsKey, unreachedText } from "./transport.js";
import { $, acts, alike, cellAt, changed, changedAfter, changedSoon, isOwner, make, state } from "./state.js";
import { hasText, placeOfWish, say, wishes } from "./texts.js";

const [UNAUTHORIZED, TOO_LONG, TOO_MANY] = [401, 413, 429];
/** Pauses before something is tried again, in milliseconds. */
const PAUSES = [250, 500, 1000, 2000, 5000];
/** How long a command may take before it is sent again, in milliseconds, and how many bytes of it a slow line carries in one. */
const [ANSWER_TIMEOUT, SLOW_LINE] = [5000, 8];
/** How long anything else may take, in milliseconds: the server gives up before. On a line that has died without a word no answer
    would ever come, and whoever waits for it could press nothing. */
const LONGEST_ANSWER = 65_000;
/** How long the stream may be silent, in milliseconds. The server gives a sign of life every 15 seconds. Whoever comes back to
    the page waits no longer than for one of them. */
const [SILENCE, SHORT_SILENCE] = [35_000, 20_000];

let key = "";

/** Begins anew where a known key is right: the program was started again, and another page of this browser has its new key, or
    another program had its address for a while. */
async function followKeys() {
  if (isFollowing) return;
  isFollowing = true;
  for (const known of needsKey ? knownKeys("") : []) if ((await welcomeFor(known)) !== null) return location.reload();
  isFollowing = false;
}
let isFollowing = false;

/** Does the page need its link? */
export const isLocked = () => document.body.classList.contains("locked");
/** Says that the page needs its link, and hides what does not work without; the board stays where it was seen. */
export async function lock() {
  if (isLocked()) return;
  document.body.classList.add("locked");
  $("cells").inert = true;
  onNewKey(() => location.reload());
  document.addEventListener("visibilitychange", () => document.hidden || followKeys());
  // A page that has just begun has tried them all.
  if (key) await followKeys();
  // Beside a board it stands where the rest was, and moves nothing.
  if (state.view) $("side").append($("no-key"));
  // Words behind a dialogue are not read, and none of its choices can be sent.
  for (const dialogue of document.querySelectorAll("dialog[open]")) dialogue.close();
  $("no-key").hidden = false;
  // The page of the owner has had a right key.
  if (state.view && isOwner()) return $("no-key").replaceChildren(make("p", { textContent: say("key-anew") }));
  const answer = await fetch("no-key").catch(() => null);
  const lines = answer?.ok ? (await answer.text()).split("\n").map((line) => line.split("\t")) : [];
  // What the reader speaks comes first.
  lines.sort(([one], [other]) => placeOfWish(one) - placeOfWish(other));
  // A page that has spoken to its reader needs no other language.
  const shown = state.view ? lines.slice(0, 1) : lines;
  $("no-key").replaceChildren(...shown.map(([lang, textContent]) => make("p", { lang, textContent })));
}

/** The server has answered that it does not do what was asked. */
class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
  /** The refusal as a message of the catalogue. */
  get asMessage() {
    // The server says the name of a text where it has one.
    if (hasText(this.message)) return { key: this.message, arguments: {} };
    return this.status === TOO_LONG ? { key: "too-long", arguments: {} } : { key: "server-refused", arguments: { why: { text: this.message } } };
  }
}

/** The program was not reached, or a file that lies beside it. */
export const Unreachable = class extends Error {
  get asMessage() {
    return { key: unreachedText, arguments: {} };
  }
};
/** What has failed, as a message of the catalogue. */
export const messageOf = (error) => error.asMessage ?? { key: "page-fault", arguments: { why: { text: error.message } } };
/** What is answered in place of the program, or by one that has no time: it is asked again. */
const UNREACHED = [408, 425, 502, 503, 504];
const NEWS = "/api/events";

async function request(path, withKey, body, signal) {
  const options = { headers: { "x-kagetsu-key": withKey }, signal };
  if (body) {
    options.method = "POST";
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  try {
    const answer = await carry(path, options);
    // The news come bit by bit; of all others the end may be lost as well.
    if (!UNREACHED.includes(answer.status)) return path === NEWS ? answer : new Response(await answer.text(), { status: answer.status });
  } catch (error) {
    // What the browser says of it helps nobody.
  }
  throw new Unreachable();
}

export async function ask(path, body, signal = AbortSignal.timeout(LONGEST_ANSWER)) {
  const answer = await request(path, key, body, signal);
  if (answer.status === UNAUTHORIZED) lock();
  if (!answer.ok) throw new Refused(answer.status, await answer.text());
  return answer;
}

/** A pause, which ends at once when the network is back. */
function pause(number) {
  return new Promise((wake) => {
    const end = () => {
      removeEventListener("online", end);
      wake();
    };
    setTimeout(end, PAUSES[number] ?? PAUSES.at(-1));
    addEventListener("online", end);
  });
}

/** What belongs to a key: whose it is, what can be begun here, and the texts; null where the key is wrong. */
async function welcomeFor(candidate) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await request(`/api/me?lang=${wishes()}`, candidate, null, AbortSignal.timeout(ANSWER_TIMEOUT));
      if (answer.ok) return await answer.json();
      if (answer.status !== TOO_MANY) return null;
    } catch (error) {
      // Not reached: once more.
    }
    await pause(tries);
  }
}

/** Finds the key among those that are known, and gives what belongs to it; null where none is right. A wrong key in the link
    does not replace one that is right. */
export async function findKey(given) {
  for (const candidate of needsKey ? knownKeys(given) : [""]) {
    const found = await welcomeFor(candidate);
    if (found === null) continue;
    key = candidate;
    if (needsKey) keepKey(key, found.who === "owner");
    return found;
  }
  return null;
}

/** Another link is typed into the address bar: a position or a chapter is opened here, another right key opens its page. */
export function followLinks(open, learn) {
  addEventListener("hashchange", async () => {
    const link = readLink();
    if (link.position) return open(link.position);
    if (link.chapter) return learn(link.chapter);
    const found = needsKey && link.key && link.key !== key ? await welcomeFor(link.key) : null;
    if (found === null) return;
    keepKey(link.key, found.who === "owner");
    location.reload();
  });
}

/** The best first: by their values, or as a tree search has them, which trusts what it has visited most. */
const byWorth = (a, b) => (a.tree && b.tree ? a.place - b.place : b.rate - a.rate);
/** The state as the server has sent it. Changes apply to nothing else, so `state.view` is a copy, which lines and comparisons
    bring forward. */
let serverState = null;

/** Takes a whole state of the table. The answer to a command may come after the news of what followed it. */
function replaceState(next) {
  if (serverState && next.revision < serverState.revision) return;
  serverState = next;
  show(structuredClone(serverState));
}

/** Takes what has changed since a state. Whoever has missed another change asks for the whole. */
async function applyChange({ from, to, patch }) {
  if (!serverState || to <= serverState.revision) return;
  if (from === serverState.revision) {
    apply(serverState, patch);
    return show(structuredClone(serverState));
  }
  // Where it does not come, another stream begins with it.
  const whole = await ask("/api/state").catch(() => stream.abort());
  if (whole) replaceState(await whole.json());
}

/** The game is in another state: what was begun for the one before is over. */
function resetForNewTicket(next) {
  // An attempt at a better move goes on until the game changes.
  const hasTried = !!state.retry;
  if (state.retry && next.text !== state.view?.text) state.retry = null;
  // An exercise goes on whatever happens in the game. A stone that waits for its confirmation goes on waiting after a move of
  // the other side that leaves its point free.
  if (!state.exercise) {
    const { ghost, view } = state;
    const more = view?.games === next.games ? next.picture.moves.length - view.picture.moves.length : 0;
    const stays = more === 1 && ghost && next.ask === "move" && !acts() && cellAt(next.picture, ghost) === "empty";
    if (!stays) state.ghost = null;
    // Whoever looks at an earlier position, or beside one, is left there by moves that come, until they end the game.
    const upTo = ({ picture }) => picture.moves.slice(0, state.at);
    const isLeft = state.at !== null && !hasTried && more > 0 && !next.outcome && alike(upTo(next), upTo(view));
    if (!isLeft) {
      state.at = state.retry?.moves ?? null;
      state.node = state.preview = null;
    }
    state.chosen = [];
  }
  // What was clicked for the state before has been answered, whichever of both answers comes first.
  state.pending = null;
}

/** A state may be written before the news of a comparison of engines that came in the meantime. */
function keepNewerComparison(next) {
  const [known, told] = [state.view?.comparison, next.comparison];
  if (known && told && known.number === told.number && known.changes > told.changes) next.comparison = known;
}

/** Moves that have come are shown as they are laid. */
function markFreshMoves(next) {
  const { view } = state;
  const follows = view && view.games === next.games && next.picture.moves.length > view.picture.moves.length;
  if (follows) state.fresh = { after: view.picture.moves.length, since: performance.now() };
}

/** Shows a state of the table. */
function show(next) {
  const { view } = state;
  const isOtherState = !view || next.ticket !== view.ticket;
  const isOtherFocus = !alike([next.focus, next.analyst], [view?.focus, view?.analyst]);
  if (isOtherState || isOtherFocus) state.lines = next.lines.sort(byWorth);
  if (isOtherState) resetForNewTicket(next);
  // The move that is looked at may be gone.
  if (state.node !== null && !next.study.nodes.some(({ node }) => node === state.node)) state.at = state.node = null;
  // The stones of the position editor lie on the board that was edited.
  if (view && view.games !== next.games) state.edited = null;
  keepNewerComparison(next);
  markFreshMoves(next);
  state.view = next;
  state.seen = performance.now();
  // Another board has other points.
  const shape = ({ game, picture }) => `${game} ${picture.width} ${picture.height}`;
  if (view && shape(view) !== shape(next) && !state.exercise) state.cursor = state.hover = null;
  changed();
}

/** The stream that is read now. */
let stream = new AbortController();

// A page that is left and may be shown again is away meanwhile.
addEventListener("pagehide", () => stream.abort());

/** When the stream was heard last, by the clock that goes on while a telephone sleeps. */
let heardAt = Infinity;
// A telephone that has slept may wait for a stream that has long ended.
document.addEventListener("visibilitychange", () => {
  if (needsKey && !document.hidden && Date.now() - heardAt > SHORT_SILENCE) stream.abort();
});

/** After how many milliseconds without the server the page says that it may have been closed. */
const LONG = 20_000;
/** Is the server not reached? */
export const isLost = () => state.lostSince < Infinity;
/** Has the server, where there is one, been out of reach for long? */
export const isLostLong = () => needsKey && performance.now() - state.lostSince >= LONG;

/** Whether the server is reached. Where it is not, the stream is opened again, which finds out when it is. */
function setLost(lost) {
  if (lost === isLost()) return;
  state.lostSince = lost ? performance.now() : Infinity;
  if (lost) {
    stream.abort();
    changedAfter(LONG);
  }
  changed();
}

/** Something has failed that is not tried again by itself. Without a server, only a file is not reached: the program goes on. */
export function failed(error) {
  if (error instanceof Unreachable && needsKey) setLost(true);
  else state.refused = messageOf(error);
  changed();
}

/** May the same succeed later: was the server not reached, or had it no time? */
export const isPassing = (error) => error instanceof Unreachable || error.status === TOO_MANY;
/** Asks for something, with the number of times that it was asked for before, until it is answered. */
export async function untilAnswered(asking) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await asking(tries);
      setLost(false);
      return answer;
    } catch (error) {
      if (error instanceof Unreachable) setLost(true);
      // A fault of the page would come again.
      else if (!isPassing(error)) throw error;
    }
    await pause(tries);
  }
}

/** Numbers of commands are below this one: so large that no two are the same. */
const NUMBERS = 2 ** 48;
/** Sends a command until it is answered. It has a number, so that the server does it once. One that is sent again names the state
    that the page showed: it is not done in another one. */
async function send(what) {
  const { ticket } = serverState ?? {};
  const number = Math.floor(NUMBERS * Math.random());
  const time = ANSWER_TIMEOUT + Math.round(JSON.stringify(what).length / SLOW_LINE);
  const asking = async (tries) => {
    const body = { known: serverState?.revision, number, ...(tries > 0 ? { ticket } : {}), ...what };
    return (await ask("/api/command", body, AbortSignal.timeout(time))).json();
  };
  try {
    const answer = await untilAnswered(asking);
    if (answer.view) replaceState(answer.view);
    if (answer.change) await applyChange(answer.change);
    return answer.refused;
  } catch (error) {
    return messageOf(error);
  }
}

/** Says why a command was refused. The state that has come with its answer is shown already. */
function setRefused(refused) {
  const was = state.refused;
  state.refused = refused;
  if (was || refused) changed();
}

/** Sends a command. Was it done? Those of a guest name the state that the page shows. */
export async function command(what) {
  const before = state.refused;
  const refused = await send(isOwner() ? what : { ticket: state.view.ticket, ...what });
  // What has been said meanwhile stays.
  if (refused || state.refused === before) setRefused(refused);
  return !refused;
}
/** Commands that must not count twice and are not answered yet, as texts. */
const underWay = new Set();
/** Sends a command that must not count twice: it names the state that the page shows. The second press of a double click is
    none, or it would be refused after the first one. Was it done, or is it under way? */
export async function commandOnce(what) {
  const named = { ...what, ticket: state.view.ticket };
  const text = JSON.stringify(named);
  if (underWay.has(text)) return true;
  underWay.add(text);
  const isDone = await command(named);
  underWay.delete(text);
  return isDone;
}

/** After how many milliseconds without an answer the page says that a move is on its way. */
const SLOW = 700;
let clickedAt = -Infinity;
/** How long ago this page has sent its last move, in milliseconds. */
export const sinceClick = () => performance.now() - clickedAt;
/** Is a move on its way for long? */
export const isSlow = () => !!state.pending && sinceClick() >= SLOW;

/** Sends clicks. They are shown until the answer comes, and nothing else is clicked meanwhile. */
export async function click(spots) {
  if (state.pending) return;
  state.pending = spots;
  clickedAt = performance.now();
  changedAfter(SLOW);
  changed();
  const refused = await send({ do: "click", spots, ticket: state.view.ticket });
  if (state.pending === spots) {
    state.pending = null;
    changed();
  }
  setRefused(refused);
}

function addLine(line) {
  const { view } = state;
  if (!view || line.ticket !== view.ticket || !alike(line.at, view.focus)) return;
  // Values of different searches do not compare.
  const others = state.lines.filter((known) => known.place !== line.place && !alike(known.first, line.first) && !known.tree === !line.tree);
  state.lines = [...others, line].sort(byWorth);
  if (line.place === 0 && line.at === null) {
    view.proved = line.proof ?? view.proved;
    const moves = view.picture.moves.length;
    const black = view.to_move === "black" ? line.rate : 1 - line.rate;
    view.curve = [...view.curve.filter(([number]) => number !== moves), [moves, black]].sort((a, b) => a[0] - b[0]);
  }
  changedSoon();
}

function updateComparison(next) {
  const known = state.view?.comparison;
  if (known?.number !== next.number || known.changes > next.changes) return;
  state.view.comparison = next;
  changedSoon();
}

/** Takes a state that the stream brings. What was refused before the game went on is no longer of interest. */
async function applyNews(applyIt, next) {
  const { ticket } = serverState ?? {};
  await applyIt(next);
  if (serverState.ticket > ticket) setRefused(null);
}

function hear(kind, data) {
  if (kind === "view") applyNews(replaceState, JSON.parse(data));
  else if (kind === "change") applyNews(applyChange, JSON.parse(data));
  else if (kind === "line") addLine(JSON.parse(data));
  else if (kind === "comparison") updateComparison(JSON.parse(data));
  else if (kind === "present") {
    state.present = JSON.parse(data);
    changedSoon();
  }
}

/** Reads one stream of news to its end, or until it is silent. */
async function read() {
  stream = new AbortController();
  const { signal } = stream;
  let watchdog;
  const watch = (time) => {
    heardAt = Date.now();
    clearTimeout(watchdog);
    watchdog = setTimeout(() => stream.abort(), time);
  };
  try {
    watch(ANSWER_TIMEOUT);
    // No EventSource: it cannot send the key in a header.
    const reader = (await ask(NEWS, null, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
    // A server that was started again counts from the beginning: its first state replaces this one, whatever its number.
    if (serverState) serverState.revision = null;
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      watch(SILENCE);
      setLost(false);
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      for (const event of events) {
        const fields = Object.fromEntries(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
        if (fields.data) hear(fields.event, fields.data);
      }
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/** Listens for ever; a lost connection is opened again. */
export async function listen() {
  for (let failures = 0; ; failures++) {
    const begin = performance.now();
    try {
      await read();
    } catch (error) {
      // The page is locked. Anything else is said by `setLost`.
      if (error.status === UNAUTHORIZED) return;
    }
    if (performance.now() - begin > PAUSES.at(-1)) failures = 0;
    setLost(true);
    await pause(failures);
  }
}
