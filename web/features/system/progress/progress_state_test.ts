import assert from "node:assert/strict";
import type { Progress } from "../../../../server/contract/progress.ts";
import { type Found, nextView, type View } from "./progress_state.ts";

const restoring: Progress = {
  kind: "restore",
  step: "restarting",
  percent: null,
  startedAt: "2026-01-01T00:00:00.000Z",
  done: false,
  error: null,
};

function walk(found: Found[], expected: "restore" | null): View[] {
  const views: View[] = [{ phase: "first" }];
  for (const one of found) views.push(nextView(views.at(-1)!, one, expected));
  return views.slice(1);
}

const phases = (views: View[]) => views.map(({ phase }) => phase);

Deno.test("progress: a restore is followed while the panel is down, until the session has ended", () => {
  const views = walk([
    { kind: "progress", current: restoring },
    { kind: "away" },
    { kind: "away" },
    { kind: "signed_out" },
  ], null);
  assert.deepEqual(phases(views), ["working", "away", "away", "done"]);
  assert.deepEqual(views[2], { phase: "away", seconds: 1, kind: "restore" });
  assert.deepEqual(views[3], { phase: "done", kind: "restore", signedOut: true });
});

Deno.test("progress: a panel that is back and knows of no operation has restarted", () => {
  const restart = { ...restoring, kind: "restart" as const };
  const views = walk([{ kind: "progress", current: restart }, { kind: "progress", current: null }], null);
  assert.deepEqual(views.at(-1), { phase: "done", kind: "restart", signedOut: false });
});

Deno.test("progress: ignores an operation that ended before and is not the expected one", () => {
  const backup = {
    kind: "progress" as const,
    current: { ...restoring, kind: "backup" as const, done: true },
  };
  assert.deepEqual(phases(walk([backup], null)), ["nothing"]);
  assert.deepEqual(phases(walk([backup], "restore")), ["nothing"]);
  const running = { ...backup, current: { ...backup.current, done: false } };
  assert.deepEqual(phases(walk([running, backup], null)), ["working", "done"]);
});

Deno.test("progress: displays a failure, and nothing without an operation", () => {
  const error = { code: "storage_full", title: "Disk full", detail: "" };
  const failed = { ...restoring, done: true, error };
  assert.equal(walk([{ kind: "progress", current: failed }], "restore")[0]?.phase, "failed");
  assert.deepEqual(phases(walk([{ kind: "progress", current: null }], null)), ["nothing"]);
  assert.deepEqual(phases(walk([{ kind: "signed_out" }], null)), ["nothing"]);
});
