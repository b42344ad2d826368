// How the page reaches the program where there is no server: a worker of the browser keeps the table and answers as a server
// would. The game is kept in this browser; of several pages that are open only one keeps its game.
import { recall, remember } from "./remembered.js";
import { $, changedSoon } from "./state.js";

/** Nobody else is here. */
export const needsKey = false;

/** The browser alone keeps what was practised. */
export const keepsPractice = false;

/** Where the table is kept, and where one that could not be gone on with. */
const [TABLE, DAMAGED] = ["table", "table-damaged"];
/** How often a stream of news gives a sign of life, in milliseconds. */
const ALIVE = 10_000;
/** A page that is loaded again takes its lock again within so many milliseconds. */
const RELOADED = 3000;
/** After so many milliseconds without anything to do the browser fetches what it needs offline. */
const IDLE = 4000;

const LOCK = "kagetsu";
/** Is this the page that keeps its game? */
let keeps = false;
/** Was there room for the table when it was written last? */
let isWritten = true;
/** The text that tells why the game is not kept; nothing where it is. */
export const whyNotKept = () => (!keeps ? "not-kept" : isWritten ? null : "keeps-nothing");
/** The text that tells that what was asked for is not reached: a file that is not kept. */
export const unreachedText = "part-missing";
/** Does a search wait for its network, which is neither kept nor reached? */
let isMissing = false;
/** The text that tells why a search does not begin; nothing where it does. */
export const whyNotSearching = () => (isMissing ? "network-missing" : null);
function setMissing(isIt) {
  isMissing = isIt;
  changedSoon();
}
/** Becomes the page that keeps its game where no other one is; answers once that is known. */
function keeper() {
  return new Promise((answer) => {
    const held = (lock) => {
      keeps = !!lock;
      answer();
      // It is held as long as the page is open.
      return lock && new Promise(() => {});
    };
    // Without locks, as on pages that came over a network without encryption, every page keeps its game. A browser that lets
    // pages keep nothing refuses locks as well.
    if (navigator.locks) navigator.locks.request(LOCK, { ifAvailable: true }, held).then(keepLater, () => held(true));
    else held(true);
  });
}
/** Goes on with the game of the page that kept it, once that is closed. A game that was begun here meanwhile does not take its
    place. */
async function keepLater() {
  const goOn = (lock) => {
    if (!lock) return null;
    keeps = true;
    restart("");
    return new Promise(() => {});
  };
  while (!keeps) {
    await navigator.locks.request(LOCK, () => {});
    await new Promise((wake) => setTimeout(wake, RELOADED));
    if (isBegun()) return;
    await navigator.locks.request(LOCK, { ifAvailable: true }, goOn);
  }
}

/** The table as it was told last. */
let lastTable = "{}";
/** Was anything laid on its board? */
function isBegun() {
  const { taken, setup } = JSON.parse(lastTable);
  return taken?.length > 0 || setup?.stones?.length > 0;
}

/** The table that is to be kept, and when it is written: many changes are written as one. */
let unsaved = null;
let saving = 0;
const PAUSE = 200;
function save() {
  clearTimeout(saving);
  saving = 0;
  if (unsaved !== null) isWritten = remember(TABLE, unsaved);
  unsaved = null;
}
/** Keeps the table soon, and at once where the page is left. */
function saveSoon(table) {
  lastTable = table;
  if (!keeps) return;
  unsaved = table;
  saving ||= setTimeout(save, PAUSE);
}
addEventListener("pagehide", save);
document.addEventListener("visibilitychange", () => document.hidden && save());

const encoder = new TextEncoder();
/** What waits for answers, by the number of the request. */
const waiting = new Map();
/** The streams of news that are read. */
const streams = new Set();
let worker = null;
let number = 0;
/** Has a program answered on this page? */
let hasAnswered = false;
/** The files that the program has asked for. */
const used = new Set();

const send = (text) => {
  for (const stream of streams) stream.enqueue(encoder.encode(text));
};

function hear({ data }) {
  const { id, status, text, news, saved, damaged, failed, trapped, used: file } = data;
  if (data.isMissing !== undefined) setMissing(data.isMissing);
  if (file) used.add(`files/${file}`);
  if (id !== undefined) {
    hasAnswered = true;
    waiting.get(id)?.taken(new Response(text, { status }));
    waiting.delete(id);
  }
  for (const [kind, json] of news ?? []) send(`event: ${kind}\ndata: ${json}\n\n`);
  if (saved) saveSoon(saved);
  if (damaged) remember(DAMAGED, recall(TABLE, null));
  if (trapped) traps = [...traps, performance.now()].slice(-TRAPS);
  if (failed) restart(failed);
}

/** So many traps within so many milliseconds come from the table that is kept. */
const [TRAPS, SPAN] = [3, 60_000];
let traps = [];
/** The table for a program that begins. In place of one that traps there is a text that is none: it is told, and put aside, as
    a damaged one is. */
function kept() {
  const isSpoiled = traps.length === TRAPS && traps.at(-1) - traps[0] < SPAN;
  if (isSpoiled) traps = [];
  return isSpoiled ? "spoiled" : recall(TABLE, "");
}

/** Says that the program does not even begin, as in an old browser, until it does. The texts of all languages come from it, so
    this one is English. */
function tellUnable(why) {
  document.body.classList.remove("starting");
  $("status").textContent = `Kagetsu does not start: ${why}`;
}

let restarts = 0;
/** The number of the program that answers: another one begins with nothing. */
export const generation = () => restarts;

/** The program has ended: another one goes on with the game that was kept. */
function restart(why) {
  save();
  worker?.terminate();
  worker = null;
  // A script that was not reached has no reason, and comes later.
  if (why && !hasAnswered) tellUnable(why);
  setMissing(false);
  restarts += 1;
  for (const { lost } of waiting.values()) lost(new TypeError(why));
  waiting.clear();
  for (const stream of streams) stream.error(new TypeError(why));
  streams.clear();
}

const begun = keeper();
/** The worker, which is started when it is needed first, or again. */
async function table() {
  await begun;
  if (worker) return worker;
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = hear;
  worker.onerror = (event) => restart(event.message);
  worker.postMessage({ saved: keeps ? kept() : "", revision: Math.floor(Math.random() * 2 ** 31) });
  return worker;
}
// An old browser may lack what the page needs for its first request as well.
table();

async function request(path, body) {
  const [address, query] = path.split("?");
  const told = { path: address, ...Object.fromEntries(new URLSearchParams(query)), body: body ? JSON.parse(body) : null };
  const to = await table();
  return new Promise((taken, lost) => {
    number += 1;
    waiting.set(number, { taken, lost });
    to.postMessage({ id: number, request: JSON.stringify(told) });
  });
}

/** A stream of news, which begins with the state. */
async function news(signal) {
  const asked = await request("/api/state");
  const answering = restarts;
  const first = await asked.text();
  // It has ended before it had anybody to tell: nobody would start another one for a stream that only waits.
  if (restarts !== answering) throw new TypeError("ended");
  let own;
  const close = () => {
    if (streams.delete(own)) own.error(new DOMException("left", "AbortError"));
  };
  const body = new ReadableStream({
    start(controller) {
      own = controller;
      streams.add(own);
      own.enqueue(encoder.encode(`event: view\ndata: ${first}\n\n`));
    },
    cancel: () => streams.delete(own),
  });
  signal?.addEventListener("abort", close);
  return new Response(body);
}
setInterval(() => send(": alive\n\n"), ALIVE);

/** Sends a request and gives its answer. A worker is never out of reach: it takes the time that it takes. */
export const carry = (path, { body, signal } = {}) => (path === "/api/events" ? news(signal) : request(path, body));

/** What keeps the page for times without a network, as the browser knows it. */
let registration = null;
/** Was the new version asked for when it could not be loaded? */
let isLater = false;
/** A newer version of the page that waits: the text that says so, and what loads it. Nothing where there is none, or where the
    game would be lost by it. */
export function newVersion() {
  const isReady = registration?.waiting && navigator.serviceWorker.controller && !whyNotKept();
  return isReady ? { word: isLater ? "new-version-later" : "new-version", load: loadNewVersion } : null;
}
function loadNewVersion() {
  navigator.serviceWorker.oncontrollerchange = () => location.reload();
  navigator.serviceWorker.onmessage = () => {
    // Whatever takes over now was not asked for by this page.
    navigator.serviceWorker.oncontrollerchange = null;
    isLater = true;
    changedSoon();
  };
  registration.waiting?.postMessage({ takeOver: [...used] });
}

/** A page looks for a newer version when it is loaded, and after so many milliseconds when somebody comes back to it. */
const DAY = 86_400_000;
let lookedAt = -Infinity;
function lookForNewVersion() {
  if (document.hidden || Date.now() - lookedAt < DAY) return;
  lookedAt = Date.now();
  registration.update().catch(() => {});
}

/** Tells the page of newer versions. */
function watchVersions() {
  const follow = () => registration.installing?.addEventListener("statechange", changedSoon);
  registration.addEventListener("updatefound", follow);
  follow();
  changedSoon();
  // The first version needs no other one.
  if (!navigator.serviceWorker.controller) return;
  document.addEventListener("visibilitychange", lookForNewVersion);
  lookForNewVersion();
}

/** The browser keeps the page for times without a network, and then, when there is time, the networks of all rules, the
    puzzles and the other languages. */
async function keepOffline() {
  if (!navigator.serviceWorker) return;
  registration = await navigator.serviceWorker.register("service.js");
  watchVersions();
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage([...used]);
  if (navigator.connection?.saveData) return;
  setTimeout(() => active.postMessage("rest"), IDLE);
}
addEventListener("load", () => keepOffline().catch(() => {}));
