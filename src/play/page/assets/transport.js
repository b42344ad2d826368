// How the page reaches the program: a server, over the network. `site/transport.js` takes its place where there is none.

/** Does the program ask who somebody is? */
export const needsKey = true;

/** Sends a request and gives its answer. */
export const carry = (path, options) => fetch(path, options);
