// Compares the database's result with a plain evaluation in JavaScript, over random tasks and conditions.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { RunState } from "../../contract/runs.ts";
import { viewOperators, viewProperties, type ViewProperty } from "../../contract/task_fields.ts";
import type { Schedules } from "../../contract/tasks.ts";
import type { ViewCondition } from "../../contract/views.ts";
import type { Database } from "../../engine/store.ts";
import { columnDefaults, taskStatus } from "./task_rows.ts";
import { meetsConditions } from "./view_conditions.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { byLength } from "../../../tests/support/suite_length.ts";

/** A task: the columns that conditions read, and its runs. */
type TaskSample = typeof taskSample extends fc.Arbitrary<infer One> ? One : never;

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

const schedules: fc.Arbitrary<Schedules> = fc.oneof(
  fc.constantFrom("manual" as const, "startup" as const),
  fc.array(fc.oneof(text, fc.constant("0 3 * * *")), { minLength: 1, maxLength: 3 }),
);

const taskSample = fc.record({
  columns: fc.record({
    name: text,
    command: text,
    schedules_json: schedules.map((value) => JSON.stringify(value)),
    labels_json: fc.array(text, { maxLength: 3 }).map((value) => JSON.stringify(value)),
    enabled: fc.constantFrom(0, 1),
    kind: fc.constantFrom("shell" as const, "python" as const, "subscription" as const),
    subscription_id: fc.option(fc.constantFrom(1, 2, 12)),
    last_outcome: fc.option(fc.constantFrom("succeeded" as const, "failed" as const, "timed_out" as const)),
    placement_pool: fc.option(fc.oneof(text, fc.constantFrom("default", "gpu"))),
    last_exit_code: fc.option(fc.constantFrom(0, 1, 137)),
  }),
  runs: fc.array(fc.constantFrom<RunState>(...states), { maxLength: 3 }),
});

const knownValues = fc.constantFrom(
  "manual",
  "idle",
  "running",
  "queued",
  "disabled",
  "0",
  "1",
  "2",
  "failed",
  "succeeded",
  "shell",
  "subscription",
  "default",
  "gpu",
);
const condition: fc.Arbitrary<ViewCondition> = fc.record({
  property: fc.constantFrom(...viewProperties),
  operator: fc.constantFrom(...viewOperators),
  values: fc.array(fc.oneof(text, knownValues), { minLength: 1, maxLength: 3 }),
});

/** Returns what conditions compare, without SQL. */
function textsOf({ columns, runs }: TaskSample): Record<ViewProperty, string[]> {
  const one = (value: string | number | null) => value === null ? [] : [String(value)];
  return {
    name: one(columns.name),
    command: one(columns.command),
    schedule: [JSON.parse(columns.schedules_json)].flat(),
    label: JSON.parse(columns.labels_json),
    status: one(taskStatus(columns.enabled === 1, runs)),
    subscription: one(columns.subscription_id),
    lastOutcome: one(columns.last_outcome),
    lastExitCode: one(columns.last_exit_code),
    pool: one(columns.placement_pool),
    kind: [columns.kind, ...(columns.subscription_id === null ? [] : ["subscription"])],
  };
}

function meets(one: TaskSample, { property, operator, values }: ViewCondition): boolean {
  const texts = textsOf(one)[property];
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
    ...one.columns,
    pinned: 0,
    cursor_at: 0,
    created_at: 0,
    updated_at: 0,
    version: 1,
  }).returning("id").executeTakeFirstOrThrow();
  for (const state of one.runs) {
    const over = !["queued", "starting", "running"].includes(state);
    await db.insertInto("run").values({
      task_id: id,
      task_name: one.columns.name,
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
  await using db = await freshDatabase();
  let found = 0, missed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(taskSample, { minLength: 1, maxLength: 6 }),
      fc.array(condition, { maxLength: 4 }),
      fc.constantFrom<Relation>("and", "or"),
      async (tasks, conditions, relation) => {
        await db.deleteFrom("task").execute();
        await db.deleteFrom("run").execute();
        const ids = new Map<number, TaskSample>();
        for (const task of tasks) ids.set(await insert(db, task), task);
        const rows = await db.selectFrom("task").select("id")
          .where((where) => meetsConditions(where, { conditions, relation })).orderBy("id").execute();
        const expected = [...ids].filter(([, one]) => meetsAll(one, conditions, relation)).map(([id]) => id);
        found += expected.length;
        missed += tasks.length - expected.length;
        assert.deepEqual(rows.map(({ id }) => id), expected);
      },
    ),
    { numRuns: byLength(150, 1_000) },
  );
  const enough = byLength(75, 500);
  assert.ok(found > enough && missed > enough, `too few matches or mismatches: ${found} and ${missed}`);
});
