import type { Database } from "../../engine/store.ts";
import { containsText } from "../../platform/sql_expressions.ts";

/** Returns tasks whose command, or command before or after, contains a text, oldest first. */
export async function findTasksWithText(db: Database, text: string) {
  return await db.selectFrom("task")
    .select(["id", "name", "enabled", "command", "before_command", "after_command", "working_directory"])
    .where((where) =>
      where.or(
        (["command", "before_command", "after_command"] as const).map((column) =>
          containsText(where.ref(column), text)
        ),
      )
    ).orderBy("id").execute();
}

/** Returns the name of a variable; undefined if there is none. */
export async function findVariableName(db: Database, id: number): Promise<string | undefined> {
  return (await db.selectFrom("variable").select("name").where("id", "=", id).executeTakeFirst())?.name;
}

/** Returns those of the names that variables have. */
export async function findDefinedNames(db: Database, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.selectFrom("variable").select("name").distinct().where("name", "in", [...names])
    .execute();
  return new Set(rows.map(({ name }) => name));
}
