// A valid database with invalid rows: the panel starts, and displays and runs everything that can be.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { invalidRows, lockedSecret, putOddity, replanning } from "../support/invalid_rows.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const DEADLINE_MS = 300_000;
const lists = [
  "/health",
  "/tasks?pageSize=200",
  "/tasks/labels",
  "/views",
  "/runs",
  "/queue",
  "/variables",
  "/variables/labels",
  "/subscriptions",
  "/dependencies",
  "/settings",
  "/backups",
  "/applications",
  "/audit-log",
  "/login-logs",
  "/notifications",
  "/notifications/rules",
  "/notifications/deliveries",
  "/metrics",
];

/**
 * Creates the data folder of an initialized panel with a daily task that was due at four. Returns a cookie.
 */
async function makeFolder(root: string, odd: typeof invalidRows): Promise<string> {
  await using panel = await PanelProcess.start({ dataDir: root });
  await panel.request("POST", "/initialization", { username: "mira", password: "correct horse battery" });
  const task = { command: "true", schedules: ["0 4 * * *"] };
  for (const name of ["plain", "due"]) await panel.request("POST", "/tasks", { ...task, name });
  await panel.request("POST", "/tasks", { ...task, name: "first", schedules: "startup" });
  await panel.end("SIGTERM");
  using database = new DatabaseSync(join(root, "sundial.sqlite"));
  database.exec("pragma foreign_keys = off");
  database.exec("update task set next_due_at = 1, cursor_at = 0 where name in ('plain', 'due')");
  for (const [number, [, statement]] of odd.entries()) putOddity(database, statement, number);
  return panel.cookie;
}

async function responsesOf(panel: PanelProcess): Promise<string[]> {
  const broken: string[] = [];
  for (const list of lists) {
    const response = await panel.send("GET", list);
    const text = await response.text();
    if (response.status !== 200) broken.push(`${list} ${response.status} ${text}`);
  }
  return broken;
}

function hasRun(root: string, name: string): boolean {
  using database = new DatabaseSync(join(root, "sundial.sqlite"), { readOnly: true, timeout: 10_000 });
  return database.prepare(
    "select 1 from task join run on run.task_id = task.id where task.name = ? and run.state = 'succeeded'",
  ).get(name) !== undefined;
}

function failureOf(root: string, name: string): string | null {
  using database = new DatabaseSync(join(root, "sundial.sqlite"), { readOnly: true, timeout: 10_000 });
  const row = database.prepare("select detail from run where task_name = ? and state = 'failed'").get(name);
  return row === undefined ? null : String(row["detail"]);
}

async function inPanel(
  odd: typeof invalidRows,
  action: (panel: PanelProcess, root: string) => Promise<void>,
): Promise<void> {
  await using root = await temporaryFolder();
  const cookie = await makeFolder(root.path, odd);
  await using panel = await PanelProcess.start({ dataDir: root.path, cookie });
  // A panel in an endless loop does not respond.
  const late = setTimeout(() => void panel.kill(), DEADLINE_MS);
  try {
    await action(panel, root.path);
  } catch (error) {
    throw new Error((await panel.kill()).output, { cause: error });
  } finally {
    clearTimeout(late);
  }
}

Deno.test(`invalid rows: with all ${invalidRows.length} of them the panel starts, responds and runs due tasks`, async () => {
  await inPanel(invalidRows, async (panel, root) => {
    assert.deepEqual(await responsesOf(panel), []);
    for (const name of ["plain", "due", "first"]) await until(`${name} has run`, () => hasRun(root, name));
    const { items } = await panel.request("GET", "/tasks?pageSize=200");
    const describe = (schedule: string) =>
      items.find(({ schedules }: { schedules: unknown }) => JSON.stringify(schedules) === schedule);
    for (const schedule of ['["[broken"]', '["61 25 * * *"]', '["{\\"cron\\": 5}"]']) {
      assert.ok(describe(schedule), `${schedule} is not returned unchanged`);
      assert.equal(describe(schedule).nextRunAt, null, `${schedule} is reported as due`);
    }
  });
});

for (const one of replanning) {
  Deno.test(`invalid rows: with ${one[0]} the panel starts and responds`, async () => {
    await inPanel([one], async (panel, root) => {
      assert.deepEqual(await responsesOf(panel), []);
      await until("the startup tasks have run", () => hasRun(root, "first"));
    });
  });
}

Deno.test(`invalid rows: with ${lockedSecret[0]} the panel starts and responds, and runs say why they fail`, async () => {
  await inPanel([lockedSecret], async (panel, root) => {
    assert.deepEqual(await responsesOf(panel), []);
    assert.equal(await until("the startup task has failed", () => failureOf(root, "first")), "secret_locked");
  });
});
