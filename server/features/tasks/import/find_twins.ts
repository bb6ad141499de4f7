import type { TaskInput } from "../../../contract/tasks.ts";
import type { Database } from "../../../engine/store.ts";
import { readSchedules } from "../../../engine/replan.ts";

type Twin = Pick<TaskInput, "command" | "schedules">;

/** Gives what two tasks have in common that do the same at the same times. */
export function twinKey({ command, schedules }: Twin): string {
  return JSON.stringify([command.trim(), schedules]);
}

/** Finds the keys of the tasks that have one of these commands. */
export async function findTwins(db: Database, commands: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(commands.map((command) => command.trim()))];
  if (wanted.length === 0) return new Set();
  const rows = await db.selectFrom("task").select(["command", "schedules_json"])
    .where("command", "in", wanted).execute();
  return new Set(
    rows.map(({ command, schedules_json }) =>
      twinKey({ command, schedules: readSchedules({ schedules_json }) })
    ),
  );
}
