// Zone files as tests need them, and other rules of time zones for the length of a test.
import { existsSync } from "node:fs";
import { setZoneClocks, type ZoneClockSource } from "../../server/contract/cron/zone_clock.ts";

/** Zone files of this machine; null where there are none. */
export const machineZones = existsSync("/usr/share/zoneinfo/Europe/Berlin") ? "/usr/share/zoneinfo" : null;

/** Uses other rules of time zones until it is disposed. */
export function useZoneClocks(source: ZoneClockSource): Disposable {
  const previous = setZoneClocks(source);
  return { [Symbol.dispose]: () => void setZoneClocks(previous) };
}

export interface ZoneFileContent {
  version?: 1 | 2 | 3;
  /** Offset before the first change, in hours. */
  first: number;
  /** UTC times of changes, and the offset after each in hours. */
  changes?: readonly (readonly [at: string, hours: number])[];
  /** Rule for the time after the last change. */
  rule?: string;
  leapSeconds?: number;
}

/** Writes a zone file (TZif) with one local time for each change. */
export function writeZoneFile(content: ZoneFileContent): Uint8Array<ArrayBuffer> {
  const { version = 2, rule = "" } = content;
  if (version === 1) return blockOf(content, 4);
  const empty = { version, first: 0 };
  return joined([blockOf(empty, 4), blockOf(content, 8), new TextEncoder().encode(`\n${rule}\n`)]);
}

function blockOf(
  { version = 2, first, changes = [], leapSeconds = 0 }: ZoneFileContent,
  bytesOfTime: 4 | 8,
): Uint8Array<ArrayBuffer> {
  const offsets = [first, ...changes.map(([, hours]) => hours)];
  const size = 44 + changes.length * (bytesOfTime + 1) + offsets.length * 6 + 4 +
    leapSeconds * (bytesOfTime + 4);
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(0, 0x545a6966); // "TZif"
  view.setUint8(4, version === 1 ? 0 : 0x30 + version);
  [0, 0, leapSeconds, changes.length, offsets.length, 4].forEach((count, index) =>
    view.setUint32(20 + 4 * index, count)
  );
  changes.forEach(([at], index) => {
    const second = Date.parse(at) / 1000;
    if (bytesOfTime === 4) view.setInt32(44 + 4 * index, second);
    else view.setBigInt64(44 + 8 * index, BigInt(second));
    view.setUint8(44 + changes.length * bytesOfTime + index, index + 1);
  });
  const types = 44 + changes.length * (bytesOfTime + 1);
  offsets.forEach((hours, index) => view.setInt32(types + 6 * index, hours * 3600));
  return new Uint8Array(view.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
