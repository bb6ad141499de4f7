import assert from "node:assert/strict";
import { parseCron } from "../contract/cron/expression.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import type { MissedPolicy } from "./timetable.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const noon = Date.parse("2026-03-04T12:00:00.000Z");
const skip: MissedPolicy = { policy: "skip", limit: 100, deadlineMs: 24 * HOUR };

interface Scene {
  rule: string | string[];
  first: number;
  now: number;
  missed?: Partial<MissedPolicy>;
}

function decideScene({ rule, first, now, missed }: Scene) {
  const rules = [rule].flat().map((one) => parseCron(one));
  return decide({
    timetable: { rules, zone: "UTC" },
    firstDueAt: first,
    now,
    missed: { ...skip, ...missed },
    windows: [],
  });
}

/** Formats decisions as `run +0m`, `missed run -2h`, `skip -3h..-1h ×3`, with times relative to noon. */
function tokens(decisions: readonly Decision[]): string[] {
  return decisions.map((decision) =>
    decision.kind === "run"
      ? `${decision.cause === "missed" ? "missed run" : "run"} ${relative(decision.dueAt)}`
      : `${decision.reason === "missed" ? "skip" : decision.reason} ${relative(decision.dueAt)}..${
        relative(decision.dueThrough)
      } ×${decision.dueCount}`
  );
}

function relative(at: number): string {
  const ms = at - noon;
  const unit = ms % HOUR === 0
    ? [HOUR, "h"] as const
    : ms % MINUTE === 0
    ? [MINUTE, "m"] as const
    : [SECOND, "s"] as const;
  return `${ms < 0 ? "" : "+"}${ms / unit[0]}${unit[1]}`;
}

const hourly = "0 * * * *";
const minutely = "* * * * *";
const scenes: [string, Scene, string[], string][] = [
  ["exactly on time", { rule: hourly, first: noon, now: noon }, ["run +0h"], "+1h"],
  ["slightly late", { rule: hourly, first: noon, now: noon + 900 }, ["run +0h"], "+1h"],
  ["at the tolerance limit", { rule: hourly, first: noon, now: noon + MINUTE }, ["run +0h"], "+1h"],
  [
    "just beyond the tolerance",
    { rule: hourly, first: noon, now: noon + MINUTE + 1 },
    ["skip +0h..+0h ×1"],
    "+1h",
  ],
  ["nothing due yet", { rule: hourly, first: noon + HOUR, now: noon }, [], "+1h"],
  [
    "two due minutes at once",
    { rule: minutely, first: noon, now: noon + MINUTE },
    ["run +0h", "run +1m"],
    "+2m",
  ],
  ["missed minutes followed by one on time", { rule: minutely, first: noon, now: noon + 5 * MINUTE + 1 }, [
    "skip +0h..+4m ×5",
    "run +5m",
  ], "+6m"],
  ["every second, within one second", { rule: "* * * * * *", first: noon, now: noon + SECOND }, [
    "run +0h",
    "run +1s",
  ], "+2s"],
  ["tolerance of one period for a task with seconds", {
    rule: "*/10 * * * * *",
    first: noon,
    now: noon + 35 * SECOND,
  }, [
    "skip +0h..+20s ×3",
    "run +30s",
  ], "+40s"],
  ["a hundred skipped hours in one row", { rule: hourly, first: noon - 99 * HOUR, now: noon + 5 * MINUTE }, [
    "skip -99h..+0h ×100",
  ], "+1h"],
  [
    "catches up with the last one",
    {
      rule: hourly,
      first: noon - 5 * HOUR,
      now: noon + 5 * MINUTE,
      missed: { policy: "last" },
    },
    ["skip -5h..-1h ×5", "missed run +0h"],
    "+1h",
  ],
  [
    "one missed, which is the last",
    {
      rule: hourly,
      first: noon,
      now: noon + 5 * MINUTE,
      missed: { policy: "last" },
    },
    ["missed run +0h"],
    "+1h",
  ],
  [
    "the last one is past the deadline",
    {
      rule: "0 12 * * *",
      first: noon - 48 * HOUR,
      now: noon + 23 * HOUR,
      missed: { policy: "last", deadlineMs: 22 * HOUR },
    },
    ["skip -48h..+0h ×3"],
    "+24h",
  ],
  [
    "the last one is just within the deadline",
    {
      rule: "0 12 * * *",
      first: noon - 48 * HOUR,
      now: noon + 23 * HOUR,
      missed: { policy: "last", deadlineMs: 23 * HOUR },
    },
    ["skip -48h..-24h ×2", "missed run +0h"],
    "+24h",
  ],
  [
    "a deadline of zero skips all",
    {
      rule: hourly,
      first: noon - 2 * HOUR,
      now: noon + 5 * MINUTE,
      missed: { policy: "all", deadlineMs: 0 },
    },
    ["skip -2h..+0h ×3"],
    "+1h",
  ],
  [
    "all, fewer than the limit",
    {
      rule: hourly,
      first: noon - 2 * HOUR,
      now: noon + 5 * MINUTE,
      missed: { policy: "all", limit: 4 },
    },
    ["missed run -2h", "missed run -1h", "missed run +0h"],
    "+1h",
  ],
  [
    "all, as many as the limit",
    {
      rule: hourly,
      first: noon - 2 * HOUR,
      now: noon + 5 * MINUTE,
      missed: { policy: "all", limit: 3 },
    },
    ["missed run -2h", "missed run -1h", "missed run +0h"],
    "+1h",
  ],
  [
    "all, the newest up to the limit",
    {
      rule: hourly,
      first: noon - 9 * HOUR,
      now: noon + 5 * MINUTE,
      missed: { policy: "all", limit: 2 },
    },
    ["skip -9h..-2h ×8", "missed run -1h", "missed run +0h"],
    "+1h",
  ],
  [
    "all within the deadline",
    {
      rule: hourly,
      first: noon - 9 * HOUR,
      now: noon + 5 * MINUTE,
      missed: { policy: "all", deadlineMs: HOUR + 5 * MINUTE },
    },
    ["skip -9h..-2h ×8", "missed run -1h", "missed run +0h"],
    "+1h",
  ],
  [
    "catches up, then runs what is due now",
    {
      rule: minutely,
      first: noon - 3 * MINUTE,
      now: noon,
      missed: { policy: "last" },
    },
    ["skip -3m..-3m ×1", "missed run -2m", "run -1m", "run +0h"],
    "+1m",
  ],
  [
    "two rules due at the same time run once",
    { rule: ["0 * * * *", "*/30 * * * *"], first: noon, now: noon },
    [
      "run +0h",
    ],
    "+30m",
  ],
  [
    "a rule due once a year",
    { rule: "0 0 12 4 3 *", first: noon, now: noon },
    ["run +0h"],
    "+8760h",
  ],
];

for (const [name, scene, expected, next] of scenes) {
  Deno.test(`decide: ${name}`, () => {
    const { decisions, cursor, nextDueAt } = decideScene(scene);
    assert.deepEqual(tokens(decisions), expected);
    assert.equal(nextDueAt === null ? null : relative(nextDueAt), next);
    const last = decisions.at(-1);
    const decided = last === undefined ? scene.first - 1 : last.kind === "run" ? last.dueAt : last.dueThrough;
    assert.equal(cursor, decided);
  });
}

Deno.test("decide: skips ten years of seconds without iterating over them", () => {
  const first = noon - 10 * 365 * 24 * HOUR;
  const { decisions } = decideScene({ rule: "* * * * * *", first, now: noon });
  const [skipped, ...runs] = decisions;
  assert.equal(skipped?.kind === "skip" && skipped.dueCount, 10 * 365 * 24 * 3600 - 1);
  assert.deepEqual(tokens(runs), ["run -1s", "run +0h"]);
});
