// Local times by the panel's rules of time zones. A browser has rules of its own, which can be older or newer: where they
// differ, times would be shown that are not those at which tasks run.
import type { ZoneClocks as Response } from "../../server/contract/zone_rules.ts";

type Clock = Response["items"][number];

/** Number of zones in one request. */
const MAX_ZONES = 50;

export class ZoneClocks {
  /** Null where the browser's rules are the same. */
  readonly #known = new Map<string, Clock | null>();
  readonly #wanted = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  /** Returns the offset of a zone from UTC at a time, both in ms; null where the browser's is right or the only one known. */
  offsetAt(at: number, zone: string): number | null {
    const clock = this.#known.get(zone);
    if (clock === undefined) this.#want(zone);
    if (!clock || at / 1000 < clock.from || at / 1000 > clock.until) return null;
    return offsetIn(clock, at / 1000) * 1000;
  }

  /** Returns zones that were asked for and are not known yet, each once. */
  takeWanted(): string[] {
    const zones = [...this.#wanted].slice(0, MAX_ZONES);
    for (const zone of zones) {
      this.#known.set(zone, null);
      this.#wanted.delete(zone);
    }
    this.#tell();
    return zones;
  }

  /** Adds clocks of the panel. Where one differs from the browser's, shown times have to be written anew. */
  add(clocks: readonly Clock[]): void {
    const differing = clocks.filter(isDiffering);
    for (const clock of differing) this.#known.set(clock.zone, clock);
    if (differing.length > 0) this.rewrite();
  }

  /** Has all shown times written anew. */
  rewrite(): void {
    this.#version++;
    this.#tell();
  }

  /** Changes when shown times have to be written anew. */
  readonly version = (): number => this.#version;
  readonly countWanted = (): number => this.#wanted.size;

  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #want(zone: string): void {
    if (this.#wanted.has(zone)) return;
    this.#wanted.add(zone);
    // It may be asked for while something is rendered, where no state may change.
    queueMicrotask(() => this.#tell());
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Those of the page. */
export const zoneClocks = new ZoneClocks();

/** Returns the offset of a zone from UTC at a time, both in ms, by the panel's rules. */
export function offsetMs(at: number, zone: string, clocks: ZoneClocks = zoneClocks): number {
  return clocks.offsetAt(at, zone) ?? browserOffsetMs(at, zone);
}

let chosenZone: string | null = null;

/** Sets the zone in which the page shows times; null for the browser's. One that the browser does not know is ignored. */
export function setPageTimeZone(zone: string | null): void {
  if (zone === chosenZone) return;
  try {
    if (zone !== null) new Intl.DateTimeFormat("en", { timeZone: zone });
    chosenZone = zone;
    zoneClocks.rewrite();
  } catch {
    // The panel knows more zones than an old browser.
  }
}

/** Returns the zone that the person has chosen for the page; undefined for the browser's, which may have no name. */
export function chosenTimeZone(): string | undefined {
  return chosenZone ?? undefined;
}

/** Returns the zone in which the page shows times: the one that the person has chosen, else the browser's. */
export function pageTimeZone(): string {
  return chosenZone ?? browserTimeZone();
}

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Returns the local time at an instant, by the panel's rules and in the zone of the page by default. Read it as UTC: `getUTCHours()` is
 * the hour that a clock there shows.
 */
export function localTime(
  at: number,
  zone: string = pageTimeZone(),
  clocks: ZoneClocks = zoneClocks,
): Date {
  return new Date(at + offsetMs(at, zone, clocks));
}

function isDiffering(clock: Clock): boolean {
  const { zone, from, until, changes } = clock;
  // On both sides of each change, and between: the browser may know changes that the panel does not.
  const times = [from, ...changes.flatMap(({ at }) => [at - 1, at]), until];
  for (let at = from; at < until; at += 45 * 86_400) times.push(at);
  try {
    return times.some((at) => offsetIn(clock, at) * 1000 !== browserOffsetMs(at * 1000, zone));
  } catch {
    return true; // the browser does not know the zone
  }
}

function offsetIn({ offset, changes }: Clock, second: number): number {
  return changes.findLast(({ at }) => at <= second)?.offset ?? offset;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the offset of a zone from UTC at a time, both in ms, by the browser's rules. */
export function browserOffsetMs(at: number, zone: string): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, format);
  const parts = format.formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const [month, day] = [part("month") - 1, part("day")];
  const wall = Date.UTC(part("year"), month, day, part("hour"), part("minute"), part("second"));
  return wall - Math.floor(at / 1000) * 1000;
}
