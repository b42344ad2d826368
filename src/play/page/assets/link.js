// What the part of the address after # carries: a key, a position, or a chapter to learn. No server sees that part, and it is taken
// away at once, so that it does not stay in the address bar or the history.
import { keepTabKey, recall, remember, tabKey } from "./remembered.js";
import { say } from "./texts.js";
import { needsKey } from "./transport.js";

const KEY = /^[0-9a-f]{32}$/;
const POSITION = "position=";
const CHAPTER = "learn=";
/** Where the key of the owner is kept for all tabs of this browser. */
const NAME = "key";

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // Not from here.
    return "";
  }
}

/** Takes key, position or chapter out of the address. */
export function readLink() {
  const text = decoded(location.hash.slice(1));
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  const chapter = text.startsWith(CHAPTER) ? text.slice(CHAPTER.length) : "";
  return { key: KEY.test(text) ? text : "", position: positionIn(text), chapter };
}

/** The position in such a part of an address; an empty text where there is none. */
function positionIn(text) {
  return text.startsWith(POSITION) ? text.slice(POSITION.length).replaceAll("_", " ") : "";
}

/** The page without a server that everybody can open. This one loads nothing from there. */
const PUBLIC = "https://kagetsu-engine.github.io/kagetsu/";
const HERE = `${location.origin}${location.pathname}`;
/** Does a link lead to the machine on which it is opened, whichever that is? So does the address of a server that knows no
    network. */
export function isOfThisMachine(link) {
  const { hostname } = new URL(link);
  return /^127(\.\d+){3}$/.test(hostname) || ["localhost", "0.0.0.0", "[::1]", "[::]"].includes(hostname);
}
/** Can nobody elsewhere come by these invitations? */
export const areOfThisMachine = (invitations) => invitations.every(({ link }) => isOfThisMachine(link));
/** Do links for everybody lead there? A server opens its page with a key alone, and a page of this machine is seen by nobody else. */
const leadsToPublic = needsKey || isOfThisMachine(location.href);
/** A link for everybody. It carries a position and no key. */
export const linkTo = (text) => `${leadsToPublic ? PUBLIC : HERE}#${POSITION}${text.replaceAll(" ", "_")}`;
/** Where such a link leads, in words. */
export const aboutLink = () => (leadsToPublic ? say("link-public") : "");
/** A position out of such a link; other texts as they are. */
export function fromLink(text) {
  const [, fragment] = text.trim().match(/^https?:\S*?#(\S+)$/) ?? [];
  return (fragment && positionIn(decoded(fragment))) || text;
}

/** Copies what stands in a field, and says what came of it. Where it cannot be copied it is marked, to be copied by hand. A field
    that gets the focus brings up the keyboard of a telephone. */
export async function copy(field) {
  const { clipboard } = navigator;
  if (clipboard && (await clipboard.writeText(field.value).then(() => true, () => false))) return say("copied");
  field.focus();
  field.select();
  // Pages that came over a network without encryption have the older way alone.
  return say(!clipboard && document.execCommand("copy") ? "copied" : "copy-by-hand");
}

/** The keys that may be right, likeliest first. */
export function knownKeys(given) {
  const kept = [given, tabKey(), recall(NAME, null)];
  return [...new Set(kept.filter(Boolean))];
}

/** Calls when another page of this browser keeps the key of its owner. */
export function onNewKey(then) {
  addEventListener("storage", ({ key }) => key === NAME && then());
}

/** Keeps a key that is right. */
export function keepKey(key, isOwner) {
  keepTabKey(key);
  if (isOwner) remember(NAME, key);
}
