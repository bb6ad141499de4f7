// From the first response of a panel until it is certain to stay, the restore it started with is not
// complete: nothing else may start.
import assert from "node:assert/strict";
import { join } from "node:path";
import { writeJournal } from "../../server/features/backups/restore_journal.ts";
import { realDisk } from "../../server/platform/disk.ts";
import { TestPanel } from "../support/test_panel.ts";

const from = "2026-03-04T12:00:00.000Z";

async function decideRestore(dataDir: string): Promise<void> {
  const staged = "restore-7";
  await Deno.mkdir(join(dataDir, staged));
  await writeJournal(dataDir, {
    ...{ id: 7, staged, before: "before-restore-7", parts: ["config"], coming: [], going: [], from },
    phase: "committed",
  }, realDisk);
}

Deno.test("start: a restore ends once the panel responds, and only then can a backup start", async () => {
  await using panel = await TestPanel.open({}, { prepare: decideRestore });
  const headers = await panel.logIn();
  const progress = async () => {
    const { current: { kind, done, error } } = await panel.request("GET", "/system/progress", { headers });
    return { kind, done, error };
  };
  const request = { headers, body: { parts: ["config"] } };
  assert.deepEqual(await progress(), { kind: "restore", done: false, error: null });
  const early = await panel.send("POST", "/backups", request);
  assert.deepEqual([early.status, (await early.json()).code], [409, "panel_busy"]);
  const put = await panel.request("GET", "/backups", { headers });
  const removal = await panel.send("DELETE", `/backups/${put.items[0].id}`, { headers });
  assert.deepEqual([removal.status, (await removal.json()).code], [409, "panel_busy"]);
  await panel.confirm();
  assert.deepEqual(await progress(), { kind: "restore", done: true, error: null });
  await panel.request("POST", "/backups", request);
});
