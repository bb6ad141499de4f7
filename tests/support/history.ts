// What several machines did, measured outside: each run appends a line to a file, and the ledger is compared with it.
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../server/engine/store.ts";

/** One line of the file: a process that was started. */
export interface Start {
  run: number;
  task: number;
  dueAt: number;
  attempt: number;
}

export class History {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, "starts.txt");
  }

  /** A command that records its start in one write, does `then`, and ends. */
  command(then = "true"): string {
    const line = "$SUNDIAL_RUN_ID $SUNDIAL_TASK_ID $SUNDIAL_SCHEDULED_AT $SUNDIAL_ATTEMPT";
    return `echo "${line}" >> '${this.#file}'; ${then}`;
  }

  async starts(): Promise<Start[]> {
    const text = await Deno.readTextFile(this.#file).catch(() => "");
    return text.split("\n").filter((line) => line !== "").map((line) => {
      const [run, task, at = "", attempt] = line.split(" ");
      return { run: Number(run), task: Number(task), dueAt: Date.parse(at), attempt: Number(attempt) };
    });
  }

  /** Returns what is wrong: due times that were started twice or are missing, and runs that never ended. */
  async problems(db: Database, tasks: readonly { id: number; everyMs: number }[]): Promise<string[]> {
    const found: string[] = [];
    const starts = await this.starts();
    const seen = new Set<string>();
    for (const { run, task, dueAt, attempt } of starts) {
      const key = `task ${task} due ${new Date(dueAt).toISOString()} attempt ${attempt}`;
      if (seen.has(key)) found.push(`started twice: ${key} (run ${run})`);
      seen.add(key);
    }
    const byRun = Map.groupBy(starts, ({ run }) => run);
    for (const [run, ofRun] of byRun) {
      if (ofRun.length > 1) found.push(`run ${run} started ${ofRun.length} times`);
    }
    for (const { id, everyMs } of tasks) found.push(...await missing(db, id, everyMs));
    const rows = await db.selectFrom("run").select(["id", "state", "exit_code"])
      .where("task_id", "in", tasks.map(({ id }) => id)).execute();
    for (const { id, state, exit_code } of rows) {
      if (["queued", "starting", "running"].includes(state)) found.push(`run ${id} is still ${state}`);
      if (state === "succeeded" && !byRun.has(id)) found.push(`run ${id} succeeded but never started`);
      if (state === "failed") found.push(`run ${id} failed with ${exit_code}`);
    }
    return found;
  }
}

// Each due time between the first and the last has a row, or is within the range of one that was skipped.
async function missing(db: Database, task: number, everyMs: number): Promise<string[]> {
  const rows = await db.selectFrom("run")
    .select([
      "due_at",
      "due_through",
      "state",
      "skip_reason",
      sql<number>`coalesce(due_count, 1)`.as("count"),
    ])
    .where("task_id", "=", task).where("due_at", "is not", null).orderBy("due_at").execute();
  const found: string[] = [];
  let expected: number | null = null;
  for (const { due_at, due_through, state, skip_reason } of rows) {
    if (due_at === null) continue;
    if (expected !== null && due_at > expected) {
      found.push(
        `task ${task}: nothing due from ${new Date(expected).toISOString()} to ${due_at - expected} ms later`,
      );
    }
    if (state === "skipped" && skip_reason === null) found.push(`task ${task}: skipped without a reason`);
    expected = Math.max(expected ?? 0, (due_through ?? due_at) + everyMs);
  }
  if (rows.length === 0) found.push(`task ${task} was never due`);
  return found;
}
