// The worker that searches. It does one task after the other until it is ended.
import { faultOf, program } from "./program.js";

const fail = (error) => postMessage(faultOf(error));
let searching = null;

async function hear({ module, task, seed, bytes }) {
  if (module) return (searching = program(module, (line) => postMessage({ line })));
  const { call, exports, give } = await searching;
  if (task) {
    const needs = call("take_task", task, seed);
    if (needs) return postMessage({ needs });
  } else {
    give(bytes);
    exports.bring();
  }
  postMessage({ found: call("run") });
}
self.onmessage = ({ data }) => hear(data).catch(fail);
