import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCron } from "../../contract/cron/expression.ts";
import { nextSlot } from "../../contract/cron/slots.ts";
import {
  applyPing,
  assess,
  goDown,
  type HeartbeatStatus,
  planAnew,
  setPaused,
  type Timing,
  watchAnew,
} from "./heartbeat_states.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const noon = Date.parse("2026-03-04T12:00:00Z");

const fresh: HeartbeatStatus = {
  ...{ paused: false, lastPingAt: null, dueAt: null, starts: [], downAt: null, downReason: null },
  watchedFrom: null,
};

function scheduled(rule: string, more: Partial<Timing> = {}): Timing {
  const rules = [parseCron(rule)];
  return {
    graceMs: 5 * MINUTE,
    maxDurationMs: null,
    beginsAnew: false,
    next: (after) => nextSlot(rules, "UTC", after),
    ...more,
  };
}

function every(periodMs: number, more: Partial<Timing> = {}): Timing {
  return {
    graceMs: 5 * MINUTE,
    maxDurationMs: null,
    beginsAnew: true,
    next: (after) => after + periodMs,
    ...more,
  };
}

const hourly = scheduled("0 * * * *");

function after(
  timing: Timing,
  ...pings: [kind: "success" | "start" | "fail", at: number, rid?: string][]
): HeartbeatStatus {
  return pings.reduce(
    (status, [kind, at, rid = null]) => applyPing(status, { kind, at, rid }, timing).status,
    fresh,
  );
}

function stateAt(status: HeartbeatStatus, timing: Timing, at: number): string {
  return assess(status, timing, at).state;
}

Deno.test("heartbeat states: a new one waits for its first ping, however long", () => {
  assert.deepEqual(assess(fresh, hourly, noon + 1000 * HOUR), {
    ...{ state: "new", nextAt: null, downFrom: null, downReason: null },
  });
});

Deno.test("heartbeat states: up until the due time, late until the grace is over, then down", () => {
  const status = after(hourly, ["success", noon + 10 * SECOND]);
  assert.equal(status.dueAt, noon + HOUR);
  const end = noon + HOUR + 5 * MINUTE;
  const states = [noon + HOUR - 1, noon + HOUR, end - 1, end].map((at) => stateAt(status, hourly, at));
  assert.deepEqual(states, ["up", "late", "late", "down"]);
  const down = goDown(status, hourly, end + SECOND);
  assert.deepEqual([down?.downAt, down?.downReason], [end, "missed"]);
  assert.equal(goDown(status, hourly, end - 1), null);
});

Deno.test("heartbeat states: a ping before its time counts for the due time within the grace only", () => {
  const early = applyPing(after(hourly, ["success", noon]), {
    ...{ kind: "success", at: noon + HOUR - 5 * MINUTE - 1, rid: null },
  }, hourly);
  assert.deepEqual([early.early, early.status.dueAt], [true, noon + HOUR]);
  const counted = applyPing(
    early.status,
    { kind: "success", at: noon + HOUR - 5 * MINUTE, rid: null },
    hourly,
  );
  assert.deepEqual([counted.early, counted.status.dueAt], [false, noon + 2 * HOUR]);
});

Deno.test("heartbeat states: with a period each ping begins the wait anew", () => {
  const timing = every(HOUR);
  const status = after(timing, ["success", noon], ["success", noon + 10 * MINUTE]);
  assert.equal(status.dueAt, noon + 70 * MINUTE);
});

Deno.test("heartbeat states: a reported failure is down at once, and the next success is up", () => {
  const failed = after(hourly, ["success", noon], ["fail", noon + HOUR]);
  assert.deepEqual([failed.downAt, failed.downReason, failed.dueAt], [
    noon + HOUR,
    "failed",
    noon + 2 * HOUR,
  ]);
  assert.equal(stateAt(failed, hourly, noon + 9 * HOUR), "down");
  const early = applyPing(failed, { kind: "success", at: noon + HOUR + MINUTE, rid: null }, hourly).status;
  assert.equal(stateAt(early, hourly, noon + HOUR + MINUTE), "up");
  assert.equal(early.dueAt, noon + 2 * HOUR);
});

Deno.test("heartbeat states: work that has working in time has until its own limit", () => {
  const timing = { ...hourly, maxDurationMs: 30 * MINUTE };
  const working = after(timing, ["success", noon], ["start", noon + HOUR + MINUTE]);
  assert.equal(stateAt(working, timing, noon + HOUR + 20 * MINUTE), "started");
  const down = goDown(working, timing, noon + HOUR + 31 * MINUTE);
  assert.deepEqual([down?.downAt, down?.downReason], [noon + HOUR + 31 * MINUTE, "too_long"]);
  const ended = applyPing(working, { kind: "success", at: noon + HOUR + 29 * MINUTE, rid: null }, timing);
  assert.deepEqual([ended.durationMs, ended.status.starts, ended.status.dueAt], [
    ...[28 * MINUTE, [], noon + 2 * HOUR],
  ]);
});

Deno.test("heartbeat states: without a limit, a start does not put off the due time", () => {
  const working = after(hourly, ["success", noon], ["start", noon + HOUR]);
  assert.equal(stateAt(working, hourly, noon + HOUR + MINUTE), "late");
  assert.equal(stateAt(working, hourly, noon + HOUR + 5 * MINUTE), "down");
});

Deno.test("heartbeat states: rid pairs the start and the end of each work", () => {
  const timing = every(HOUR, { maxDurationMs: 10 * MINUTE });
  const both = after(timing, ["start", noon, "a"], ["start", noon + MINUTE, "b"]);
  const ended = applyPing(both, { kind: "success", at: noon + 3 * MINUTE, rid: "b" }, timing);
  assert.equal(ended.durationMs, 2 * MINUTE);
  assert.deepEqual(ended.status.starts.map(({ rid }) => rid), ["a"]);
  assert.equal(assess(ended.status, timing, noon + 3 * MINUTE).downFrom, noon + 10 * MINUTE);
  const unknown = applyPing(ended.status, { kind: "success", at: noon + 4 * MINUTE, rid: "c" }, timing);
  assert.deepEqual([unknown.durationMs, unknown.status.starts.length], [null, 1]);
});

Deno.test("heartbeat states: a start of the panel gives what would soon be down its grace anew", () => {
  const status = after(hourly, ["success", noon]);
  const start = noon + 10 * HOUR;
  const watched = watchAnew(status, hourly, start);
  assert.equal(watched.watchedFrom, start);
  assert.equal(stateAt(watched, hourly, start + 5 * MINUTE - 1), "late");
  assert.equal(goDown(watched, hourly, start + 5 * MINUTE)?.downAt, start + 5 * MINUTE);
  const pinged = applyPing(watched, { kind: "success", at: start + MINUTE, rid: null }, hourly).status;
  assert.deepEqual([pinged.watchedFrom, pinged.dueAt], [null, noon + 11 * HOUR]);
  assert.equal(watchAnew(status, hourly, noon + MINUTE).watchedFrom, null);
  const failed = after(hourly, ["fail", noon]);
  assert.deepEqual(watchAnew(failed, hourly, start), failed);
});

Deno.test("heartbeat states: a paused one only records, and waits from its resumption on", () => {
  const paused = setPaused(after(hourly, ["fail", noon]), true, hourly, noon + MINUTE);
  assert.equal(stateAt(paused, hourly, noon + 90 * HOUR), "paused");
  const pinged = applyPing(paused, { kind: "fail", at: noon + HOUR, rid: null }, hourly).status;
  assert.deepEqual([pinged.downAt, pinged.lastPingAt], [null, noon + HOUR]);
  const resumed = setPaused(pinged, false, hourly, noon + 90.5 * HOUR);
  assert.deepEqual([stateAt(resumed, hourly, noon + 90.5 * HOUR), resumed.dueAt], ["up", noon + 91 * HOUR]);
});

Deno.test("heartbeat states: new settings count from now on", () => {
  const status = after(hourly, ["success", noon]);
  const later = noon + 3 * HOUR;
  assert.equal(planAnew(status, scheduled("30 * * * *"), later).dueAt, later + 30 * MINUTE);
  assert.equal(planAnew(status, every(2 * HOUR), later).dueAt, later);
  assert.equal(planAnew(fresh, hourly, later).dueAt, null);
});

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom("success", "start", "fail"), rid: rid() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("restart", "pause", "resume"), rid: rid() }) },
);

function rid() {
  return fc.constantFrom(null, "a", "b");
}

const timings: Timing[] = [
  hourly,
  scheduled("*/7 * * * *", { graceMs: MINUTE, maxDurationMs: 3 * MINUTE }),
  scheduled("30 2 * * *", { maxDurationMs: 2 * HOUR }),
  every(10 * MINUTE, { graceMs: 2 * MINUTE }),
  every(HOUR, { maxDurationMs: 20 * MINUTE }),
];

/** What a watch that looks at `looks` would have decided, as one text for each change. */
function play(
  timing: Timing,
  story: readonly { waitMs: number; type: string; rid: string | null }[],
  looksBefore: (status: HeartbeatStatus, from: number, to: number) => number[],
): string[] {
  const log: string[] = [];
  let status = fresh;
  let now = noon;
  for (const { waitMs, type, rid } of story) {
    for (const at of looksBefore(status, now, now + waitMs)) {
      const down = goDown(status, timing, at);
      if (down) log.push(`${down.downReason} ${down.downAt}`);
      status = down ?? status;
    }
    now += waitMs;
    const wasDown = status.downAt !== null;
    if (type === "restart") status = watchAnew(status, timing, now);
    else if (type === "pause" || type === "resume") status = setPaused(status, type === "pause", timing, now);
    else status = applyPing(status, { kind: type as "success", at: now, rid }, timing).status;
    if (wasDown && status.downAt === null) log.push(`up ${now}`);
    if (type === "success") assert.equal(status.downAt, null);
    if (type === "restart" && status.downAt === null && !status.paused) {
      const { downFrom } = assess(status, timing, now);
      assert.ok(downFrom === null || downFrom >= now + timing.graceMs, "grace anew");
    }
    if (!status.paused && (type === "success" || type === "fail")) {
      assert.ok((status.dueAt ?? now) >= now - 1);
    }
  }
  return log;
}

Deno.test("heartbeat states: one timer for the next change decides what a look every second would", () => {
  const story = fc.array(
    fc.record({ waitMs: fc.integer({ min: 0, max: 45 * 60 }).map((s) => s * SECOND), one: action })
      .map(({ waitMs, one }) => ({ waitMs, ...one })),
    { maxLength: 25 },
  );
  let decisions = 0;
  fc.assert(
    fc.property(fc.constantFrom(...timings), story, (timing, actions) => {
      const everySecond = play(timing, actions, (_, from, to) => {
        const looks: number[] = [];
        for (let at = from; at <= to; at += SECOND) looks.push(at);
        return looks;
      });
      const byTimer = play(timing, actions, (status, from, to) => {
        const looks: number[] = [];
        for (let at: number | null = from; at !== null && at <= to;) {
          looks.push(at);
          const { nextAt }: { nextAt: number | null } = assess(status, timing, at);
          assert.ok(nextAt === null || nextAt > at, "the next change comes later");
          at = nextAt;
        }
        return looks;
      });
      assert.deepEqual(byTimer, everySecond);
      decisions += byTimer.length;
    }),
    { numRuns: 400 },
  );
  assert.ok(decisions > 300, `${decisions} decisions`);
});
