// What this browser keeps from visit to visit. Where it keeps nothing, or is full, values last as long as the page.
const unkept = new Map();

/** The value of a name, or another where there is none. */
export function recall(name, otherwise) {
  if (unkept.has(name)) return unkept.get(name);
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch (error) {
    // Storage that is closed to pages, or a text that is not from here.
    return otherwise;
  }
}

/** The entries of a list that is kept. One that is damaged has none. */
export const entriesOf = (list) => (Array.isArray(list) ? list.filter(Boolean) : []);

/** Keeps a value that JSON can write. Will it outlast the page? */
export function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    unkept.delete(name);
    return true;
  } catch (error) {
    unkept.set(name, value);
    return false;
  }
}

/** Where the copy of what was practised is kept. */
export const PRACTICE = "practice";
/** Where that is kept which the table has not heard of yet. */
export const UNTOLD = "untold";
/** All of that, oldest first. Other tabs keep theirs there as well. */
export const untold = () => entriesOf(recall(UNTOLD, null));

/** Does something with what this tab keeps; nothing where its storage is closed to pages. It is lost by a reload then. */
function withTab(work) {
  try {
    return work(sessionStorage);
  } catch (error) {
    return null;
  }
}

/** Where the key of the tab is kept. */
const KEY = "key";
export const keepTabKey = (key) => withTab((storage) => storage.setItem(KEY, key));
export const tabKey = () => withTab((storage) => storage.getItem(KEY));

/** Keeps a value that JSON can write for a reload of this tab, in place of the one before; null for none. */
export function keepInTab(name, value) {
  withTab((storage) => storage.removeItem(name));
  if (value) withTab((storage) => storage.setItem(name, JSON.stringify(value)));
}
/** What this tab keeps by that name; null where there is nothing. */
export const keptInTab = (name) => withTab((storage) => JSON.parse(storage.getItem(name)));

/** Where the exercise or the position editor on the board is kept. */
const EXERCISE = "exercise";
/** Keeps what is needed to show it again; nothing when there is none. */
export const keepExercise = (exercise) => keepInTab(EXERCISE, exercise);
/** What was on the board of this tab. */
export const keptExercise = () => keptInTab(EXERCISE);
