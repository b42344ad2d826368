// The picture of the position as SVG and PNG, with its colours inside.
import { draw } from "./board.js";
import { $, shownPicture } from "./state.js";

/** Side of a PNG in pixels. */
const PIXELS = 1200;
const STYLES = ["fill", "stroke", "stroke-width", "opacity", "font-size", "text-anchor", "dominant-baseline", "stroke-linecap", "stroke-dasharray"];

/** The board as the text of an SVG file. */
export function svgText() {
  // Styles are known for parts of the page only.
  const svg = $("loupe-board").cloneNode();
  svg.setAttribute("class", "drawn-aside");
  document.body.append(svg);
  draw(svg, shownPicture(), { coordinates: $("coordinates").checked, numbers: $("numbers").checked });
  for (const part of svg.children) {
    const style = getComputedStyle(part);
    for (const name of STYLES) part.setAttribute(name, style.getPropertyValue(name));
    part.setAttribute("font-family", "sans-serif");
    part.removeAttribute("class");
  }
  svg.remove();
  for (const name of ["id", "class", "aria-hidden"]) svg.removeAttribute(name);
  svg.setAttribute("width", PIXELS);
  svg.setAttribute("height", PIXELS);
  return new XMLSerializer().serializeToString(svg);
}

/** The same as PNG. */
export async function pngBlob() {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  canvas.getContext("2d").drawImage(image, 0, 0, PIXELS, PIXELS);
  return new Promise((take) => canvas.toBlob(take, "image/png"));
}
