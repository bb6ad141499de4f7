import assert from "node:assert/strict";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { join } from "node:path";
import { createFilled, insertRow, readTables } from "../../../tests/support/fill_tables.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";
import { Sealer } from "../../platform/seal.ts";
import { readyDatabase } from "./ready_database.ts";

const now = 1_800_000_000_000;

type Rows = Record<string, Record<string, SQLInputValue>[]>;

/** Prepares a restored database beside the present one, twice, and returns what is in it. What is not named is the same in both. */
async function ready(
  restored: Rows,
  present: Rows = {},
  fill: (folders: { coming: string; present: string }) => void = () => {},
) {
  await using folder = await temporaryFolder();
  const folders = { coming: join(folder.path, "coming"), present: join(folder.path, "present") };
  const databases = [[folders.coming, restored], [folders.present, present]] as const;
  for (const [path, rows] of databases) {
    await Deno.mkdir(path);
    await createFilled(join(path, "sundial.sqlite"), { run: { state: "succeeded", followed: 1 } });
    using database = new DatabaseSync(join(path, "sundial.sqlite"));
    database.exec("pragma foreign_keys = off; begin; delete from flow_link");
    for (const [table, values] of Object.entries(rows)) {
      const [usual] = database.prepare(`select * from ${table}`).all();
      database.exec(`delete from ${table}`);
      for (const row of values) insertRow(database, table, { ...usual, ...row });
    }
    database.exec("commit");
  }
  fill(folders);
  const [path, other] = databases.map(([path]) => join(path, "sundial.sqlite")) as [string, string];
  const options = { path, present: other, restored: { from: "x", parts: ["database"] } };
  readyDatabase({ ...options, now });
  const once = await readTables(path);
  readyDatabase({ ...options, now });
  // Secrets are sealed anew.
  const masked = (tables: unknown) => JSON.parse(JSON.stringify(tables).replaceAll(/s1:[^"\\]*/g, "s1:"));
  assert.deepEqual(masked(await readTables(path)), masked(once), "repeating it changes nothing");
  // deno-lint-ignore no-explicit-any -- rows of any table
  return once as Record<string, any[]>;
}

const flow = (id: number) => ({
  id,
  task_id: 1,
  run_id: 10 * id,
  attempt: 1,
  stopped_at: null,
  started_at: id,
});
const run = (id: number, state: string, more: Record<string, SQLInputValue> = {}) => ({
  ...{ id, state, followed: 0, task_name: "export", queued_at: id, due_at: null, nominal_at: null },
  ...{
    kind: "task",
    started_at: id,
    stop_outcome: null,
    flow_run_id: null,
    flow_attempt: null,
    finished_at: state === "succeeded" ? id : null,
    ...more,
  },
});

Deno.test("restored flows: nothing follows what was not decided at the time of the backup", async () => {
  const inFlow = (id: number) => ({ flow_run_id: id, flow_attempt: 1 });
  const { flow_run, run: runs } = await ready({
    flow_run: [flow(1), flow(2), flow(3), flow(4)],
    run: [
      run(10, "succeeded", { ...inFlow(1), followed: 1 }),
      run(20, "queued", inFlow(2)),
      run(30, "waiting_for_approval", inFlow(3)),
      run(40, "running", inFlow(4)),
    ],
  });
  assert.deepEqual(flow_run!.map(({ stopped_at }) => stopped_at), [null, now, now, now]);
  assert.deepEqual(runs!.map(({ state, skip_reason }) => [state, state === "skipped" && skip_reason]), [
    ["succeeded", false],
    ["skipped", "missed"],
    ["skipped", "missed"],
    ["interrupted", false],
  ]);
});

Deno.test("restored runs: those that were live at the time of the backup are interrupted, and not tried again", async () => {
  const live = [
    run(2, "running", { task_id: 7 }),
    run(4, "running", { task_id: 8 }),
    run(5, "starting", { task_id: 7 }),
  ];
  const { run: runs, task } = await ready({
    task: [{ id: 7, last_run_id: 1 }, { id: 8, last_run_id: 6, last_started_at: 6, last_outcome: "failed" }],
    run: [
      ...live,
      run(9, "running", { task_id: 9 }),
      run(10, "running", { kind: "pull", subscription_id: 1 }),
    ],
  }, { run: [run(9, "running", { task_id: 9 })] });
  assert.deepEqual(runs!.map(({ id, state, finished_at }) => [id, state, finished_at]), [
    [2, "interrupted", now],
    [4, "interrupted", now],
    [5, "interrupted", now],
    [9, "running", null],
    // The start ends it, with what it has left half done.
    [10, "running", null],
  ]);
  assert.deepEqual(
    task!.map((
      { last_run_id, last_started_at, last_outcome },
    ) => [last_run_id, last_started_at, last_outcome]),
    [
      [5, 5, "interrupted"],
      [6, 6, "failed"],
    ],
  );
});

Deno.test("restored triggers: what happened until now starts no task", async () => {
  const { task_trigger, trigger_event } = await ready({});
  assert.deepEqual(task_trigger!.map(({ seen, created_at }) => [seen, created_at]), [[null, now]]);
  assert.deepEqual(trigger_event, []);
});

Deno.test("restored flows: a run that continues stays in its flow run only if that is the one of the backup", async () => {
  const same = flow(1);
  const live = [
    run(11, "running", { flow_run_id: 1, flow_attempt: 1 }),
    run(21, "running", { flow_run_id: 2, flow_attempt: 1 }),
    run(31, "starting", { flow_run_id: 3, flow_attempt: 1 }),
  ];
  const { run: runs, flow_run, run_output } = await ready({
    flow_run: [same, flow(2)],
    run: [run(10, "succeeded", { followed: 1 }), run(21, "succeeded", { followed: 1 })],
    run_output: [{ run_id: 10, files: 0 }, { run_id: 21, files: 1 }],
  }, {
    flow_run: [same, { ...flow(2), started_at: 7 }, flow(3)],
    run: live,
    run_output: [],
  });
  assert.deepEqual(runs!.map(({ id, state, flow_run_id }) => [id, state, flow_run_id]), [
    [10, "succeeded", null],
    [11, "running", 1],
    [21, "running", null],
    [31, "starting", null],
  ]);
  assert.deepEqual(flow_run!.map(({ id, stopped_at }) => [id, stopped_at]), [[1, now], [2, null]]);
  // Its end stores outputs of its own.
  assert.deepEqual(run_output!.map(({ run_id }) => run_id), [10]);
});

Deno.test("restored outputs: files that another run has left are not those of a run of the backup", async () => {
  const runs = (name: string) =>
    [1, 2].map((id) => run(id, "succeeded", { followed: 1, task_name: id === 2 ? name : "x" }));
  const outputs = [1, 2, 3].map((run_id) => ({ run_id, files: 4 }));
  const { run_output } = await ready(
    { run: [...runs("export"), run(3, "succeeded", { followed: 1 })], run_output: outputs },
    { run: runs("another"), run_output: [] },
  );
  assert.deepEqual(run_output!.map(({ run_id, files }) => [run_id, files]), [[1, 4], [2, 0], [3, 4]]);
});

/** A run that continues, with the content that it gets. */
const started = (id: number, trigger: number) =>
  run(id, "running", { request_json: JSON.stringify({ arguments: [], trigger }) });
const triggerOf = ({ request_json }: { request_json: string }) => JSON.parse(request_json).trigger;

Deno.test("restored contents: a run that continues keeps what started it, for its next attempt", async () => {
  const { trigger_content, run: runs } = await ready(
    { run: [], trigger_content: [{ id: 1, run_id: 1, bytes: 1 }, { id: 2, run_id: 1, bytes: 2 }] },
    {
      // The content of the second was sent again, and was the first's.
      run: [started(5, 2), started(6, 3)],
      trigger_content: [
        { id: 1, run_id: 1, bytes: 1 },
        { id: 2, run_id: 9, bytes: 2 },
        { id: 3, run_id: 6, bytes: 3 },
        { id: 4, run_id: 4, bytes: 4 },
      ],
    },
  );
  assert.deepEqual(trigger_content!.map(({ bytes, run_id }) => [bytes, run_id]), [[1, 1], [2, 5], [3, 6]]);
  const bytes = new Map(trigger_content!.map((row) => [row.id, row.bytes]));
  assert.deepEqual(runs!.map((row) => bytes.get(triggerOf(row))), [2, 3]);
});

Deno.test("restored contents: none takes the ID of another in the backup of another panel", async () => {
  const content = (id: number, run_id: number, of: string) => ({
    id,
    run_id,
    content_sealed: of,
    created_at: of.length,
  });
  const { trigger_content, webhook_delivery, run: runs } = await ready({
    run: [],
    trigger_content: [content(1, 1, "theirs")],
    // The content of the second is gone.
    webhook_delivery: [{ id: 1, content_id: 1 }, { id: 2, content_id: 2 }],
  }, {
    run: [started(5, 1), started(6, 2), started(7, 8)],
    trigger_content: [content(1, 5, "ours"), content(2, 6, "also ours")],
  });
  const contents = new Map(trigger_content!.map(({ id, content_sealed }) => [id, content_sealed]));
  assert.deepEqual(webhook_delivery!.map(({ content_id }) => contents.get(content_id)), [
    "theirs",
    undefined,
  ]);
  assert.deepEqual(runs!.map((row) => contents.get(triggerOf(row))), ["ours", "also ours", undefined]);
  assert.equal(triggerOf(runs![2]), undefined);
});

Deno.test("restored contents: what a run that continues gets can be opened with the key of the backup", async () => {
  const sealers: Record<string, Sealer> = {};
  const { trigger_content, run: runs } = await ready({ run: [] }, {
    run: [started(5, 2)],
    trigger_content: [{ id: 2, run_id: 5 }],
  }, (folders) => {
    const own = new Sealer(folders.present);
    sealers["coming"] = new Sealer(folders.coming);
    for (const sealer of [own, sealers["coming"]]) sealer.ensureKey();
    using database = new DatabaseSync(join(folders.present, "sundial.sqlite"));
    database.prepare("update trigger_content set content_sealed = ?").run(own.seal("body", "trigger"));
    const request = {
      trigger: 2,
      sealed: own.seal("values", "run"),
      sealedParameters: own.seal("secrets", "run"),
    };
    database.prepare("update run set request_json = ?").run(JSON.stringify(request));
  });
  const sealer = sealers["coming"]!;
  const content = trigger_content!.find(({ run_id }) => run_id === 5);
  assert.equal(sealer.open(content.content_sealed, "trigger"), "body");
  const { sealed, sealedParameters } = JSON.parse(runs![0].request_json);
  assert.equal(sealer.open(sealed, "run"), "values");
  assert.equal(sealer.open(sealedParameters, "run"), "secrets");
});

Deno.test("restored webhooks: secret and address are those of now, and what was accepted since is not accepted again", async () => {
  const task = (id: number, created_at = id) => ({ id, created_at });
  const hook = (task_id: number, key: string, created_at = task_id) => ({ task_id, key, created_at });
  const receipt = (task_id: number, receipt: string) => ({ task_id, receipt });
  const openWith = async (hasKey: boolean) => {
    const sealers: Record<string, Sealer> = {};
    const found = await ready({
      // The third has been made anew, the fourth removed, and the fifth and sixth are not those of now.
      task: [task(1), task(3), task(4), task(5)],
      webhook: [1, 2, 3, 4, 5, 6].map((id) => ({ ...hook(id, `then ${id}`), secret_sealed: `of ${id}` })),
      webhook_receipt: [receipt(1, "before"), receipt(4, "before")],
      webhook_delivery: [{ id: 1, task_id: 1 }, { id: 4, task_id: 4 }],
    }, {
      task: [task(1), task(3), task(4), task(5, 55)],
      // The second task is in the trash.
      webhook: [hook(1, "then 1"), hook(2, "then 2"), hook(3, "now 3", 33), hook(5, "now 5", 55)],
      webhook_receipt: [receipt(1, "since"), receipt(5, "elsewhere")],
    }, (folders) => {
      const own = sealers["present"] = new Sealer(folders.present);
      own.ensureKey();
      if (hasKey) (sealers["coming"] = new Sealer(folders.coming)).ensureKey();
      using database = new DatabaseSync(join(folders.present, "sundial.sqlite"));
      for (const id of [1, 2, 3, 5]) {
        database.prepare("update webhook set secret_sealed = ? where task_id = ?")
          .run(own.seal(`now ${id}`, "webhook"), id);
      }
    });
    const sealer = sealers["coming"] ?? sealers["present"]!;
    const secretOf = (sealed: string) => sealed.startsWith("s1:") ? sealer.open(sealed, "webhook") : sealed;
    assert.deepEqual(
      found["webhook"]!.map(({ task_id, key, secret_sealed }) => [task_id, key, secretOf(secret_sealed)]),
      [
        [1, "then 1", "now 1"],
        [2, "then 2", "now 2"],
        [3, "now 3", "now 3"],
        [5, "then 5", "of 5"],
        [6, "then 6", "of 6"],
      ],
    );
    assert.deepEqual(found["webhook_receipt"]!.map(({ receipt }) => receipt), ["before", "since"]);
    assert.deepEqual(found["webhook_delivery"]!.map(({ task_id }) => task_id), [1]);
  };
  await openWith(false);
  await openWith(true);
});
