// How the page reaches the program: a server, over the network. `site/transport.js` takes its place where there is none.

/** Does the program ask who somebody is? */
export const needsKey = true;

/** Does the program keep what was practised? */
export const keepsPractice = true;

/** The text that tells why the game is not kept; nothing where it is. */
export const whyNotKept = () => null;

/** The text that tells why a search does not begin; nothing where it does. */
export const whyNotSearching = () => null;

/** The text that tells that what was asked for is not reached. */
export const unreachedText = "connection-lost";

/** A newer version of the page that waits; a server has one version of it. */
export const newVersion = () => null;

/** The number of the program that answers: another one begins with nothing. What a server keeps outlives it. */
export const generation = () => 0;

/** Sends a request and gives its answer. */
export const carry = (path, options) => fetch(path, options);
