// Speed of the task list, memory use and startup time of the panel, each compared with a bare server.
import { join } from "node:path";
import { migrations } from "../../server/migrations/list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../server/platform/database.ts";
import { columnDefaults } from "../../server/features/tasks/task_rows.ts";
import { readyAddress } from "../support/panel_process.ts";
import { residentBytes } from "./resident_bytes.ts";
import { startShipped } from "./shipped_panel.ts";
import { percentile, timeEach } from "./statistics.ts";

const REQUESTS = 400;
const AT_ONCE = 4;

export interface ServerFigures {
  readyMs: number;
  /** Two seconds after startup. */
  residentBytes: number;
  /** A minute later: V8 frees memory used only for startup after some idle time. */
  idleBytes: number;
  p95Ms: number;
}

/** Measures the bare server. */
export async function measureBare(): Promise<ServerFigures> {
  const startedAt = performance.now();
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", join(import.meta.dirname!, "bare_server.ts")],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const address = await readyAddress(process.stdout);
  const readyMs = performance.now() - startedAt;
  const memory = await readMemory(process.pid);
  const times = await timeEach(REQUESTS, AT_ONCE, async () => await (await fetch(`${address}/items`)).json());
  process.kill("SIGKILL");
  await process.status;
  return { readyMs, ...memory, p95Ms: percentile(times, 0.95) };
}

/** Measures the panel with a number of tasks in its list; none of them is due. */
export async function measurePanel(tasks: number): Promise<ServerFigures> {
  const dataDir = await Deno.makeTempDir();
  try {
    await fill(join(dataDir, "sundial.sqlite"), tasks);
    await using panel = await startShipped({ dataDir, setUp: true });
    const memory = await readMemory(panel.pid);
    await panel.logIn();
    const lastPage = Math.max(1, Math.floor(tasks / 20));
    const times = await timeEach(
      REQUESTS,
      AT_ONCE,
      (index) => panel.json(`/api/tasks?sort=name&page=${1 + (index * 37) % lastPage}`),
    );
    return { readyMs: panel.readyMs, ...memory, p95Ms: percentile(times, 0.95) };
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

async function fill(path: string, tasks: number): Promise<void> {
  const db = openDatabase<Tables>(path);
  await migrateDatabase(db, migrations);
  const now = Date.now();
  const later = now + 365 * 86_400_000;
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < tasks; index++) {
      const task = { name: `task ${index}`, command: `echo ${index}`, schedules_json: '["0 0 1 1 *"]' };
      const due = { cursor_at: now, next_due_at: later, created_at: now, updated_at: now };
      await tx.insertInto("task").values({ ...columnDefaults, ...task, ...due, pinned: 0, version: 1 })
        .execute();
    }
  });
  await db.destroy();
}

async function readMemory(pid: number): Promise<Pick<ServerFigures, "residentBytes" | "idleBytes">> {
  await pass(2_000);
  const resident = await residentBytes(pid);
  await pass(60_000);
  return { residentBytes: resident, idleBytes: await residentBytes(pid) };
}

function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
