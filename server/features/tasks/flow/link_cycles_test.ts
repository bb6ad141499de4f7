import assert from "node:assert/strict";
import { LedgerScene } from "../../../../tests/support/ledger_scene.ts";
import { byLength } from "../../../../tests/support/suite_length.ts";
import { seededRandom } from "../../../../tests/support/seeded_random.ts";
import { AppError } from "../../../contract/app_error.ts";
import type { Upstream } from "../../../contract/flows.ts";
import type { Tx } from "../../../engine/store.ts";
import { writeLinks } from "./flow_graph.ts";
import { checkLinksTogether, type LinkCycle } from "./link_cycles.ts";

function after(ids: readonly number[]): Upstream {
  const tasks = ids.map((taskId) => ({ taskId, outcome: "any" as const }));
  return { tasks, rule: "all", within: "24h", waitMs: 0 };
}

async function link(tx: Tx, id: number, above: readonly number[]): Promise<void> {
  const upstream_json = JSON.stringify(after(above));
  await tx.updateTable("task").set({ upstream_json, name: `task ${id}` }).where("id", "=", id).execute();
  await writeLinks(tx, id, after(above));
}

class Undone extends Error {
  override readonly name = "Undone";
}

/** Returns the cycles that links of many tasks make, and leaves none of these behind. */
async function cyclesOf(scene: LedgerScene, links: ReadonlyMap<number, number[]>): Promise<LinkCycle[]> {
  let cycles: LinkCycle[] = [];
  await assert.rejects(
    scene.inTransaction(async (tx) => {
      cycles = await checkLinksTogether(tx, async () => {
        for (const [id, above] of links) await link(tx, id, above);
      });
      throw new Undone();
    }),
    Undone,
  );
  return cycles;
}

/** Returns whether linking the tasks one by one is rejected, as the form does. */
async function isRejected(scene: LedgerScene, links: ReadonlyMap<number, number[]>): Promise<boolean> {
  try {
    await scene.inTransaction(async (tx) => {
      for (const [id, above] of links) await link(tx, id, above);
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone) return false;
    if (error instanceof AppError && error.issues.every(({ code }) => code === "cycle")) return true;
    throw error;
  }
  throw new Error("nothing was undone");
}

Deno.test("link cycles: of many links at once, as many are rejected as of one after the other", async () => {
  await using scene = await LedgerScene.open();
  const ids: number[] = [];
  for (let n = 0; n < 7; n++) ids.push((await scene.addTask()).id);
  const random = seededRandom(7);
  let found = 0;
  const rounds = byLength(60, 2_000);
  for (let round = 0; round < rounds; round++) {
    const links = new Map(ids.map((id) => [id, ids.filter(() => random() < 0.18)]));
    const cycles = await cyclesOf(scene, links);
    assert.equal(cycles.length > 0, await isRejected(scene, links), JSON.stringify([...links]));
    if (cycles.length > 0) found++;
    for (const { taskId, issue } of cycles) {
      const way = String(issue.params?.["way"]).split(" → ").map((name) =>
        Number(name.slice("task ".length))
      );
      assert.deepEqual([way[0], way.at(-1)], [taskId, taskId]);
      for (const [index, id] of way.entries()) {
        const next = way[index + 1];
        // The way leads down: each task starts after the one before it.
        if (next !== undefined) {
          assert.ok(links.get(next)!.includes(id), `${next} does not start after ${id}`);
        }
      }
      const index = Number(/^upstream\.tasks\.(\d+)\.taskId$/.exec(issue.path)?.[1]);
      assert.equal(links.get(taskId)![index], way.at(-2));
    }
  }
  assert.ok(found > rounds / 10 && found < rounds, `${found} of ${rounds} had a cycle`);
});

Deno.test("link cycles: links that turn round are accepted, and those of others are not looked at", async () => {
  await using scene = await LedgerScene.open();
  const [a, b, c] = [await scene.addTask(), await scene.addTask(), await scene.addTask()].map(({ id }) => id);
  await scene.inTransaction((tx) => link(tx, b!, [a!]));
  assert.deepEqual(await cyclesOf(scene, new Map([[a!, [b!]], [b!, []]])), []);
  assert.equal((await cyclesOf(scene, new Map([[a!, [b!]]]))).length, 1);
  await scene.db.insertInto("task_link").values({ task_id: c!, upstream_id: c! }).execute();
  assert.deepEqual(await cyclesOf(scene, new Map([[a!, []]])), []);
});
