import type { CronRule } from "./expression.ts";
import { SlotCounter } from "./slot_counter.ts";
import { clockChanges, DAY_SECONDS, timeOfDayText } from "./zone.ts";

const MAX_SPAN_SECONDS = 100 * 366 * 86_400;

const HOUR_SECONDS = 3600;

/** A span of time in milliseconds UTC: `after` < t ≤ `until`. */
export interface Span {
  after: number;
  until: number;
}

/**
 * Returns the first time strictly after `after` (milliseconds UTC) at which a rule is due; null when there is none. Throws
 * for an unknown zone, as every function here does.
 */
export function nextSlot(rules: readonly CronRule[], zone: string, after: number): number | null {
  return slotsAfter(rules, zone, after).next().value ?? null;
}

/**
 * Returns the newest `count` due times in a span, or in its last hundred years, ascending; fast however many there are.
 */
export function newestSlots(
  rules: readonly CronRule[],
  zone: string,
  span: Span & { count: number },
): number[] {
  return firstSlots(rules, zone, startOfNewest(rules, zone, span), span.count)
    .filter((slot) => slot <= span.until);
}

/** Counts the due times in a span; in a span of more than a hundred years, those in the last hundred. */
export function countSlots(rules: readonly CronRule[], zone: string, span: Span): number {
  const { first, end } = wholeSeconds(span);
  return new SlotCounter(rules, zone).between(first, end);
}

/** Returns the due times in a span, ascending. Meant for short spans: a rule may be due every second. */
export function slotsIn(rules: readonly CronRule[], zone: string, span: Span): number[] {
  const { first, end } = wholeSeconds(span);
  return new SlotCounter(rules, zone).list(first, end).map((second) => second * 1000);
}

/** Counts the due times in each of `hours` successive hours (UTC); the first one starts at `from`, milliseconds. */
export function countSlotsByHour(
  rules: readonly CronRule[],
  zone: string,
  from: number,
  hours: number,
): number[] {
  const counter = new SlotCounter(rules, zone);
  const first = Math.floor(from / 1000);
  counter.between(first, first + hours * HOUR_SECONDS); // reads the zone's clock once for all hours
  return Array.from({ length: hours }, (_, hour) => {
    const start = first + hour * HOUR_SECONDS;
    return counter.between(start, start + HOUR_SECONDS);
  });
}

/** Returns the minimum distance in milliseconds between the next ten due times; Infinity when there are fewer than two. */
export function shortestGapMs(rules: readonly CronRule[], zone: string, from: number): number {
  const slots = firstSlots(rules, zone, from, 10);
  return Math.min(...slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0)));
}

/** Returns the next due times after `from`, with a warning where a clock change shifts or repeats them. */
export function upcomingSlots(
  rules: readonly CronRule[],
  zone: string,
  from: number,
  count: number,
): { at: number; remark?: SlotWarning }[] {
  return firstSlots(rules, zone, from, count).map((at) => {
    const warning = findWarning(rules, zone, at);
    return warning === null ? { at } : { at, remark: warning };
  });
}

function firstSlots(rules: readonly CronRule[], zone: string, after: number, count: number): number[] {
  const slots: number[] = [];
  if (count < 1) return slots;
  for (const slot of slotsAfter(rules, zone, after)) {
    slots.push(slot);
    if (slots.length >= count) break;
  }
  return slots;
}

/**
 * Iterates over the due times of all rules after a time; a time at which several rules are due is returned
 * once.
 */
function* slotsAfter(rules: readonly CronRule[], zone: string, after: number): Generator<number, undefined> {
  const walks = rules.map((rule) => {
    const next = openRule(rule, zone);
    return { next, at: next(after) };
  });
  while (true) {
    const at = Math.min(...walks.map((walk) => walk.at ?? Infinity));
    if (at === Infinity) return;
    yield at;
    for (const walk of walks) if (walk.at === at) walk.at = walk.next(at);
  }
}

// Each rule by itself: several rules at once would be merged for a whole day, and mostly the next minute is due.
function openRule(rule: CronRule, zone: string): (after: number) => number | null {
  if (rule.kind === "after") return () => null;
  if (rule.kind === "every") return (after) => (Math.floor(after / rule.periodMs) + 1) * rule.periodMs;
  const counter = new SlotCounter([rule], zone);
  return (after) => {
    const first = counter.first(Math.floor(after / 1000) + 1);
    return first === null ? null : first * 1000;
  };
}

/**
 * Steps back from `until` in growing steps until enough due times are covered, then halves the last step down to a
 * second.
 */
function startOfNewest(rules: readonly CronRule[], zone: string, span: Span & { count: number }): number {
  const { first, end } = wholeSeconds(span);
  const counter = new SlotCounter(rules, zone);
  let low = end, high = end, behind = 0;
  for (let width = Math.max(1, span.count); low > first; width *= 2) {
    low = Math.max(first, high - width);
    const found = counter.between(low, high);
    if (behind + found >= span.count) break;
    behind += found;
    high = low;
  }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    const found = counter.between(middle, high);
    if (behind + found >= span.count) low = middle;
    else [high, behind] = [middle, behind + found];
  }
  return low * 1000 - 1;
}

/** The whole seconds of a span, `first` ≤ t < `end`, limited to its last hundred years. */
function wholeSeconds({ after, until }: Span): { first: number; end: number } {
  const end = Math.floor(until / 1000) + 1;
  return { first: Math.max(Math.floor(after / 1000) + 1, end - MAX_SPAN_SECONDS), end };
}

/**
 * The effect of a clock change on a due time: `wallTime` does not exist that day and runs later, or exists twice.
 */
interface SlotWarning {
  code: "shifted_by_gap" | "repeated_hour";
  wallTime: string;
}

/**
 * Returns the effect of a clock change on the due time `at` (milliseconds UTC) of some rules. Fixed periods are not
 * affected.
 */
function findWarning(rules: readonly CronRule[], zone: string, at: number): SlotWarning | null {
  const second = at / 1000;
  const changes = clockChanges(zone, second - DAY_SECONDS, second + DAY_SECONDS);
  if (changes.length === 0) return null;
  const counter = new SlotCounter(rules.filter((rule) => rule.kind !== "every"), zone);
  for (const change of changes) {
    const missing = change.at === second ? counter.findMissing(change) : null;
    if (missing !== null) return { code: "shifted_by_gap", wallTime: timeOfDayText(missing) };
    const repeats = change.before - change.after;
    const twice = second >= change.at - repeats && second < change.at + repeats;
    if (twice && counter.between(second, second + 1) > 0) {
      const offset = second < change.at ? change.before : change.after;
      return { code: "repeated_hour", wallTime: timeOfDayText(second + offset) };
    }
  }
  return null;
}
