import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { AVATAR_SIZE, PictureError, redrawPicture } from "./redraw_picture.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const MARK = "<script>alert(1)</script>";

interface Shape {
  width: number;
  height: number;
  interlaced?: boolean;
}

function part(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

function png({ width, height, interlaced = false }: Shape, packed: Buffer, more: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, interlaced ? 1 : 0], 8);
  const parts = [part("IHDR", header), ...more, part("IDAT", packed), part("IEND", Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...parts]);
}

/** Returns pixels of a single color. */
function plain({ width, height }: Shape, colour = [10, 200, 30, 255]): Buffer {
  return Buffer.from(Array.from({ length: width * height }, () => colour).flat());
}

function pngOf(shape: Shape, pixels = plain(shape)): Buffer {
  const picture = new PNG(shape);
  picture.data = pixels;
  return PNG.sync.write(picture);
}

function pixelAt(bytes: Uint8Array, x: number, y: number): number[] {
  const { width, data } = PNG.sync.read(Buffer.from(bytes));
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

function rejection(bytes: Buffer): string {
  try {
    redrawPicture(bytes);
    return "accepted";
  } catch (error) {
    if (error instanceof PictureError) return error.reason;
    throw error;
  }
}

Deno.test("picture: crops a wide one to its center, as a PNG of 256 × 256", () => {
  const shape = { width: 600, height: 200 };
  const pixels = plain(shape, [255, 0, 0, 255]);
  for (let y = 0; y < 200; y++) {
    for (let x = 200; x < 400; x++) pixels.set([0, 0, 255, 255], (y * 600 + x) * 4);
  }
  const drawn = redrawPicture(pngOf(shape, pixels));
  const { width, height } = PNG.sync.read(Buffer.from(drawn));
  assert.deepEqual([width, height], [AVATAR_SIZE, AVATAR_SIZE]);
  for (const index of [0, 128, 255]) assert.deepEqual(pixelAt(drawn, index, index), [0, 0, 255, 255]);
});

Deno.test("picture: converts JPEG to PNG, enlarges a single pixel, and transparent pixels bleed no color", () => {
  const shape = { width: 64, height: 64 };
  const { data } = jpeg.encode({ ...shape, data: plain(shape, [250, 250, 250, 255]) }, 90);
  assert.ok(pixelAt(redrawPicture(data), 100, 100).every((value) => value >= 245));
  assert.deepEqual(pixelAt(redrawPicture(pngOf({ width: 1, height: 1 })), 255, 255), [10, 200, 30, 255]);
  const half = { width: 512, height: 512 };
  const pixels = plain(half, [0, 0, 0, 0]);
  for (let at = 0; at < pixels.length; at += 8) pixels.set([200, 100, 50, 255], at);
  assert.deepEqual(pixelAt(redrawPicture(pngOf(half, pixels)), 9, 9), [200, 100, 50, 128]);
});

Deno.test("picture: nothing hidden in a file survives", () => {
  const shape = { width: 4, height: 4 };
  const lines = Buffer.concat(
    Array.from({ length: 4 }, () => Buffer.concat([Buffer.alloc(1), plain({ width: 4, height: 1 })])),
  );
  const text = part("tEXt", Buffer.from(`comment\0${MARK}`));
  const hidden = Buffer.concat([png(shape, deflateSync(lines), [text]), Buffer.from(MARK)]);
  const drawn = Buffer.from(redrawPicture(hidden));
  assert.ok(hidden.includes(MARK));
  assert.ok(!drawn.includes(MARK) && !drawn.includes("tEXt"));
});

Deno.test("picture: rejects one that would fill the memory before decoding it", () => {
  const zeros = deflateSync(Buffer.alloc(300_000_000));
  assert.ok(zeros.length < 1_000_000);
  const before = Deno.memoryUsage().rss;
  assert.equal(rejection(png({ width: 60_000, height: 60_000 }, zeros)), "too_large");
  for (const interlaced of [false, true]) {
    assert.equal(rejection(png({ width: 100, height: 100, interlaced }, zeros)), "broken");
  }
  const profile = part("iCCP", Buffer.concat([Buffer.from("x\0\0"), zeros]));
  assert.equal(
    rejection(png({ width: 100, height: 100 }, deflateSync(Buffer.alloc(10)), [profile])),
    "broken",
  );
  const small = jpeg.encode({ width: 8, height: 8, data: plain({ width: 8, height: 8 }) }, 50).data;
  const frame = small.indexOf(Buffer.from([0xff, 0xc0]));
  small.writeUInt16BE(60_000, frame + 5);
  small.writeUInt16BE(60_000, frame + 7);
  assert.equal(rejection(small), "too_large");
  const grown = Deno.memoryUsage().rss - before;
  assert.ok(grown < 200_000_000, `it took ${grown} bytes`);
});

const SIDE = 1_728;

/** Returns a JPEG of a few bytes whose header claims `side` × `side` pixels. */
function sayingJpeg(side: number, kind = 0xc0): Buffer {
  const small = jpeg.encode({ width: 8, height: 8, data: plain({ width: 8, height: 8 }) }, 50).data;
  const frame = small.indexOf(Buffer.from([0xff, 0xc0]));
  small[frame + 1] = kind;
  small.writeUInt16BE(side, frame + 5);
  small.writeUInt16BE(side, frame + 7);
  return small;
}

const large: [what: string, answer: string, make: () => Buffer][] = [
  [
    "a JPEG of noise with the maximum number of pixels",
    "accepted",
    () => jpeg.encode({ width: SIDE, height: SIDE, data: randomBytes(SIDE * SIDE * 4) }, 60).data,
  ],
  ["a JPEG of a kilobyte", "rejected", () => sayingJpeg(SIDE)],
  ["a progressive JPEG of a kilobyte", "rejected", () => sayingJpeg(SIDE, 0xc2)],
  ["a JPEG of a kilobyte with sixteen million pixels", "rejected", () => sayingJpeg(4_000)],
  ["a progressive JPEG of a kilobyte with four billion pixels", "rejected", () => sayingJpeg(65_000, 0xc2)],
  [
    "a PNG of a few kilobytes",
    "accepted",
    () => png({ width: SIDE, height: SIDE }, deflateSync(Buffer.alloc((SIDE * 4 + 1) * SIDE))),
  ],
];
for (const [what, result, make] of large) {
  Deno.test(`picture: ${what} is ${result} within 200 MB`, async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "picture");
    await Deno.writeFile(file, make());
    const program = join(import.meta.dirname!, "../../../tests/support/draw_picture.ts");
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", program, file],
    }).output();
    const drawn = JSON.parse(new TextDecoder().decode(stdout)) as { result: string; grown: number };
    assert.equal(drawn.result, result);
    assert.ok(drawn.grown < 200_000_000, `it took ${drawn.grown} bytes`);
  });
}

const others: [string, Buffer][] = [
  ["nothing", Buffer.alloc(0)],
  ["an SVG", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${MARK}</svg>`)],
  ["a GIF", Buffer.from("GIF89a\x01\x00\x01\x00\x00\xff\x00,", "latin1")],
  ["a page that starts like a PNG", Buffer.concat([SIGNATURE, Buffer.from(MARK)])],
  ["half a PNG", pngOf({ width: 40, height: 40 }).subarray(0, 90)],
  ["a PNG without a size", png({ width: 0, height: 0 }, deflateSync(Buffer.alloc(0)))],
  ["the start of a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ["a PNG whose bytes were changed", Buffer.from(pngOf({ width: 40, height: 40 })).fill(7, 50, 60)],
];
for (const [what, bytes] of others) {
  Deno.test(`picture: rejects ${what}`, () => assert.equal(rejection(bytes), "broken"));
}
