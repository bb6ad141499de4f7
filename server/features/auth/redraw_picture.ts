// The uploaded file is never served: it is decoded into pixels and encoded again, so nothing hidden in it
// survives.
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { accountLimits } from "../../contract/limits/account.ts";

/** Width and height of stored pictures, in pixels. */
export const AVATAR_SIZE = 256;
const MAX_PIXELS = accountLimits.pictureMegapixels * 1_000_000;
/**
 * As counted by the decoder, which is half of what it really uses: enough for this many pixels at any
 * sampling.
 */
const MAX_JPEG_MEGABYTES = 72;
const PNG_START = "89504e470d0a1a0a";
const JPEG_START = "ffd8ff";

export class PictureError extends Error {
  override readonly name = "PictureError";
  /** `broken`: not a readable PNG or JPEG; `too_large`: too many pixels. */
  readonly reason: "broken" | "too_large";

  constructor(reason: PictureError["reason"], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel. */
  data: Uint8Array;
}

/** Redraws the center square of a PNG or JPEG as a PNG of 256 × 256. Throws `PictureError`. */
export function redrawPicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const square = shrinkToSquare(decode(Buffer.from(bytes)));
  const png = new PNG({ width: AVATAR_SIZE, height: AVATAR_SIZE });
  png.data = Buffer.from(square);
  return new Uint8Array(PNG.sync.write(png));
}

function decode(bytes: Buffer): Pixels {
  const start = bytes.subarray(0, 8).toString("hex");
  try {
    if (start === PNG_START) return PNG.sync.read(plainPng(bytes, MAX_PIXELS));
    if (start.startsWith(JPEG_START)) return decodeJpeg(bytes);
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError(isTooLarge(error) ? "too_large" : "broken", { cause: error });
  }
  throw new PictureError("broken");
}

function decodeJpeg(bytes: Buffer): Pixels {
  return jpeg.decode(bytes, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: accountLimits.pictureMegapixels,
    maxMemoryUsageInMB: MAX_JPEG_MEGABYTES,
  });
}

// The library only reports it in the error message.
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /max(Resolution|Memory)/.test(error.message);
}

function shrinkToSquare({ width, height, data }: Pixels): Uint8Array {
  const side = Math.min(width, height);
  const [left, top] = [(width - side) >> 1, (height - side) >> 1];
  const square = new Uint8Array(AVATAR_SIZE * AVATAR_SIZE * 4);
  const edge = (index: number) => Math.floor(index * side / AVATAR_SIZE);
  for (let y = 0; y < AVATAR_SIZE; y++) {
    for (let x = 0; x < AVATAR_SIZE; x++) {
      const box = {
        left: left + edge(x),
        top: top + edge(y),
        right: left + Math.max(edge(x) + 1, edge(x + 1)),
        bottom: top + Math.max(edge(y) + 1, edge(y + 1)),
      };
      square.set(meanOf({ width, data }, box), (y * AVATAR_SIZE + x) * 4);
    }
  }
  return square;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

// Weights colors by their opacity, or the color of transparent pixels would bleed in.
function meanOf({ width, data }: Pick<Pixels, "width" | "data">, { left, top, right, bottom }: Box) {
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4;
      const weight = data[at + 3]!;
      red += data[at]! * weight;
      green += data[at + 1]! * weight;
      blue += data[at + 2]! * weight;
      opacity += weight;
    }
  }
  const count = (right - left) * (bottom - top);
  const whole = Math.max(1, opacity);
  return [red / whole, green / whole, blue / whole, opacity / count].map(Math.round);
}

// A PNG of a few bytes can require gigabytes. So the decoder gets only the essential chunks, and only after
// checking that the decompressed size matches the header.

const SIGNATURE_BYTES = 8;
const needed = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Samples per pixel by color type. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Part {
  name: string;
  content: Buffer;
  whole: Buffer;
}

/** Extracts the chunks of a PNG that a decoder needs. Throws `PictureError`. */
function plainPng(bytes: Buffer, maxPixels: number): Buffer {
  const parts = [...readParts(bytes)].filter(({ name }) => needed.has(name));
  const [header] = parts;
  if (header?.name !== "IHDR" || header.content.length !== 13) throw new PictureError("broken");
  refuseOtherSize(parts, header.content, maxPixels);
  return Buffer.concat([bytes.subarray(0, SIGNATURE_BYTES), ...parts.map(({ whole }) => whole)]);
}

function* readParts(bytes: Buffer): Generator<Part> {
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw new PictureError("broken");
    const name = bytes.toString("latin1", at + 4, at + 8);
    yield { name, content: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) };
    if (name === "IEND") return;
    at = end;
  }
  throw new PictureError("broken");
}

function refuseOtherSize(parts: readonly Part[], header: Buffer, maxPixels: number): void {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width * height > maxPixels) throw new PictureError("too_large");
  const bits = header.readUInt8(8) * (samples[header.readUInt8(9)] ?? 0);
  // An interlaced PNG consists of seven images, each of whose rows starts with a filter byte and is padded to
  // whole bytes.
  const min = Math.floor(width * bits / 8) * height;
  const max = min + 16 * (height + width) + 1024;
  const packed = Buffer.concat(parts.filter(({ name }) => name === "IDAT").map(({ content }) => content));
  try {
    if (inflateSync(packed, { maxOutputLength: max }).length < min) throw new Error("pixels are missing");
  } catch (cause) {
    throw new PictureError("broken", { cause });
  }
}
