// Changes that the started panel has acknowledged are there after kill -9, and after a loss of power at any point of
// the write-ahead log.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FailingCalls, hasCompiler } from "../support/failing_calls.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const KILLS = byLength(2, 50);
const CLIENTS = 16;
const CUT_BYTES = byLength(8 * 1024, 64 * 1024);
const ignore = !await hasCompiler("failing writes of the panel");

Deno.test("acknowledged changes: none is lost by kill -9, or half there when the write-ahead log is cut", async () => {
  const random = seededRandom(3);
  await using scene = await PanelScene.open();
  const acknowledged = new Map<number, string>();
  const count = { changes: 0 };
  for (let n = 0; n < KILLS; n++) {
    const writing = Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => write(scene, `${n}-${client}`, acknowledged, count)),
    );
    const enough = count.changes + 1 + random() * byLength(40, 400);
    await until("changes to be acknowledged", () => count.changes >= enough, 5);
    await scene.panel.kill();
    await writing;
    if (n === KILLS - 1) await cutLog(scene);
    await scene.restart("SIGKILL");
    const stored = new Map(
      scene.query<{ id: number; name: string }>("select id, name from task").map(
        ({ id, name }) => [id, name],
      ),
    );
    for (const [id, name] of acknowledged) assert.equal(stored.get(id), name, `the task ${id} is lost`);
  }
  scene.assertIntact();
  reportFigure("acknowledged changes", `${count.changes} of ${CLIENTS} clients, ${KILLS} kills, none lost`);
});

/** Creates and renames tasks until the panel is killed; counts the changes that it has acknowledged. */
async function write(
  { panel }: PanelScene,
  prefix: string,
  acknowledged: Map<number, string>,
  count: { changes: number },
): Promise<void> {
  for (let n = 0;; n++) {
    try {
      const name = `${prefix}-${n}`;
      const { id } = await panel.request("POST", "/tasks", { name, command: "true", schedules: "manual" });
      acknowledged.set(id, name);
      count.changes++;
      const renamed = `${name} renamed`;
      // From here on either name is right, until the response has arrived.
      acknowledged.delete(id);
      const response = await panel.send("PATCH", `/tasks/${id}`, { name: renamed });
      if (!response.ok) throw new Error(await response.text());
      await response.body?.cancel();
      acknowledged.set(id, renamed);
      count.changes++;
    } catch {
      return; // killed
    }
  }
}

/** Copies of the database whose log ends at any point open, and contain complete changes in order. */
async function cutLog(scene: PanelScene): Promise<void> {
  await using folder = await temporaryFolder();
  const copy = join(folder.path, "copy.sqlite");
  const log = Deno.readFileSync(scene.path("sundial.sqlite-wal"));
  let [before, cuts] = [0, 0];
  for (let end = Math.max(0, log.length - CUT_BYTES); end <= log.length; end += 512) {
    Deno.copyFileSync(scene.path("sundial.sqlite"), copy);
    Deno.writeFileSync(`${copy}-wal`, log.subarray(0, end));
    using database = new DatabaseSync(copy);
    assert.equal(database.prepare("pragma quick_check").get()?.["quick_check"], "ok", `cut at ${end}`);
    const tasks = Number(database.prepare("select count(*) as n from task").get()?.["n"]);
    assert.ok(tasks >= before, `cut at ${end}: ${tasks} tasks after ${before}`);
    before = tasks;
    cuts++;
  }
  reportFigure("write-ahead log", `cut at ${cuts} points, complete each time`);
}

Deno.test(
  "failing writes: whichever write fails, a change is there or not, the panel continues and retrying works",
  { ignore },
  async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, "data");
    await Deno.mkdir(dataDir);
    const calls = (await FailingCalls.build(folder.path, dataDir))!;
    await using scene = await PanelScene.open({ dataDir, environment: calls.environment });
    let [points, rejected] = [0, 0];
    for (const failure of ["ENOSPC", "EIO"] as const) {
      for (let nth = 1; nth <= byLength(6, 60); nth++) {
        calls.arm(nth, failure);
        const name = `${failure} ${nth}`;
        const created = await scene.panel.send("POST", "/tasks", {
          name,
          command: "exit 7",
          schedules: "manual",
        });
        const text = await created.text();
        const started = await runOnce(scene, created.ok ? JSON.parse(text).id : null);
        const { failed } = calls.disarm();
        if (failed !== null) points++;
        if (!created.ok) {
          rejected++;
          assert.ok(
            [503, 507].includes(created.status),
            `${failure} at ${nth} (${failed}): ${created.status} ${text}`,
          );
        }
        const stored = scene.query<{ id: number }>(`select id from task where name = '${name}'`);
        assert.equal(stored.length, created.ok ? 1 : 0, `${failure} at ${nth} (${failed})`);
        if (started !== null) await scene.reaches(started, "failed", "interrupted");
        await healthy(scene);
        const retried = await scene.panel.send("POST", "/tasks", {
          name: "retry",
          command: "true",
          schedules: "manual",
        });
        assert.equal(retried.status, 201, await retried.text());
      }
    }
    scene.assertIntact();
    reportFigure("failing writes", `${points} points, ${rejected} changes rejected, none half done`);
  },
);

async function runOnce({ panel }: PanelScene, id: number | null): Promise<number | null> {
  if (id === null) return null;
  const response = await panel.send("POST", "/tasks/run", { ids: [id] });
  const text = await response.text();
  if (!response.ok) {
    assert.ok([503, 507].includes(response.status), text);
    return null;
  }
  if (!JSON.parse(text).results[0].ok) return null;
  return (await panel.request("GET", `/tasks/${id}/runs`)).items[0]?.id ?? null;
}

async function healthy({ panel }: PanelScene): Promise<void> {
  for (let n = 0; n < 300; n++) {
    if ((await panel.request("GET", "/health")).readOnly === null) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the panel stays read-only");
}
