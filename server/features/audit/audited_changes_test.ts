import assert from "node:assert/strict";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { ChangeScope } from "../../engine/change_scope.ts";
import { changesDetail } from "./audited_changes.ts";

const nobody = { kind: "panel", id: null, name: null } as const;
const entry = {
  ...{ task_id: 5, at: 1_000, type: "updated" as const, changes_json: "[]" },
  ...{ author_kind: "panel" as const, author_id: null, author_name: null },
};
const change = { field: "enabled", from: false, to: true };

Deno.test("audited changes: lists what was committed, not what was rolled back or belongs to others", async () => {
  await using db = await freshDatabase();
  const { id } = await db.insertInto("task_history").values({
    ...entry,
    changes_json: JSON.stringify([change]),
  })
    .returning("id").executeTakeFirstOrThrow();
  const { id: other } = await db.insertInto("task_history").values({ ...entry, at: 2_000 }).returning("id")
    .executeTakeFirstOrThrow();
  const scope = new ChangeScope(nobody);
  scope.history.push({ id, task_id: 5, at: 1_000 }, { id: other, task_id: 5, at: 1_000 }, {
    ...{ id: 999, task_id: 5, at: 1_000 },
  });
  assert.deepEqual(await changesDetail(db, scope), { changes: [{ kind: "task", name: "#5", ...change }] });
  assert.deepEqual(await changesDetail(db, new ChangeScope(nobody)), {});
});

Deno.test("audited changes: long values are cut off, and changes beyond the limit are left out", async () => {
  await using db = await freshDatabase();
  const scope = new ChangeScope(nobody);
  const of = { kind: "settings", name: null } as const;
  scope.changes.push({ ...of, field: "a", from: "x".repeat(400), to: Array.from({ length: 200 }, () => 1) });
  const { changes, moreChanges } = await changesDetail(db, scope);
  assert.deepEqual([changes![0]!.from, String(changes![0]!.to).length, moreChanges], [
    `${"x".repeat(299)}…`,
    300,
    undefined,
  ]);
  const control = "\u202e".repeat(250);
  scope.changes.push(...Array.from({ length: 9 }, () => ({ ...of, field: "b", from: control, to: null })));
  const limited = await changesDetail(db, scope);
  assert.equal(limited.moreChanges, true);
  assert.ok(limited.changes!.length < 5, "as long as they are when control characters are escaped");
});
