// Pictures of a position and of a whole game, with their colours inside: SVG, PNG, and GIF that moves.
import { addressOf, draw, element } from "./board.js";
import { loadScript } from "./later.js";
import { $, pictureAfter, shownPicture } from "./state.js";

/** Sides of a PNG and of a GIF in pixels. */
const [PIXELS, MOVING] = [1200, 560];
const STYLES = ["fill", "stroke", "stroke-width", "opacity", "font-size", "font-weight", "text-anchor", "dominant-baseline", "stroke-linecap", "stroke-dasharray"];
/** Heights of a letter of the caption that are as wide as the board, and the height of a line in those of a letter: so a line
    has the same room on every board, and is read in a small window as well. */
const [LETTERS, LINE] = [26, 1.6];

/** Writes the styles that the page has for a part into the part itself. */
function keepStyles(part, names) {
  const style = getComputedStyle(part);
  for (const name of names) part.setAttribute(name, style.getPropertyValue(name));
  part.removeAttribute("class");
}

/** The paints of stones and wood, with the colours that they have now. */
function paints() {
  const defs = $("paints").querySelector("defs").cloneNode(true);
  $("paints").append(defs);
  for (const stop of defs.querySelectorAll("stop")) keepStyles(stop, ["stop-color"]);
  for (const path of defs.querySelectorAll("path")) keepStyles(path, ["fill", "stroke", "stroke-width"]);
  defs.remove();
  return defs;
}

/** The lines of a caption below the board. One that is too long for its width has smaller letters, and keeps to it with those of
    another system. */
function addCaption(svg, lines, width, height) {
  // Those of a dialogue: a variable would give both its light and its dark colour.
  const { backgroundColor: ground, color: text } = getComputedStyle($("share-dialogue"));
  const size = width / LETTERS;
  const high = size * LINE * (lines.length + 0.5);
  svg.append(element("rect", { x: 0, y: height, width, height: high, fill: ground }));
  lines.forEach((line, index) => {
    const part = element("text", { x: width / 2, y: height + size * LINE * (index + 0.75), fill: text, "font-size": `${size}px`, "font-weight": index ? 400 : 700, "font-family": "sans-serif", "text-anchor": "middle", "dominant-baseline": "central" }, line);
    svg.append(part);
    const [long, room] = [part.getComputedTextLength(), width - size];
    if (long <= room) return;
    const narrow = { "font-size": `${(size * room) / long}px`, textLength: room, lengthAdjust: "spacingAndGlyphs" };
    for (const [name, value] of Object.entries(narrow)) part.setAttribute(name, value);
  });
  return high;
}

/** A picture of the board as the text of an SVG file, `pixels` wide, with lines below it. */
export function svgText(picture = shownPicture(), lines = [], pixels = PIXELS) {
  // Styles are known for parts of the page only.
  const svg = $("loupe-board").cloneNode();
  svg.setAttribute("class", "drawn-aside");
  document.body.append(svg);
  draw(svg, picture, { coordinates: $("coordinates").checked, numbers: $("numbers").checked });
  // From the last to the first, as styles depend on parts before.
  for (const part of [...svg.children].reverse()) {
    keepStyles(part, STYLES);
    part.removeAttribute("aria-hidden");
    part.setAttribute("font-family", "sans-serif");
  }
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const high = height + (lines.length ? addCaption(svg, lines, width, height) : 0);
  svg.prepend(paints());
  svg.remove();
  for (const name of ["id", "class", "aria-hidden"]) svg.removeAttribute(name);
  svg.setAttribute("viewBox", `0 0 ${width} ${high}`);
  svg.setAttribute("width", pixels);
  svg.setAttribute("height", Math.round((pixels * high) / width));
  return new XMLSerializer().serializeToString(svg);
}

/** The picture of a text of SVG upon a canvas. */
async function painted(text) {
  const image = new Image();
  image.src = addressOf(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0);
  return canvas;
}

async function pngBlob(picture, lines) {
  const canvas = await painted(svgText(picture, lines));
  return new Promise((take) => canvas.toBlob(take, "image/png"));
}

/** How long a position of a moving picture stands, and the last one, in milliseconds. */
const [STANDS, ENDS] = [700, 4000];
/** Colours of a moving picture: so many are enough for wood, stones and marks, and one more stands for what has not changed. */
const COLOURS = 127;

/** The game from its first to its last move as GIF. `tell` hears how many positions are painted, and how many there are. */
async function gifBlob(lines, tell) {
  const { GIFEncoder, applyPalette, quantize } = await loadScript("gif.js");
  // Another game may begin meanwhile.
  const picture = pictureAfter(Infinity);
  const count = picture.moves.length;
  const frame = async (number) => {
    const canvas = await painted(svgText(pictureAfter(number, picture), lines, MOVING));
    return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  };
  const last = await frame(count);
  const colours = quantize(last.data, COLOURS);
  const palette = [...colours, [0, 0, 0]];
  const unchanged = colours.length;
  const gif = GIFEncoder();
  let shown = null;
  for (let number = 0; number <= count; number++) {
    const { data, width, height } = number === count ? last : await frame(number);
    const now = applyPalette(data, colours);
    const changed = shown ? now.map((colour, index) => (colour === shown[index] ? unchanged : colour)) : now;
    gif.writeFrame(changed, width, height, { palette: shown ? undefined : palette, delay: number === count ? ENDS : STANDS, transparent: !!shown, transparentIndex: unchanged, dispose: 1 });
    shown = now;
    tell?.(number, count);
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}

/** A file in a form: a picture of a position with lines below it, or the game as GIF, whose progress `tell` hears. */
export async function pictureBlob(form, picture, lines, tell) {
  if (form === "svg") return new Blob([svgText(picture, lines)], { type: "image/svg+xml" });
  return form === "png" ? pngBlob(picture, lines) : gifBlob(lines, tell);
}
