// The tabs beside the board: one part is shown at a time, and which one is remembered.
import { recall, remember } from "./remembered.js";
import { $, watch } from "./state.js";

const NAME = "tab";
const tabs = [...document.querySelectorAll("#tabs [role=tab]")];
let shown = recall(NAME, tabs[0].id);

function show() {
  // A tab that this page does not have gives way to the first one.
  const current = tabs.find((tab) => tab.id === shown && !tab.hidden) ?? tabs[0];
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", tab === current);
    tab.tabIndex = tab === current ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = tab !== current;
  }
}

function choose(tab) {
  shown = tab.id;
  remember(NAME, shown);
  show();
}

for (const tab of tabs) tab.onclick = () => choose(tab);
const WAYS = { ArrowLeft: -1, ArrowRight: 1 };
$("tabs").addEventListener("keydown", (event) => {
  const way = WAYS[event.key];
  if (!way) return;
  const there = tabs.filter((tab) => !tab.hidden);
  const next = there[(there.indexOf(event.target) + way + there.length) % there.length];
  choose(next);
  next.focus();
  event.preventDefault();
});
watch(show);
show();
