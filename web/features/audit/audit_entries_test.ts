import assert from "node:assert/strict";
import { backupTime, targetCount } from "./audit_entries.tsx";

const count = (object: string | null, detail = {}) => targetCount({ act: "tasks.run", object, detail });

Deno.test("audit entries: the number of targets is the recorded one, or that of the ids in earlier entries", () => {
  assert.equal(count("#1, #2", { count: 46 }), 46);
  assert.equal(count("#1, #2, #3"), 3);
  assert.equal(count("#1"), null);
  assert.equal(count("Backup, #2"), null);
  assert.equal(count(null), null);
  const cutOff = Array.from({ length: 300 }, (_, id) => `#${id}`).join(", ").slice(0, 500);
  assert.equal(count(cutOff), null);
});

Deno.test("audit entries: a backup is named by its time, which is its ID", () => {
  const timeOf = (act: string, object: string | null) => backupTime({ act, object, detail: {} });
  assert.equal(timeOf("backups.remove", "#1795149000000"), "2026-11-20T04:30:00.000Z");
  assert.equal(timeOf("backups.restore", "#1795149000000"), "2026-11-20T04:30:00.000Z");
  assert.equal(timeOf("backups.restore", null), null);
  assert.equal(timeOf("tasks.remove", "#1795149000000"), null);
  assert.equal(timeOf("backups.remove", "#7"), null);
});
