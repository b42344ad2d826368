// The worker that keeps the table. It answers the page at once; searches are done by another worker, which is ended where its
// search is no longer wanted.
import { code, faultOf, program } from "./program.js";

/** How long lines wait for others before the page hears of them, in milliseconds: a search begins with more of them than a page
    can show. */
const TOGETHER = 60;
/** How long it waits before it asks for a file again that did not come, in milliseconds. */
const AGAIN = 2000;
/** After so many milliseconds a clock that runs is kept again: a page may be gone at any moment. */
const KEPT = 5000;

const module = code();
const answers = new Map();
/** The files that were asked for and did not come so far. */
const missing = new Set();
/** A file beside the page, as the answer of the server; nothing where it is not reached. */
async function fetched(name) {
  const answer = await fetch(new URL(`files/${name}`, import.meta.url)).catch(() => null);
  return answer?.ok ? answer : null;
}
/** The same, as often as it takes. */
function load(name) {
  const again = async () => {
    for (;;) {
      const answer = await fetched(name);
      if (answer) {
        missing.delete(name);
        tellMissing();
        return answer;
      }
      missing.add(name);
      tellMissing();
      await new Promise((wake) => setTimeout(wake, AGAIN));
    }
  };
  if (!answers.has(name)) answers.set(name, again());
  return answers.get(name).then((answer) => answer.clone());
}

/** A network as the program has it. Its numbers of 16 bits were split for the way, see `packed.rs`. */
function unpacked(packed) {
  const [begin] = packed;
  const bytes = packed.slice(1);
  const count = (bytes.length - begin) >> 1;
  for (let index = 0; index < count; index++) {
    const number = packed[1 + begin + index] | (packed[1 + begin + count + index] << 8);
    const signed = (number >> 1) ^ -(number & 1);
    bytes[begin + 2 * index] = signed;
    bytes[begin + 2 * index + 1] = signed >> 8;
  }
  return bytes.buffer;
}

let table = null;
let seed = 1;
/** The worker that searches, and the file that it waits for. */
let searcher = null;
let timer = 0;
/** The lines that have come and were not told yet, the last one of each place. */
const lines = new Map();
let telling = 0;

/** Tells the lines that wait. */
function tellLines() {
  clearTimeout(telling);
  telling = 0;
  for (const line of lines.values()) table.call("hear", line);
  lines.clear();
}

/** Does the page know that the search waits for a file that does not come? */
let isToldMissing = false;
/** Tells the page when the search begins to wait for such a file, and when that is over. */
function tellMissing() {
  const isMissing = missing.has(searcher?.needs);
  if (isMissing !== isToldMissing) postMessage({ isMissing });
  isToldMissing = isMissing;
}

/** Something went wrong that must not: the page begins again with what was kept. */
const fail = (error) => postMessage(faultOf(error));
self.onunhandledrejection = (event) => fail(event.reason);
// A fault in a timer. By itself it would come to the page without what tells a program that has trapped.
self.addEventListener("error", (event) => {
  event.preventDefault();
  fail(event.error ?? event.message);
});

/** Starts a worker that searches. It is started before it is needed, because that takes longer than an answer should. */
async function ready() {
  const worker = new Worker(new URL("searcher.js", import.meta.url), { type: "module" });
  worker.onmessage = async ({ data: { needs, line, found, failed, trapped } }) => {
    if (searcher?.worker !== worker) return;
    if (failed) return postMessage({ failed, trapped });
    if (needs) {
      searcher.needs = needs;
      tellMissing();
      const bytes = unpacked(new Uint8Array(await (await load(needs)).arrayBuffer()));
      if (searcher?.worker === worker) worker.postMessage({ bytes });
      return;
    }
    if (line !== undefined) {
      lines.set(JSON.parse(line).place, line);
      telling ||= setTimeout(() => {
        tellLines();
        go();
      }, TOGETHER);
    }
    if (found !== undefined) {
      tellLines();
      table.call("ended", found);
      go();
    }
  };
  worker.onerror = (event) => fail(event.message);
  worker.postMessage({ module: await module });
  return worker;
}
let spare = ready();

async function search(task) {
  if (!searcher) {
    const mine = (searcher = { worker: null, needs: null });
    // Whoever comes after a stop meanwhile takes another one.
    const starting = spare ?? ready();
    spare = null;
    mine.worker = await starting;
    // It may have been stopped meanwhile.
    if (searcher !== mine) return mine.worker.terminate();
  }
  searcher.worker.postMessage({ task, seed });
}

/** Does what follows from what has happened. */
function go() {
  const { exports } = table;
  if (exports.is_stopped()) {
    searcher?.worker?.terminate();
    searcher = null;
    tellMissing();
    lines.clear();
    spare ??= ready();
    table.call("ended", "");
  }
  const task = table.call("next_task");
  if (task) search(task).catch(fail);
  const news = JSON.parse(table.call("news"));
  if (news.length) postMessage({ news });
  const saved = table.call("unsaved");
  if (saved) postMessage({ saved });
  clearTimeout(timer);
  const left = exports.time_left();
  // A millisecond later the clock has certainly run out. Until then it is kept now and then.
  if (left >= 0) timer = left < KEPT ? setTimeout(tick, left + 1) : setTimeout(go, KEPT);
}
function tick() {
  table.exports.tick();
  go();
}

async function begin({ saved, revision }) {
  const started = await program(await module, () => {});
  seed = revision;
  const damaged = started.call("begin", saved, revision);
  if (damaged) postMessage({ damaged });
  table = started;
}

/** The status of an answer that needs a file first, and of one whose file is not reached. */
const [NEEDS_FILE, UNREACHED] = [424, 503];
/** Answers a request, once the program has the texts that it is about. */
async function answer(request) {
  for (;;) {
    const { status, text } = JSON.parse(table.call("answer", request));
    if (status !== NEEDS_FILE) return { status, text };
    postMessage({ used: text });
    // The end of it may be lost as well.
    const file = await fetched(text).then((answer) => answer.text()).catch(() => null);
    if (file === null) return { status: UNREACHED, text: "" };
    table.call("answer", JSON.stringify({ path: "/file", body: { name: text, text: file } }));
  }
}

let begun = null;
self.onmessage = async ({ data }) => {
  try {
    if (data.request === undefined) {
      begun = begin(data);
      return await begun;
    }
    await begun;
    postMessage({ id: data.id, ...(await answer(data.request)) });
    go();
  } catch (error) {
    fail(error);
  }
};
