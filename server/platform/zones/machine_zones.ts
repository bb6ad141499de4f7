// The zone files of the machine, which its package manager renews and which the shells of tasks use.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { isTimeZone } from "../../contract/cron/zone.ts";
import type { ZoneClock } from "../../contract/cron/zone_clock.ts";
import { readZoneFile } from "../../contract/cron/zone_file.ts";
import { errorCode } from "../files/file_errors.ts";
import { findRelease, isRelease } from "./zone_releases.ts";

/** Larger than any zone file; the largest have 4 kB. */
const MAX_BYTES = 100_000;

/** Returns the folder of the machine's zone files, where the C library looks for them. */
export function zoneFolder(tzdir: string | undefined): string {
  return tzdir || "/usr/share/zoneinfo";
}

/** Reads the clock of a zone from a folder. Throws file system errors and `ZoneFileError`. */
export function readZone(folder: string, zone: string): ZoneClock {
  // Other names could lead out of the folder.
  if (!isTimeZone(zone)) throw new RangeError(`${zone} is no time zone`);
  try {
    return readZoneFile(readBytes(join(folder, zone)));
  } catch (error) {
    const current = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    if (errorCode(error) !== "ENOENT" || current === zone) throw error;
    // Distributions put old names into a package of their own.
    return readZoneFile(readBytes(join(folder, current)));
  }
}

/** Returns the release of the zone files in a folder; null when there are none, or when it is unknown. */
export function readFolderRelease(folder: string): string | null {
  for (const [file, form] of statements) {
    const stated = form.exec(readStart(join(folder, file)))?.[1];
    if (stated !== undefined && isRelease(stated)) return stated;
  }
  return findRelease((zone, second) => {
    try {
      return readZone(folder, zone).offsetAt(second);
    } catch {
      return null;
    }
  }, null);
}

/** Files that state the release: that of the database itself, and that of BSD and macOS. */
const statements: readonly (readonly [file: string, form: RegExp])[] = [
  ["tzdata.zi", /^# version ([0-9a-z]{1,10})$/m],
  ["+VERSION", /^([0-9a-z]{1,10})$/m],
];

function readStart(path: string): string {
  try {
    return new TextDecoder().decode(readBytes(path, 100));
  } catch {
    return "";
  }
}

// Links are followed, because many zones are links to others. A pipe must not block.
function readBytes(path: string, length?: number): Uint8Array {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is not a regular file`), { code: "ENXIO" });
    if (length === undefined && stats.size > MAX_BYTES) throw new RangeError(`${path} is too large`);
    const bytes = new Uint8Array(Math.min(length ?? MAX_BYTES, stats.size));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(descriptor);
  }
}
