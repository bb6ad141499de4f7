import assert from "node:assert/strict";
import type { SubscriptionSchedule } from "../contract/subscriptions.ts";
import { PlannerScene, shortTime } from "../../tests/support/planner_scene.ts";
import { planSubscription, subscriptionKey } from "../features/subscriptions/plan_source.ts";

const HOUR_MS = 3_600_000;

async function add(scene: PlannerScene, name: string, schedule: SubscriptionSchedule): Promise<number> {
  const now = scene.clock.now();
  const { id, next } = await scene.db.transaction().execute(async (tx) => {
    const row = await tx.insertInto("subscription").values({
      ...{
        name,
        type: "public_repository",
        url: "https://example.org/a/b.git",
        branch: "",
        pull_method: null,
      },
      ...{
        username: "",
        password_sealed: null,
        private_key_sealed: null,
        proxy_sealed: null,
        time_zone: null,
      },
      ...{ schedule_json: JSON.stringify(schedule), whitelist: "", blacklist: "", dependency_words: "" },
      ...{
        extensions: "",
        before_command: null,
        after_command: null,
        auto_add: 1,
        auto_delete: 1,
        alias: name,
      },
      ...{ on_change: "keep", review: "automatic", pinned_commit: null, rejected_commit: null, enabled: 1 },
      ...{ cursor_at: now, next_due_at: null, created_at: now, updated_at: now, version: 1 },
    }).returningAll().executeTakeFirstOrThrow();
    return { id: row.id, next: await planSubscription(tx, row, { now, zone: scene.zone }) };
  });
  scene.planner.watch(subscriptionKey(id), next);
  return id;
}

async function ledger(scene: PlannerScene, id: number): Promise<string[]> {
  return (await scene.rows()).filter((row) => row.subscription_id === id).map((row) => {
    const through = row.due_through === null ? "" : `..${shortTime(row.due_through)} ×${row.due_count}`;
    return `${row.state === "skipped" ? `skip ${row.skip_reason}` : row.cause} ${
      shortTime(row.due_at)
    }${through}`;
  });
}

Deno.test("planner: subscriptions are due by cron and by interval, beside tasks with the same IDs", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-08T05:30:00Z" });
  const task = await scene.add({ schedules: ["0 * * * *"] });
  const byCron = await add(scene, "cron", { kind: "cron", rules: ["15 6 * * *"] });
  const byInterval = await add(scene, "interval", { kind: "interval", every: 30, unit: "minutes" });
  await add(scene, "manual", { kind: "manual" });
  assert.equal(task, byCron);
  await scene.start();
  for (let quarter = 0; quarter < 4; quarter++) {
    await scene.advance(HOUR_MS / 4);
    await scene.endAll();
    await scene.db.updateTable("run").set({ finished_at: 1 }).where("state", "=", "succeeded").execute();
  }
  assert.deepEqual(await scene.ledger(task), ["run 03-08T06:00"]);
  assert.deepEqual(await ledger(scene, byCron), ["schedule 03-08T06:15"]);
  assert.deepEqual(await ledger(scene, byInterval), ["schedule 03-08T06:00", "schedule 03-08T06:30"]);
});

Deno.test("planner: catches up with the last pull missed during downtime, and no due time appears twice", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-08T05:30:00Z" });
  const id = await add(scene, "one", { kind: "interval", every: 1, unit: "hours" });
  await scene.start();
  await scene.restart(10 * HOUR_MS);
  assert.deepEqual(await ledger(scene, id), [
    "skip missed 03-08T06:00..03-08T14:00 ×9",
    "missed 03-08T15:00",
  ]);
  await scene.restart(0);
  await scene.setWall(Date.parse("2026-03-08T09:00:00Z"));
  await scene.restart(0);
  const dues = (await scene.rows()).map(({ due_at }) => due_at);
  assert.equal(new Set(dues).size, dues.length);
});

Deno.test("planner: skips a pull that is due while the previous one runs", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-08T05:30:00Z" });
  const id = await add(scene, "one", { kind: "interval", every: 1, unit: "hours" });
  await scene.start();
  await scene.goTo(Date.parse("2026-03-08T06:00:00Z"));
  await scene.advance(HOUR_MS);
  assert.deepEqual(await ledger(scene, id), ["schedule 03-08T06:00", "skip overlap 03-08T07:00"]);
});

Deno.test("planner: runs each pull once when the clock steps forward and back", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-08T05:30:00Z" });
  const id = await add(scene, "one", { kind: "cron", rules: ["0 * * * *"] });
  await scene.start();
  await scene.advance(HOUR_MS);
  await scene.setWall(Date.parse("2026-03-20T05:30:00Z"));
  await scene.setWall(Date.parse("2026-03-08T06:40:00Z"));
  for (const minutes of [20, 60]) {
    await scene.db.updateTable("run").set({ state: "succeeded", finished_at: 1 })
      .where("state", "=", "queued").execute();
    await scene.advance(minutes * 60_000);
  }
  const dues = (await scene.rows()).filter((row) => row.subscription_id === id && row.state !== "skipped")
    .map(({ due_at }) => shortTime(due_at));
  assert.deepEqual(dues.filter((due) => due < "03-09"), ["03-08T06:00", "03-08T07:00", "03-08T08:00"]);
  assert.equal(new Set(dues).size, dues.length);
});
