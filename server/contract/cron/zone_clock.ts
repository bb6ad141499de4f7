// How the local time of a zone runs. The rules are the runtime's, unless a source of other ones is set.

export interface ZoneClock {
  /** Returns how many seconds local time is ahead of UTC at a UTC time in seconds. */
  offsetAt(second: number): number;
}

/** Returns the clock of a zone; null for the runtime's. */
export type ZoneClockSource = (zone: string) => ZoneClock | null;

let source: ZoneClockSource = () => null;
const clocks = new Map<string, ZoneClock>();

/** Sets where the rules of zones come from, for everything in this process. Returns the previous source. */
export function setZoneClocks(next: ZoneClockSource): ZoneClockSource {
  const previous = source;
  source = next;
  clocks.clear();
  return previous;
}

/** Returns the clock of a zone. Throws `RangeError` for an unknown one. */
export function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = createClock(zone);
  clocks.set(zone, clock);
  return clock;
}

/** Returns a zone's offset without keeping its clock: for one question about each of many zones. */
export function offsetOnce(second: number, zone: string): number {
  return (clocks.get(zone) ?? createClock(zone)).offsetAt(second);
}

function createClock(zone: string): ZoneClock {
  return source(zone) ?? new RuntimeClock(zone);
}

// Since 1970 no zone has changed its clock twice within a week: where both ends of five days have one offset, so has
// everything between them.
const SPAN_SECONDS = 5 * 86_400;

/** The clock of a zone by the rules of the runtime. Asking `Intl` takes microseconds, so what it said is kept. */
export class RuntimeClock implements ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();
  readonly #changes = new Map<number, number>();

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  }

  offsetAt(second: number): number {
    const span = Math.floor(second / SPAN_SECONDS);
    const [before, after] = [this.#startOf(span), this.#startOf(span + 1)];
    return before === after || second < this.#changeIn(span, before) ? before : after;
  }

  #startOf(span: number): number {
    const known = this.#offsets.get(span);
    if (known !== undefined) return known;
    const offset = this.#read(span * SPAN_SECONDS);
    this.#offsets.set(span, offset);
    return offset;
  }

  #changeIn(span: number, before: number): number {
    const known = this.#changes.get(span);
    if (known !== undefined) return known;
    let low = span * SPAN_SECONDS, high = low + SPAN_SECONDS;
    while (high - low > 1) {
      const middle = low + Math.floor((high - low) / 2);
      if (this.#read(middle) === before) low = middle;
      else high = middle;
    }
    this.#changes.set(span, high);
    return high;
  }

  #read(second: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(second * 1000)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: rest = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, rest) / 1000 - second;
  }
}
