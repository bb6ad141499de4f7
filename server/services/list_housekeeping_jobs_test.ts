import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { freshSqlite } from "../../tests/support/fresh_database.ts";
import { parseCron } from "../contract/cron/expression.ts";
import { Deciding } from "../engine/deciding.ts";
import { acceptWrites, rejectWrites } from "../../tests/support/reject_writes.ts";
import { systemClock } from "../platform/clock.ts";
import { insertQueued } from "../engine/ledger.ts";
import { Bus } from "../engine/bus.ts";
import { type HousekeepingJob, listHousekeepingJobs } from "./list_housekeeping_jobs.ts";

type Parts = Parameters<typeof listHousekeepingJobs>[1];

/** The jobs of a panel, and what they have called so far. */
async function jobsOf(
  { isShared, isDeciding, ...more }: { isShared: boolean; isDeciding: boolean; [name: string]: unknown },
) {
  const db = await freshSqlite();
  const calls: string[] = [];
  // Records the path of each method that is called, whatever it is.
  const recorder = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => recorder(`${path}.${String(name)}`),
      apply: () => void calls.push(path.slice(1)),
    });
  const foundation = { db, deciding: new Deciding(isDeciding), folder: { installation: "panel" }, ...more };
  const parts = {
    sessions: recorder(".sessions"),
    tokens: recorder(".tokens"),
    log: recorder(".log"),
    imports: recorder(".imports"),
    calendars: recorder(".calendars"),
    windows: recorder(".windows"),
    notifications: recorder(".notifications"),
    backups: recorder(".backups"),
    shared: isShared ? recorder(".shared") : undefined,
    stores: isShared ? recorder(".stores") : undefined,
  };
  return {
    db,
    // only these parts are needed to list the jobs, and to run those below
    jobs: listHousekeepingJobs(foundation as never, parts as unknown as Parts),
    calls,
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

const alone = [
  ...[
    "kept-files",
    "zone-rules",
    "run-outputs",
    "expired-imports",
    "log-retention",
    "task-trash",
    "task-history",
    "calendars",
    "window-files",
    "webhook-deliveries",
  ],
  ...[
    "usual-durations",
    "update-check",
    "expired-sessions",
    "audit-limit",
    "login-log",
    "automatic-backup",
    "disk-room",
    "old-deliveries",
  ],
  ...["expired-tokens", "database-size", "database-copy", "database-check"],
];
const namesOf = (jobs: readonly HousekeepingJob[]) => jobs.map(({ name }) => name).sort();

Deno.test("housekeeping: each job is listed once, with a valid schedule and a name in ASCII", async () => {
  for (const isShared of [false, true]) {
    await using panel = await jobsOf({ isShared, isDeciding: true });
    const expected = isShared ? [...alone, "stray-logs", "shared-contents"] : alone;
    assert.deepEqual(namesOf(panel.jobs), expected.toSorted());
    for (const { name, schedule } of panel.jobs) {
      assert.match(name, /^[a-z-]+$/);
      assert.doesNotThrow(() => parseCron(schedule), name);
    }
  }
});

/** Jobs that call one method of a part. */
const calling: Record<string, string> = {
  "expired-imports": "imports.prune",
  "stray-logs": "shared.removeStray",
  "shared-contents": "stores.removeUnused",
  "expired-sessions": "sessions.endExpired",
  "calendars": "calendars.renewDue",
  "window-files": "windows.renewDue",
  "login-log": "log.removeOld",
  "automatic-backup": "backups.backups.makeAutomatic",
  "disk-room": "notifications.checkDisk",
  "old-deliveries": "notifications.deliveries.removeOld",
  "expired-tokens": "tokens.endExpired",
  "database-check": "backups.watch.check",
};

Deno.test("housekeeping: of several panels, only the one that decides does what is shared", async () => {
  for (const isDeciding of [true, false]) {
    await using panel = await jobsOf({ isShared: true, isDeciding });
    for (const { name, run } of panel.jobs) if (Object.hasOwn(calling, name)) await run();
    const everywhere = ["imports.prune", "shared.removeStray"];
    assert.deepEqual(panel.calls.sort(), (isDeciding ? Object.values(calling) : everywhere).toSorted());
  }
});

Deno.test("housekeeping: old logs are removed on a full disk, which keeps flow runs from being ended", async () => {
  await using folder = await temporaryFolder();
  const warnings: string[] = [];
  await using panel = await jobsOf({
    ...{ isShared: false, isDeciding: true, clock: systemClock, bus: new Bus(() => assert.fail()) },
    folder: { installation: "panel", logs: folder.path },
    logger: { warn: (text: string) => void warnings.push(text) },
    settings: { current: () => ({ logRetentionDays: 30, logKeepRuns: null }) },
  });
  const { db } = panel;
  const flow = await db.insertInto("flow_run")
    .values({ task_id: 1, run_id: 1, started_at: 1, graph_json: "[]", stopped_at: 2 }).returning("id")
    .executeTakeFirstOrThrow();
  const source = { kind: "debug" as const, name: "t" };
  await db.transaction().execute((tx) => insertQueued(tx, { source, cause: "person", now: 1 }));
  await db.updateTable("run").set({ state: "succeeded", finished_at: 2, log_path: "old.log" }).execute();
  await Deno.writeTextFile(join(folder.path, "old.log"), "");
  const full = [{ table: "flow_run", actions: ["update"] as const }];
  await rejectWrites(db, full);
  const job = panel.jobs.find(({ name }) => name === "log-retention");
  await job?.run();
  assert.equal(existsSync(join(folder.path, "old.log")), false);
  assert.deepEqual(warnings, ["failed to end flow runs in which nothing goes on"]);
  const endedAt = async () =>
    (await db.selectFrom("flow_run").select("ended_at").where("id", "=", flow.id).executeTakeFirst())
      ?.ended_at;
  assert.equal(await endedAt(), null);
  await acceptWrites(db, full);
  await job?.run();
  assert.notEqual(await endedAt(), null);
});
