// The program in a worker: its code, and the texts that go to it and come from it.

/** The code of the program. */
export async function code() {
  const address = new URL("kagetsu.wasm", import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch (error) {
    // A server that does not know the type of the file.
    return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  }
}

/** What is told of a fault. A program that has trapped may do so again with the same table. A browser may have no WebAssembly
    whose errors could be asked for. */
export const faultOf = (error) => ({ failed: String(error?.message ?? error), trapped: ["RuntimeError", "RangeError"].includes(error?.name) });

/** The program with its memory. `tell` hears how long a text is that the program gives while it works. */
export async function program(module, tell) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const { exports } = await WebAssembly.instantiate(module, { env: { now: () => performance.now(), tell: (length) => tell(taken(length)) } });
  const taken = (length) => {
    const from = exports.output();
    return decoder.decode(new Uint8Array(exports.memory.buffer, from, length));
  };
  /** Gives it a text or bytes. */
  const give = (what) => {
    const bytes = typeof what === "string" ? encoder.encode(what) : new Uint8Array(what);
    const to = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, to, bytes.length).set(bytes);
  };
  /** Calls a function of it, with an input if there is one, and gives its text if it has one. */
  const call = (name, input, ...numbers) => {
    if (input !== undefined) give(input);
    const length = exports[name](...numbers);
    return length === undefined ? "" : taken(length);
  };
  return { exports, give, call };
}
