// Reads a zone file (TZif, RFC 9636): the changes of a zone's clock, and the rule that goes on after the last of them.

import { parseZoneRule, type YearlyRule } from "./zone_rule.ts";
import type { ZoneClock } from "./zone_clock.ts";

/** The file is no zone file, is cut short, or contradicts itself. */
export class ZoneFileError extends Error {
  override readonly name = "ZoneFileError";
}

const HEADER_BYTES = 44;
const MAX_OFFSET_SECONDS = 26 * 3600;

/** Reads the clock of a zone from the bytes of its file. Throws `ZoneFileError`. */
export function readZoneFile(bytes: Uint8Array): ZoneClock {
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof ZoneFileError) throw error;
    // A `DataView` throws `RangeError` beyond its end.
    throw new ZoneFileError("the file is cut short", { cause: error });
  }
}

function read(view: DataView): ZoneClock {
  const first = readHeader(view, 0);
  if (first.version < 2) return new FileClock(readBlock(view, { ...first, bytesOfTime: 4 }), null);
  // The first block is for old programs; a second one with 64-bit times follows.
  const start = first.start + sizeOf(first, 4);
  const second = { ...readHeader(view, start), bytesOfTime: 8 };
  const block = readBlock(view, second);
  return new FileClock(block, readFooter(view, second.start + sizeOf(second, 8)));
}

interface Header {
  version: number;
  start: number;
  times: number;
  types: number;
  letters: number;
  leapSeconds: number;
  standardFlags: number;
  universalFlags: number;
}

function readHeader(view: DataView, at: number): Header {
  if (view.getUint32(at) !== 0x545a6966) throw new ZoneFileError("the file is no zone file");
  const version = view.getUint8(at + 4);
  const count = (index: number) => view.getUint32(at + 20 + 4 * index);
  const header = {
    version: version === 0 ? 1 : version - 0x30,
    start: at + HEADER_BYTES,
    universalFlags: count(0),
    standardFlags: count(1),
    leapSeconds: count(2),
    times: count(3),
    types: count(4),
    letters: count(5),
  };
  if (header.types === 0) throw new ZoneFileError("the file has no local time");
  return header;
}

function sizeOf(header: Header, bytesOfTime: number): number {
  const { times, types, letters, leapSeconds, standardFlags, universalFlags } = header;
  return times * (bytesOfTime + 1) + types * 6 + letters + leapSeconds * (bytesOfTime + 4) + standardFlags +
    universalFlags;
}

interface Block {
  /** UTC seconds of the changes, ascending. */
  times: Float64Array;
  /** Offset after each change, in seconds. */
  offsets: Int32Array;
  /** Offset before the first. */
  first: number;
}

function readBlock(view: DataView, header: Header & { bytesOfTime: number }): Block {
  const { start, times: count, types, leapSeconds, bytesOfTime } = header;
  // Times of such files count leap seconds, as no clock of this machine does.
  if (leapSeconds > 0) throw new ZoneFileError("the file counts leap seconds");
  const indexes = start + count * bytesOfTime;
  const offsetOf = (type: number) => {
    if (type >= types) throw new ZoneFileError("a change leads to no local time");
    const offset = view.getInt32(indexes + count + 6 * type);
    if (Math.abs(offset) > MAX_OFFSET_SECONDS) throw new ZoneFileError("a local time is no time of day");
    return offset;
  };
  // Looked at first, so that a false count reserves no memory.
  view.getUint8(start + sizeOf(header, bytesOfTime) - 1);
  const times = new Float64Array(count), offsets = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const at = start + index * bytesOfTime;
    times[index] = bytesOfTime === 4 ? view.getInt32(at) : Number(view.getBigInt64(at));
    offsets[index] = offsetOf(view.getUint8(indexes + index));
    if (index > 0 && times[index]! <= times[index - 1]!) {
      throw new ZoneFileError("the changes are not in order");
    }
  }
  return { times, offsets, first: offsetOf(0) };
}

function readFooter(view: DataView, start: number): YearlyRule | null {
  if (view.getUint8(start) !== 0x0a) throw new ZoneFileError("the file has no rule for the time after it");
  let text = "";
  for (let at = start + 1; view.getUint8(at) !== 0x0a; at++) text += String.fromCharCode(view.getUint8(at));
  if (text === "") return null;
  const rule = parseZoneRule(text);
  if (rule === null) throw new ZoneFileError("the rule for the time after the file is not valid");
  return rule;
}

class FileClock implements ZoneClock {
  constructor(private readonly block: Block, private readonly after: YearlyRule | null) {}

  offsetAt(second: number): number {
    const { times, offsets, first } = this.block;
    let low = 0, high = times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (times[middle]! <= second) low = middle + 1;
      else high = middle;
    }
    if (low === times.length && this.after !== null) return this.after.offsetAt(second);
    return low === 0 ? first : offsets[low - 1]!;
  }
}
