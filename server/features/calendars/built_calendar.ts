import { createHash } from "node:crypto";
import { weekdayOf } from "../../contract/day_numbers.ts";
import type { DayKind } from "../../contract/calendars.ts";
import type { Language } from "../../contract/settings.ts";
import type { CalendarDay, WorkCalendar } from "../../contract/work_calendar.ts";

/** Name of a day: one text, or one in each language and, if it is another one, in the country's. */
export type DayName = string | { en: string; zh: string; local: string | null };

export interface NamedDay {
  day: number;
  kind: DayKind;
  name: DayName | null;
}

/** What one source says: of days outside of its limits, nothing; null is no limit. */
export interface SourceDays {
  knownFrom: number | null;
  knownUntil: number | null;
  days: readonly NamedDay[];
}

export interface CalendarParts {
  id: number;
  name: string;
  zone: string;
  /** Days of the week that are off, 1 for Monday. */
  weekendDays: readonly number[];
  /** A later one counts before an earlier one. */
  sources: readonly SourceDays[];
  /** Count before all sources, and are known whatever these say. */
  ownDays: readonly NamedDay[];
  /** Language of names without another one being asked for. */
  language(): Language;
}

/** A day with its name in the language that was asked for. */
export interface DescribedDay extends CalendarDay {
  localName: string | null;
}

const OFF = 1;
const OWN = 2;
const NO_NAME = 0;

/** A calendar in memory: a few bytes for each day that is not as its day of the week. */
export class BuiltCalendar implements WorkCalendar {
  readonly id: number;
  readonly name: string;
  readonly zone: string;
  readonly revision: string;
  /** First and last day of the data; null without a limit. */
  readonly knownFrom: number | null;
  readonly knownUntil: number | null;
  readonly #weekend: ReadonlySet<number>;
  readonly #days: Int32Array;
  readonly #flags: Uint8Array;
  /** Index of the name of each day. */
  readonly #nameOf: Uint16Array;
  readonly #names: readonly (DayName | null)[];
  readonly #language: () => Language;

  constructor({ id, name, zone, weekendDays, sources, ownDays, language }: CalendarParts) {
    this.id = id;
    this.name = name;
    this.zone = zone;
    this.#weekend = new Set(weekendDays);
    this.#language = language;
    this.knownFrom = limit(sources.map(({ knownFrom }) => knownFrom), Math.max);
    this.knownUntil = limit(sources.map(({ knownUntil }) => knownUntil), Math.min);
    const merged = mergeDays(sources, ownDays);
    this.#days = Int32Array.from(merged, ({ day }) => day);
    this.#flags = Uint8Array.from(
      merged,
      ({ kind, isOwn }) => (kind === "off" ? OFF : 0) | (isOwn ? OWN : 0),
    );
    const names = indexNames(merged);
    this.#nameOf = names.indexes;
    this.#names = names.names;
    const content = [name, zone, [...weekendDays].sort(), this.knownFrom, this.knownUntil, merged];
    this.revision = createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
  }

  dayOf(day: number): CalendarDay {
    const { kind, isKnown, name } = this.describe(day, this.#language());
    return { kind, isKnown, name };
  }

  /** Returns what the calendar says of a day, with its name in a language. */
  describe(day: number, language: Language): DescribedDay {
    const at = this.#find(day);
    if (at < 0) {
      const kind = this.#weekend.has(weekdayOf(day)) ? "off" : "working";
      return { kind, isKnown: this.#reaches(day), name: null, localName: null };
    }
    const flags = this.#flags[at] ?? 0;
    const name = this.#names[this.#nameOf[at] ?? NO_NAME] ?? null;
    return {
      kind: (flags & OFF) === 0 ? "working" : "off",
      isKnown: (flags & OWN) !== 0 || this.#reaches(day),
      name: typeof name === "object" ? name?.[language] ?? null : name,
      localName: typeof name === "object" ? name?.local ?? null : null,
    };
  }

  #reaches(day: number): boolean {
    return (this.knownFrom === null || day >= this.knownFrom) &&
      (this.knownUntil === null || day <= this.knownUntil);
  }

  #find(day: number): number {
    let low = 0, high = this.#days.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#days[middle]!;
      if (found === day) return middle;
      if (found < day) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

function limit(limits: readonly (number | null)[], pick: (...values: number[]) => number): number | null {
  const set = limits.filter((one) => one !== null);
  return set.length === 0 ? null : pick(...set);
}

interface MergedDay extends NamedDay {
  isOwn: boolean;
}

function mergeDays(sources: readonly SourceDays[], ownDays: readonly NamedDay[]): MergedDay[] {
  const days = new Map<number, MergedDay>();
  for (const source of sources) {
    for (const one of source.days) days.set(one.day, { ...one, isOwn: false });
  }
  for (const one of ownDays) days.set(one.day, { ...one, isOwn: true });
  return [...days.values()].sort((a, b) => a.day - b.day);
}

function indexNames(days: readonly NamedDay[]) {
  const names: (DayName | null)[] = [null];
  const known = new Map<string, number>();
  const indexes = Uint16Array.from(days, ({ name }) => {
    if (name === null || name === "") return NO_NAME;
    const key = JSON.stringify(name);
    const index = known.get(key) ?? names.push(name) - 1;
    known.set(key, index);
    return index;
  });
  return { names, indexes };
}
