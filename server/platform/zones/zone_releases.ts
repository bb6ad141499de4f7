// Which release of the IANA time zone database some rules are from, by what they say: what the runtime states about itself
// (`process.versions.tz`) can be newer than its data.

/** Returns the offset of a zone at a UTC time, both in seconds; null for an unknown zone. */
export type Offsets = (zone: string, second: number) => number | null;

/** What a release changed first: since then, local time in a zone is `hours` ahead of UTC at an instant. */
const changes: readonly (readonly [release: string, zone: string, at: string, hours: number])[] = [
  ["2023c", "Africa/Cairo", "2023-07-01", 3],
  ["2024a", "Asia/Almaty", "2024-07-01", 5],
  ["2025a", "America/Asuncion", "2025-07-01", -3],
  ["2025b", "America/Coyhaique", "2025-07-01", -3],
  ["2026b", "America/Vancouver", "2026-12-01", -7],
  ["2026c", "America/Edmonton", "2026-12-01", -6],
  ["2026d", "America/Inuvik", "2026-12-01", -6],
  ["2026e", "America/Winnipeg", "2026-12-01", -5],
  ["2026f", "America/Havana", "2026-12-01", -4],
];

/**
 * Returns the newest known release whose changes some rules contain; null when they are older than all of them. `stated`
 * counts only where the rules contain everything known here.
 */
export function findRelease(offsets: Offsets, stated: string | null): string | null {
  const missing = changes.findIndex(([, zone, at, hours]) =>
    offsets(zone, Date.parse(at) / 1000) !== hours * 3600
  );
  if (missing !== -1) return changes[missing - 1]?.[0] ?? null;
  const newest = changes.at(-1)?.[0] ?? null;
  return isNewer(stated, newest) ? stated : newest;
}

const release = /^\d{4}[a-z]{1,2}$/;

/** Returns whether a text is the name of a release, such as `2026f`. */
export function isRelease(text: string): boolean {
  return release.test(text);
}

/** Returns whether one release is newer than another; unknown ones are the oldest. */
export function isNewer(one: string | null, other: string | null): boolean {
  if (one === null || !isRelease(one)) return false;
  return other === null || one.length > other.length || (one.length === other.length && one > other);
}

/**
 * Returns whether a release is so old that there are newer ones: from an earlier year, and half of this one has passed. There
 * have been several a year since 1993.
 */
export function isOld(name: string | null, now: number): boolean {
  return name === null || now >= Date.UTC(Number(name.slice(0, 4)) + 1, 6, 1);
}
