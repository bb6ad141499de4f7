import assert from "node:assert/strict";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { changeDependency, insertDependency } from "./store.ts";

Deno.test("dependency store: the result of an earlier run changes nothing once another is ordered", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const row = { type: "node", name: "dayjs", remarks: "", subscription_id: null, act: "install" } as const;
  const times = { created_at: 0, updated_at: 0, version: 1 };
  const id = await db.transaction().execute((tx) =>
    insertDependency(tx, { ...row, ...times, state: "cancelled" })
  );
  const order = async (runId: number, act: "install" | "remove") => {
    const changes = { run_id: runId, act, state: "queued" } as const;
    await changeDependency(db, { id, from: ["cancelled", "installed"] }, changes);
  };
  const installed = { state: "installed" } as const;
  await order(1, "install");
  assert.notEqual(await changeDependency(db, { id, runId: 1, from: ["queued"] }, installed), null);
  await order(2, "remove");
  assert.equal(await changeDependency(db, { id, runId: 1, from: ["queued"] }, installed), null);
  const { state } = await db.selectFrom("dependency").select("state").where("id", "=", id)
    .executeTakeFirstOrThrow();
  assert.equal(state, "queued");
});
