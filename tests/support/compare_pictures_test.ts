import assert from "node:assert/strict";
import { PNG } from "pngjs";
import { comparePictures, shrinkPicture } from "./compare_pictures.ts";

type Color = readonly [number, number, number];

const white: Color = [255, 255, 255];
const line: Color = [231, 234, 238];
const strongLine: Color = [189, 196, 206];

/** Draws a vertical line of one pixel on white. */
function draw(x: number, color: Color, width = 20): Uint8Array {
  const png = new PNG({ width, height: 10 });
  for (let at = 0; at < width * 10; at++) png.data.set([...at % width === x ? color : white, 255], at * 4);
  return PNG.sync.write(png);
}

Deno.test("compare pictures: equal pictures have no differences, encoded anew or not", () => {
  const picture = draw(5, line);
  assert.equal(comparePictures(picture, picture).pixels, 0);
  assert.equal(comparePictures(picture, shrinkPicture(picture)).pixels, 0);
});

Deno.test("compare pictures: counts another color, but not a shift of one pixel", () => {
  assert.equal(comparePictures(draw(5, line), draw(5, strongLine)).pixels, 10);
  assert.equal(comparePictures(draw(5, line), draw(6, line)).pixels, 0);
  assert.equal(comparePictures(draw(5, line), draw(8, line)).pixels, 20);
});

Deno.test("compare pictures: a line that is gone differs", () => {
  assert.equal(comparePictures(draw(5, line), draw(-1, line)).pixels, 10);
});

Deno.test("compare pictures: pictures of different sizes differ in every pixel", () => {
  assert.equal(comparePictures(draw(5, line), draw(5, line, 21)).pixels, 210);
});
