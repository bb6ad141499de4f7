import type { ScriptTasks } from "../../../contract/references.ts";
import type { StartedByQuery } from "../../../contract/triggers.ts";
import type { Database } from "../../../engine/store.ts";

/** Maximum number of tasks in a response. */
const MAX_TASKS = 200;

export class StartedTasks {
  constructor(private readonly db: Database) {}

  /** Returns the tasks that have a trigger of a source. */
  async by({ type, id }: StartedByQuery): Promise<ScriptTasks> {
    const rows = await this.db.selectFrom("task").select(["id", "name", "enabled"]).where((where) =>
      where.exists(
        where.selectFrom("task_trigger").select("task_trigger.id").whereRef("task_id", "=", "task.id")
          .where("type", "=", type).where("source_id", "=", id),
      )
    ).orderBy("id").limit(MAX_TASKS + 1).execute();
    return {
      tasks: rows.slice(0, MAX_TASKS).map((row) => ({ ...row, enabled: row.enabled === 1 })),
      complete: rows.length <= MAX_TASKS,
    };
  }
}
