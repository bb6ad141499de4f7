import { instantOf } from "../../contract/cron/zone.ts";
import type { EventTimes } from "../icalendar/icalendar_types.ts";

export interface EventSpan {
  from: number;
  /** Its end: `from` ≤ t < `to`. */
  to: number;
}

/** When the events of a file take place, in ms. Pure. */
export class EventSpans {
  readonly #times: EventTimes;
  #zone: string | undefined;
  #spans: readonly EventSpan[] = [];

  constructor(times: EventTimes) {
    this.#times = times;
  }

  /** Returns all in order; events that overlap or follow each other at once are one. */
  in(zone: string): readonly EventSpan[] {
    if (zone !== this.#zone) {
      this.#spans = merge(this.#times, zone);
      this.#zone = zone;
    }
    return this.#spans;
  }

  /** Returns those that begin before or at an instant, and end after another one. */
  between(zone: string, { endsAfter, beginsUntil }: { endsAfter: number; beginsUntil: number }): EventSpan[] {
    const spans = this.in(zone);
    const found: EventSpan[] = [];
    for (let index = firstEndingAfter(spans, endsAfter); index < spans.length; index++) {
      const span = spans[index]!;
      if (span.from > beginsUntil) break;
      found.push(span);
    }
    return found;
  }
}

function merge({ instants, local }: EventTimes, zone: string): EventSpan[] {
  const all = [
    ...instants,
    ...local.map(([from, until]) => [instantOf(from, zone), instantOf(until, zone)] as const),
  ].sort((a, b) => a[0] - b[0]);
  const merged: EventSpan[] = [];
  for (const [from, until] of all) {
    const last = merged.at(-1);
    if (last && from * 1_000 <= last.to) last.to = Math.max(last.to, until * 1_000);
    else if (until > from) merged.push({ from: from * 1_000, to: until * 1_000 });
  }
  return merged;
}

// They do not overlap, so their ends are in order, too.
function firstEndingAfter(spans: readonly EventSpan[], instant: number): number {
  let low = 0, high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.to > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}
