// A PNG of a few bytes can ask for gigabytes. So nothing is given to the decoder but what makes the picture, and only after it
// was seen that what is packed has the size its header says.
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { PictureError } from "./picture_error.ts";

const SIGNATURE_BYTES = 8;
const needed = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Samples of a pixel by colour type. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Part {
  name: string;
  content: Buffer;
  whole: Buffer;
}

/** Takes out of a PNG what a decoder needs. Throws `PictureRefused`. */
export function plainPng(bytes: Buffer, maxPixels: number): Buffer {
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
  // Interlaced it is seven pictures, each of whose lines begins with a byte of its own and is filled up to whole bytes.
  const min = Math.floor(width * bits / 8) * height;
  const max = min + 16 * (height + width) + 1024;
  const packed = Buffer.concat(parts.filter(({ name }) => name === "IDAT").map(({ content }) => content));
  try {
    if (inflateSync(packed, { maxOutputLength: max }).length < min) throw new Error("pixels are missing");
  } catch (cause) {
    throw new PictureError("broken", { cause });
  }
}
