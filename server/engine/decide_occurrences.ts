// Decides due times that do not follow from the rules alone: a calendar may move or drop them, and maintenance windows hold or
// skip them. Pure.
import { newestSlots } from "../contract/cron/slots.ts";
import type { Decided, DecideInput, Decision, Held, Merged, Skip, WindowSpan } from "./decision.ts";
import { dueAfter, dueBetween, type Occurrence, occurrenceOf, occurrencesIn } from "./occurrences.ts";
import type { Timetable } from "./timetable.ts";

/** Windows that follow each other are one; more of them are one after all. */
const MAX_WINDOWS = 100;
const NEAR_MS = 12 * 3_600_000;

/** What becomes of one occurrence before missed due times are told apart. */
type Settled = Run | (Omit<Skip, "dueThrough" | "dueCount" | "kind"> & { kind: "skip"; at: number });

interface Run {
  kind: "run";
  occurrence: Occurrence;
  /** When it would start. */
  at: number;
  held?: Held;
}

/** Decides every due time from `firstDueAt` up to now; those before `onTimeFrom` were missed. */
export function decideOccurrences(input: DecideInput, onTimeFrom: number): Decided {
  const { timetable, firstDueAt, now } = input;
  const { occurrences, earlier } = occurrencesIn(timetable, { after: firstDueAt - 1, until: now });
  const counted = earlier ? dueBetween(timetable, earlier) : [];
  const cursor = occurrences.at(-1)?.at ?? firstDueAt - 1;
  return {
    decisions: [
      ...counted.map((range): Skip => ({ kind: "skip", reason: "missed", ...range })),
      ...decideEach(occurrences, input, onTimeFrom),
    ],
    cursor,
    nextDueAt: dueAfter(timetable, cursor),
  };
}

/** Decides occurrences, all before now; those before `onTimeFrom` were missed. Returns the decisions by due time. */
export function decideEach(
  occurrences: readonly Occurrence[],
  { timetable, now, missed, windows }: Omit<DecideInput, "firstDueAt">,
  onTimeFrom: number,
): Decision[] {
  const settled = occurrences.map((one) => settle(one, { timetable, windows, now }));
  const runs = settled.filter((one) => one.kind === "run");
  const groups = [...Map.groupBy(runs, ({ at }) => at)].map(([at, ofGroup]) => ({ at, runs: ofGroup }))
    .sort((a, b) => a.at - b.at);
  const late = groups.filter(({ at }) => at < onTimeFrom);
  const wanted = missed.policy === "skip" ? 0 : missed.policy === "last" ? 1 : missed.limit;
  const caughtUp = new Set(
    late.slice(late.length - wanted).filter(({ at }) => at >= now - missed.deadlineMs),
  );
  const decisions: Decision[] = [];
  const skips = settled.flatMap((one) => one.kind === "skip" ? [one] : []);
  for (const group of groups) {
    if (!late.includes(group)) decisions.push(runOf(group.runs, "schedule"));
    else if (caughtUp.has(group)) decisions.push(runOf(group.runs, "missed"));
    else skips.push(...group.runs.map(missedOf));
  }
  return [...decisions, ...joined(skips)].sort((a, b) => a.dueAt - b.dueAt);
}

function settle(
  occurrence: Occurrence,
  { timetable, windows, now }: Pick<DecideInput, "timetable" | "windows" | "now">,
): Settled {
  const { at: dueAt, nominalAt, dropped } = occurrence;
  const moved = dueAt === nominalAt ? {} : { nominalAt };
  if (dropped) {
    const { reason, name: detail, since } = dropped;
    return { kind: "skip", at: dueAt, reason, dueAt, detail, since };
  }
  let at = dueAt;
  let windowId: number | null = null;
  for (let count = 0; count < MAX_WINDOWS; count++) {
    const over = windowsAt(windows, at);
    const skipping = over.find(({ effect }) => effect === "skip");
    if (skipping) {
      const { id, from: since } = skipping;
      return { kind: "skip", at: dueAt, reason: "window", dueAt, ...moved, windowId: id, since };
    }
    const last = over.toSorted((a, b) => b.until - a.until)[0];
    if (!last) break;
    [at, windowId] = [last.until, last.id];
    if (at > now) break;
  }
  if (windowId === null) return { kind: "run", occurrence, at };
  // It would run when nothing is due any more.
  if (at > (timetable.valid?.until ?? Infinity)) {
    return { kind: "skip", at: dueAt, reason: "expired", dueAt, ...moved, windowId };
  }
  const startAt = at > now ? startAfter(timetable, at) : at;
  return { kind: "run", occurrence, at, held: { windowId, until: at, startAt } };
}

/** Returns the windows that an instant is in. */
export function windowsAt(windows: readonly WindowSpan[], at: number): WindowSpan[] {
  return windows.filter(({ from, until }) => from <= at && at < until);
}

/**
 * Returns when a run that a window held until an instant starts: then, or with the next due time where that is nearer than the
 * one before, and than half a day. It then has one run.
 */
export function startAfter(timetable: Timetable, until: number): number {
  const next = dueAfter(timetable, until - 1);
  if (next === null || next - until >= NEAR_MS) return until;
  const { rules, zone } = timetable;
  const [before = -Infinity] = newestSlots(rules, zone, {
    after: until - NEAR_MS,
    until: until - 1,
    count: 1,
  });
  const isDue = !occurrenceOf(timetable, next).dropped;
  return isDue && next - until < until - before ? next : until;
}

// The one that is due then by its rule is the run; the others are merged into it.
function runOf(runs: readonly Run[], cause: "schedule" | "missed"): Decision {
  const ordinary = runs.find(({ occurrence: { nominalAt, at }, held }) => nominalAt === at && !held);
  const [first] = runs;
  const own = ordinary ?? first!;
  const merged = runs.filter((run) => run !== own).map((run): Merged => ({
    reason: run.held ? "window" : "calendar",
    ...timesOf(run),
    ...run.held && { windowId: run.held.windowId },
  }));
  return {
    kind: "run",
    cause,
    ...timesOf(own),
    ...own.held && { held: own.held },
    ...merged.length > 0 && { merged },
  };
}

function timesOf({ occurrence: { at, nominalAt } }: Run): { dueAt: number; nominalAt?: number } {
  return { dueAt: at, ...nominalAt !== at && { nominalAt } };
}

function missedOf(run: Run): Exclude<Settled, Run> {
  return {
    kind: "skip",
    at: run.at,
    reason: "missed",
    ...timesOf(run),
    ...run.held && { windowId: run.held.windowId },
  };
}

// One row for those that follow each other for the same reason.
function joined(skips: readonly Exclude<Settled, Run>[]): Skip[] {
  const all: Skip[] = [];
  for (const { at: _, ...skip } of skips.toSorted((a, b) => a.dueAt - b.dueAt)) {
    const last = all.at(-1);
    const isSame = last !== undefined && last.nominalAt === undefined && skip.nominalAt === undefined &&
      last.reason === skip.reason && last.since === skip.since && last.detail === skip.detail &&
      last.windowId === skip.windowId;
    if (!isSame) all.push({ ...skip, dueThrough: skip.dueAt, dueCount: 1 });
    else Object.assign(last, { dueThrough: skip.dueAt, dueCount: last.dueCount + 1 });
  }
  return all;
}
