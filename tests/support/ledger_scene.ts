// The ledger over an in-memory database.
import type { RunState } from "../../server/contract/runs.ts";
import { insertQueued } from "../../server/engine/ledger.ts";
import type { Database, RunRow, Tx } from "../../server/engine/store.ts";
import type { TaskRow } from "../../server/migrations/task_tables.ts";
import { columnDefaults } from "../../server/features/tasks/task_rows.ts";
import { taskSource } from "../../server/features/tasks/task_source.ts";
import { freshDatabase } from "./fresh_database.ts";

export class LedgerScene implements AsyncDisposable {
  protected constructor(readonly db: Database) {}

  static async open(): Promise<LedgerScene> {
    const db = await freshDatabase();
    return new LedgerScene(db);
  }

  async inTransaction<T>(action: (tx: Tx) => Promise<T>): Promise<T> {
    return await this.db.transaction().execute(action);
  }

  async addTask(
    columns: Partial<Pick<TaskRow, "enabled" | "retry_json" | "placement_pool" | "placement_mode">> = {},
  ): Promise<TaskRow> {
    const fixed = {
      name: "t",
      command: "true",
      schedules_json: '"manual"',
      pinned: 0,
      created_at: 0,
      updated_at: 0,
      cursor_at: 0,
      version: 1,
    } as const;
    return await this.db.insertInto("task").values({ ...columnDefaults, ...fixed, ...columns }).returningAll()
      .executeTakeFirstOrThrow();
  }

  async addRun(task: TaskRow, state: RunState, columns: Partial<RunRow> = {}): Promise<RunRow> {
    const source = { ...taskSource(task), name: columns.task_name ?? task.name };
    const id = await this.inTransaction((tx) => insertQueued(tx, { source, cause: "person", now: 0 }));
    await this.db.updateTable("run").set({ state, ...columns }).where("id", "=", id).execute();
    return await this.run(id!);
  }

  async run(id: number): Promise<RunRow> {
    return await this.db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  }

  async task(id: number): Promise<TaskRow> {
    return await this.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.db.destroy();
  }
}
