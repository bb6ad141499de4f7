import assert from "node:assert/strict";
import { freshSqlite } from "../../tests/support/fresh_database.ts";
import { parseCron } from "../contract/cron/expression.ts";
import { Deciding } from "../engine/deciding.ts";
import { type HousekeepingJob, listHousekeepingJobs } from "./list_housekeeping_jobs.ts";

type Parts = Parameters<typeof listHousekeepingJobs>[1];

/** The jobs of a panel, and what they have called so far. */
async function jobsOf({ isShared, isDeciding }: { isShared: boolean; isDeciding: boolean }) {
  const db = await freshSqlite();
  const calls: string[] = [];
  // Records the path of each method that is called, whatever it is.
  const recorder = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => recorder(`${path}.${String(name)}`),
      apply: () => void calls.push(path.slice(1)),
    });
  const foundation = { db, deciding: new Deciding(isDeciding), folder: { installation: "panel" } };
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
