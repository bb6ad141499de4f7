// Compares the database's result with a plain evaluation in JavaScript, over random tasks and conditions.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { RunState } from "../../contract/runs.ts";
import { type TaskStatus, viewProperties } from "../../contract/task_fields.ts";
import type { Schedules } from "../../contract/tasks.ts";
import { type ViewCondition, viewOperators } from "../../contract/views.ts";
import { taskStatus } from "./task_rows.ts";
import type { Database } from "../../engine/store.ts";
import { columnDefaults } from "./task_rows.ts";
import { meetsConditions } from "./view_conditions.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";

interface TaskSample {
  name: string;
  command: string;
  schedules: Schedules;
  labels: string[];
  enabled: boolean;
  runs: RunState[];
  subscription: number | null;
  lastOutcome: RunState | null;
}

type Relation = "and" | "or";

// Few letters, so that texts often contain each other, plus every character special to LIKE, JSON or SQL.
const piece = fc.constantFrom(
  "a",
  "A",
  "b",
  "%",
  "_",
  "\\",
  '"',
  "'",
  ",",
  "[",
  "]",
  "é",
  "É",
  "日",
  "\n",
  " ",
);
const text = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(""));
const states = ["queued", "starting", "running", "succeeded", "failed", "skipped"] as const;

const taskSample: fc.Arbitrary<TaskSample> = fc.record({
  name: text,
  command: text,
  schedules: fc.oneof(
    fc.constantFrom("manual" as const, "startup" as const),
    fc.array(fc.oneof(text, fc.constant("0 3 * * *")), { minLength: 1, maxLength: 3 }),
  ),
  labels: fc.array(text, { maxLength: 3 }),
  enabled: fc.boolean(),
  runs: fc.array(fc.constantFrom(...states), { maxLength: 3 }),
  subscription: fc.option(fc.constantFrom(1, 2, 12)),
  lastOutcome: fc.option(fc.constantFrom("succeeded", "failed", "timed_out")),
});

const knownValues = fc.constantFrom(
  "manual",
  "idle",
  "running",
  "queued",
  "disabled",
  "1",
  "2",
  "failed",
  "succeeded",
);
const condition: fc.Arbitrary<ViewCondition> = fc.record({
  property: fc.constantFrom(...viewProperties),
  operator: fc.constantFrom(...viewOperators),
  values: fc.array(fc.oneof(text, knownValues), { minLength: 1, maxLength: 3 }),
});

function textsOf(one: TaskSample, property: ViewCondition["property"]): string[] {
  switch (property) {
    case "name":
    case "command":
      return [one[property]];
    case "schedule":
      return typeof one.schedules === "string" ? [one.schedules] : one.schedules;
    case "label":
      return one.labels;
    case "status":
      return [statusOf(one)];
    case "subscription":
      return one.subscription === null ? [] : [String(one.subscription)];
    case "lastOutcome":
      return one.lastOutcome === null ? [] : [one.lastOutcome];
  }
}

function statusOf({ enabled, runs }: TaskSample): TaskStatus {
  return taskStatus(enabled, runs);
}

function meets(one: TaskSample, { property, operator, values }: ViewCondition): boolean {
  const texts = textsOf(one, property);
  const lower = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const contains = texts.some((own) => values.some((value) => lower(own).includes(lower(value))));
  const isOne = texts.some((own) => values.includes(own));
  return { contains, notContains: !contains, isOneOf: isOne, isNoneOf: !isOne }[operator];
}

function meetsAll(one: TaskSample, conditions: ViewCondition[], relation: Relation): boolean {
  if (conditions.length === 0) return true;
  return relation === "and"
    ? conditions.every((each) => meets(one, each))
    : conditions.some((each) => meets(one, each));
}

async function insert(db: Database, one: TaskSample): Promise<number> {
  const { id } = await db.insertInto("task").values({
    ...columnDefaults,
    name: one.name,
    command: one.command,
    pinned: 0,
    cursor_at: 0,
    created_at: 0,
    updated_at: 0,
    version: 1,
    schedules_json: JSON.stringify(one.schedules),
    labels_json: JSON.stringify(one.labels),
    enabled: one.enabled ? 1 : 0,
    subscription_id: one.subscription,
    last_outcome: one.lastOutcome,
  }).returning("id").executeTakeFirstOrThrow();
  for (const state of one.runs) {
    const over = !["queued", "starting", "running"].includes(state);
    await db.insertInto("run").values({
      task_id: id,
      task_name: one.name,
      cause: "person",
      state,
      queued_at: 0,
      start_after: 0,
      queue_rank: 0,
      queue_order: 0,
      attempt: 1,
      due_count: 1,
      finished_at: over ? 1 : null,
    }).execute();
  }
  return id;
}

Deno.test("view conditions: the database finds exactly the matching tasks", async () => {
  const db = await freshDatabase();
  let found = 0, missed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(taskSample, { minLength: 1, maxLength: 6 }),
      fc.array(condition, { maxLength: 4 }),
      fc.constantFrom<Relation>("and", "or"),
      async (subjects, conditions, relation) => {
        await db.deleteFrom("task").execute();
        await db.deleteFrom("run").execute();
        const ids = new Map<number, TaskSample>();
        for (const one of subjects) ids.set(await insert(db, one), one);
        const rows = await db.selectFrom("task").select("id")
          .where((where) => meetsConditions(where, { conditions, relation })).orderBy("id").execute();
        const expected = [...ids].filter(([, one]) => meetsAll(one, conditions, relation)).map(([id]) => id);
        found += expected.length;
        missed += subjects.length - expected.length;
        assert.deepEqual(rows.map(({ id }) => id), expected);
      },
    ),
    { numRuns: 1_000 },
  );
  assert.ok(found > 500 && missed > 500, `too plain: ${found} found, ${missed} not`);
  await db.destroy();
});
