import assert from "node:assert/strict";
import { freshDatabase } from "../../../../tests/support/fresh_database.ts";
import { HISTORY_DAYS } from "../../../contract/limits/tasks.ts";
import { removeOldHistory } from "./remove_old_history.ts";

const NOW = Date.parse("2027-01-04T12:00:00Z");
const OLD = NOW - HISTORY_DAYS * 86_400_000;

async function openHistory(entries: readonly [taskId: number, at: number][]) {
  const db = await freshDatabase();
  const values = entries.map(([task_id, at]) => ({
    ...{ task_id, at, type: "updated" as const, changes_json: "[]" },
    ...{ author_kind: "panel" as const, author_id: null, author_name: null },
  }));
  for (let start = 0; start < values.length; start += 400) {
    await db.insertInto("task_history").values(values.slice(start, start + 400)).execute();
  }
  let pauses = 0;
  const remove = (max?: number) =>
    removeOldHistory({
      ...{ db, now: NOW, pause: () => Promise.resolve(void pauses++) },
      ...(max !== undefined && { max }),
    });
  const remaining = async () =>
    (await db.selectFrom("task_history").select(["task_id", "at"]).orderBy("id").execute())
      .map(({ task_id, at }) => [task_id, at]);
  return { db, remove, remaining, pausesOf: () => pauses };
}

Deno.test("history retention: entries of a year ago are removed in batches, newer ones stay", async () => {
  const old = Array.from(
    { length: 1_200 },
    (_, index): [number, number] => [index % 7 + 1, OLD - 1_200 + index],
  );
  const { db, remove, remaining, pausesOf } = await openHistory([...old, [1, OLD], [2, NOW]]);
  await remove();
  assert.deepEqual(await remaining(), [[1, OLD], [2, NOW]]);
  assert.ok(pausesOf() >= 2);
  await db.destroy();
});

Deno.test("history retention: each task keeps its newest entries, whatever the others have", async () => {
  const { db, remove, remaining } = await openHistory([
    ...[[1, NOW - 4], [3, NOW - 4], [1, NOW - 3], [1, NOW - 2]] as [number, number][],
    ...[[9, NOW - 1], [1, NOW - 1], [3, NOW]] as [number, number][],
  ]);
  await remove(2);
  assert.deepEqual(await remaining(), [
    [3, NOW - 4],
    [1, NOW - 2],
    [9, NOW - 1],
    [1, NOW - 1],
    [3, NOW],
  ]);
  await db.destroy();
});
