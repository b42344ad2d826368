// Games and positions to and from files, the clipboard and links.
import { ask, command } from "./connection.js";
import { pngBlob, svgText } from "./picture.js";
import { $, changed, state, watch } from "./state.js";
import { say } from "./texts.js";

/** How long an address of a saved file stays valid, in milliseconds. */
const KEPT = 1000;
const TYPES = { svg: "image/svg+xml", txt: "text/plain" };

function save(name, blob) {
  const link = Object.assign(document.createElement("a"), { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}

async function content(form) {
  if (form === "png") return pngBlob();
  if (form === "svg") return svgText();
  if (form === "txt") return `${state.view.text}\n`;
  return (await ask(`/api/game?form=${form}`)).text();
}

$("save").onclick = async () => {
  const form = $("save-as").value;
  try {
    const made = await content(form);
    save(`kagetsu.${form}`, made instanceof Blob ? made : new Blob([made], { type: TYPES[form] ?? "application/octet-stream" }));
  } catch (error) {
    state.refused = { key: "bad-file", arguments: { why: { text: error.message } } };
    changed();
  }
};

/** A link to this page that carries the position and no key. */
const positionLink = () => `${location.origin}/#position=${state.view.text.replaceAll(" ", "_")}`;
/** A position out of such a link; other texts as they are. */
const fromLink = (text) => {
  const [, position] = text.trim().match(/^https?:\S*#position=(\S+)$/) ?? [];
  return position ? decodeURIComponent(position).replaceAll("_", " ") : text;
};

for (const [id, text] of [["copy-text", () => state.view.text], ["copy-link", positionLink]]) {
  $(id).onclick = async () => {
    $("position-text").value = text();
    $("position-text").select();
    // Without permission the selected text can be copied by hand.
    const copied = await navigator.clipboard?.writeText(text()).then(() => true, () => false);
    $("copied").textContent = say(copied ? "copied" : "copy-by-hand");
  };
}

export async function load(text) {
  await command({ do: "load", text: fromLink(text) });
  $("board").scrollIntoView({ block: "nearest" });
}
$("open-text").onclick = () => load($("position-text").value);
$("load").onclick = () => $("file").click();
$("file").onchange = async () => {
  const [file] = $("file").files;
  if (file) await load(await file.text());
  $("file").value = "";
};
watch((view) => {
  const { forms } = state.games[view.game];
  for (const option of $("save-as").options) option.hidden = option.disabled = ["sgf", "psq", "json"].includes(option.value) && !forms.includes(option.value);
  if ($("save-as").selectedOptions[0]?.disabled) $("save-as").value = forms[0];
  if (document.activeElement !== $("position-text")) $("position-text").value = view.text;
});
