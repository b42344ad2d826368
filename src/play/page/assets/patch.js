// JSON Patch (RFC 6902), as far as the server uses it: add, remove and replace below the root.

const unescape = (word) => word.replaceAll("~1", "/").replaceAll("~0", "~");

/** Applies a patch to a value in place. */
export function apply(value, patch) {
  for (const { op, path, value: next } of patch) {
    const words = path.split("/").slice(1).map(unescape);
    const last = words.pop();
    const target = words.reduce((part, word) => part[word], value);
    if (op === "replace" || (op === "add" && !Array.isArray(target))) target[last] = next;
    else if (op === "add") target.splice(Number(last), 0, next);
    else if (Array.isArray(target)) target.splice(Number(last), 1);
    else delete target[last];
  }
}
