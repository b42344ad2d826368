// The tabs beside the board: one part is shown at a time, and which one is remembered.
import { isOfBrowser } from "./preview.js";
import { recall, remember } from "./remembered.js";
import { $, watch } from "./state.js";

const NAME = "tab";
const tabs = [...document.querySelectorAll("#tabs [role=tab]")];
let shown = recall(NAME, tabs[0].id);

function show() {
  // A tab that this page does not have gives way to the first one.
  const current = tabs.find((tab) => tab.id === shown && !tab.hidden) ?? tabs[0];
  for (const tab of tabs) {
    tab.ariaSelected = tab === current;
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
$("tabs").addEventListener("keydown", (event) => {
  const there = tabs.filter((tab) => !tab.hidden);
  const here = there.indexOf(event.target);
  const wanted = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: -1 }[event.key];
  if (wanted === undefined || isOfBrowser(event)) return;
  // The first one follows the last one.
  const next = there.at(wanted % there.length);
  choose(next);
  next.focus();
  event.preventDefault();
});
watch(show);
show();
