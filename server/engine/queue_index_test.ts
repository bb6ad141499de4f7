import assert from "node:assert/strict";
import { freshSqlite } from "../../tests/support/fresh_database.ts";

Deno.test("queue: finds exempt runs by an index while all slots are taken", async () => {
  const db = await freshSqlite();
  try {
    const query = db.selectFrom("run").selectAll()
      .where("task_id", "is", null).where("finished_at", "is", null).where("kind", "in", ["dependency"])
      .compile();
    const plan = await db.executeQuery<{ detail: string }>({
      ...query,
      sql: `explain query plan ${query.sql}`,
    });
    const lines = plan.rows.map(({ detail }) => detail).join("\n");
    assert.match(lines, /USING INDEX run_active_task /, lines);
  } finally {
    await db.destroy();
  }
});
