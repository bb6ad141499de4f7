import assert from "node:assert/strict";
import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import { stoppingEntry } from "./stopped_by.tsx";

function entry(id: number, act: string, object: string): AuditEntry {
  const actor = { kind: "person" as const, id: 1, name: "admin" };
  return {
    id,
    at: "2026-01-01T00:00:00.000Z",
    actor,
    ip: null,
    act,
    object,
    detail: {},
    changes: [],
    moreChanges: false,
    hash: "",
  };
}

Deno.test("stopped by: the first request that names the run or its task", () => {
  const entries = [
    entry(4, "runs.stop", "#12"),
    entry(3, "tasks.stop", "#1, #7"),
    entry(2, "tasks.stop", "#12"),
    entry(1, "runs.stop", "#7"),
  ];
  assert.equal(stoppingEntry(entries, { id: 12, taskId: 7 })?.id, 3);
  assert.equal(stoppingEntry(entries, { id: 12, taskId: 70 })?.id, 4);
  assert.equal(stoppingEntry(entries, { id: 9, taskId: null }), undefined);
});
