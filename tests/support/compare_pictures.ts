import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { PNG } from "pngjs";

/** How far a color channel (0 to 255) may be from the stored one: less than between two colors of the theme. */
const TOLERANCE = 6;

/**
 * Compares two PNG pictures. Returns how many pixels differ, and a picture of them in red over the expected one; pictures
 * of different sizes differ in every pixel. Edges of letters are drawn slightly differently by other versions of a
 * browser, so a pixel is the same if the other picture has its color there or in one of the eight pixels around.
 */
export function comparePictures(
  expected: Uint8Array,
  actual: Uint8Array,
): { pixels: number; diff: Uint8Array } {
  const [before, after] = [PNG.sync.read(Buffer.from(expected)), PNG.sync.read(Buffer.from(actual))];
  const { width, height } = before;
  if (width !== after.width || height !== after.height) {
    return { pixels: Math.max(width * height, after.width * after.height), diff: actual };
  }
  const diff = new PNG({ width, height });
  let pixels = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = { x, y };
      const same = isSame(before, after, at) || (isAround(before, after, at) && isAround(after, before, at));
      if (!same) pixels++;
      const to = (y * width + x) * 4;
      // A faint copy, so that the red pixels stand out.
      for (let channel = 0; channel < 3; channel++) {
        diff.data[to + channel] = same ? 192 + (before.data[to + channel] ?? 0) / 4 : channel === 0 ? 255 : 0;
      }
      diff.data[to + 3] = 255;
    }
  }
  return { pixels, diff: PNG.sync.write(diff) };
}

/**
 * Encodes a PNG picture anew with its 256 most frequent colors; others become the nearest of these. That takes a third of
 * the space, and only edges of letters change.
 */
export function shrinkPicture(picture: Uint8Array): Uint8Array {
  const { width, height, data } = PNG.sync.read(Buffer.from(picture));
  const counts = new Map<number, number>();
  const colorAt = (pixel: number) => data.readUIntBE(pixel * 4, 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    counts.set(colorAt(pixel), (counts.get(colorAt(pixel)) ?? 0) + 1);
  }
  const colors = [...counts].sort((one, next) => next[1] - one[1]).map(([color]) => color);
  const palette = colors.slice(0, 256);
  const indexes = new Map(colors.map((color, at) => [color, at < 256 ? at : nearest(palette, color)]));
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter: none
  for (let pixel = 0; pixel < width * height; pixel++) {
    rows[pixel + Math.floor(pixel / width) + 1] = indexes.get(colorAt(pixel)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // 8 bits, which index a palette
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(channelsOf))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function channelsOf(color: number): [number, number, number] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function nearest(palette: readonly number[], color: number): number {
  const channels = channelsOf(color);
  const distances = palette.map((other) =>
    channelsOf(other).reduce((sum, value, at) => sum + (value - (channels[at] ?? 0)) ** 2, 0)
  );
  return distances.indexOf(Math.min(...distances));
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

interface Point {
  x: number;
  y: number;
}

function isAround(one: PNG, other: PNG, { x, y }: Point): boolean {
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const near = { x: x + dx, y: y + dy };
      if (near.x < 0 || near.y < 0 || near.x >= one.width || near.y >= one.height) continue;
      if (isSame(one, other, { x, y }, near)) return true;
    }
  }
  return false;
}

function isSame(one: PNG, other: PNG, at: Point, near: Point = at): boolean {
  const [from, to] = [(at.y * one.width + at.x) * 4, (near.y * one.width + near.x) * 4];
  for (let channel = 0; channel < 3; channel++) {
    if (Math.abs((one.data[from + channel] ?? 0) - (other.data[to + channel] ?? 0)) > TOLERANCE) return false;
  }
  return true;
}
