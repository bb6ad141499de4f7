// A thousand pings a second on the started panel: due times of tasks and of heartbeats are decided as punctually as ever.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Heartbeat } from "../../server/contract/heartbeats.ts";
import { multiplyRows } from "../support/multiply_rows.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, isLong, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";

const PER_SECOND = 1_000;
const SECONDS = byLength(3, 60);
/** A key takes four pings a second in the long run. */
const HEARTBEATS = 400;
const BATCHES_PER_SECOND = 20;
/** Those that get one ping; in the short form, their grace is not over before the flood is. */
const SILENT = byLength(0, 20);
/** The shortest that there is, as grace and as period. */
const MINUTE = 60_000;
const POLL_MS = 200;

Deno.test(`ping flood: ${PER_SECOND} pings a second for ${SECONDS} s put off no due time`, async () => {
  await using scene = await PanelScene.open();
  const notify = { onDown: false, onUp: false };
  await scene.panel.request("POST", "/heartbeats", { name: "flooded", periodMs: 60 * MINUTE, notify });
  await scene.restart("SIGTERM", () => {
    using database = new DatabaseSync(scene.path("sundial.sqlite"));
    multiplyRows(database, "heartbeat", HEARTBEATS - 1, {
      name: "'flooded ' || n",
      key: "lower(hex(randomblob(16)))",
    });
    return Promise.resolve();
  });
  const { panel } = scene;
  const keys = scene.query<{ key: string }>("select key from heartbeat order by id").map(({ key }) => key);
  assert.equal(new Set(keys).size, HEARTBEATS);
  const ping = async (key: string) => await (await fetch(`${panel.address}/ping/${key}`)).text();
  for (let n = 0; n < SILENT; n++) {
    const body = { name: `silent ${n}`, periodMs: MINUTE, graceMs: MINUTE, notify };
    const { key }: Heartbeat = await panel.request("POST", "/heartbeats", body);
    assert.equal(await ping(key), "OK");
  }
  if (SILENT > 0) await new Promise((resolve) => setTimeout(resolve, 2 * MINUTE - SECONDS * 500));
  const taskId = await scene.task("true", { schedules: ["* * * * * *"], overlap: { policy: "allow" } });

  const started = performance.now();
  const responses = new Map<string, number>();
  const pending: Promise<void>[] = [];
  const downAfterMs = new Map<number, number>();
  let [sent, pollAt] = [0, started];
  for (let batch = 1; batch <= SECONDS * BATCHES_PER_SECOND; batch++) {
    for (let n = 0; n < PER_SECOND / BATCHES_PER_SECOND; n++) {
      pending.push(
        ping(keys[sent++ % HEARTBEATS]!).then((text) => {
          responses.set(text, (responses.get(text) ?? 0) + 1);
        }),
      );
    }
    if (performance.now() >= pollAt) {
      pollAt = performance.now() + POLL_MS;
      const { items } = await panel.request("GET", "/heartbeats?state=down&pageSize=50");
      for (const { id, downAt } of items as Heartbeat[]) {
        if (!downAfterMs.has(id)) downAfterMs.set(id, Date.now() - Date.parse(downAt!));
      }
    }
    const waitMs = started + batch * 1_000 / BATCHES_PER_SECOND - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
  }
  await Promise.all(pending);
  const seconds = (performance.now() - started) / 1_000;
  assert.deepEqual([...responses.keys()], ["OK"]);
  await panel.request("POST", "/tasks/disable", { ids: [taskId] });
  await until("no run to be active", async () => await scene.countActive() === 0);
  await until(
    "all pings to be written",
    async () => (await panel.request("GET", "/heartbeats?state=up&pageSize=1")).total === HEARTBEATS,
  );
  const runs = scene.rows(taskId).filter(({ started_at }) => started_at !== null);
  assert.ok(runs.length > 0);
  const lateMs = Math.max(...runs.map(({ due_at, started_at }) => started_at! - due_at!));
  assert.equal(downAfterMs.size, SILENT);
  const downMs = Math.max(0, ...downAfterMs.values());
  // On a machine that does other work, the short form measures that.
  if (isLong) {
    assert.ok(lateMs <= 1_000, `a run began ${lateMs} ms after its due time`);
    assert.ok(downMs <= 1_000 + POLL_MS, `a heartbeat was down ${downMs} ms after its grace`);
  }
  reportFigure(
    "ping flood",
    `${sent} pings in ${
      seconds.toFixed(1)
    } s; a run each second began at most ${lateMs} ms after its due time` +
      (SILENT > 0 ? `, ${SILENT} heartbeats were down at most ${downMs} ms after their grace` : ""),
  );
});
