// What every distribution promises to the engine, whether one machine is alone or several share a database.
import assert from "node:assert/strict";
import type { Chosen } from "../../server/engine/distribution.ts";
import type { Database } from "../../server/engine/store.ts";
import { DistributionScene, Machine, type MachineOptions, variables } from "./distribution_scene.ts";
import { until } from "./until.ts";

export interface DistributionKind {
  name: string;
  /** Opens an empty database; `url` is null for one machine alone. */
  open(): Promise<{ db: Database; url: string | null; close(): Promise<void> }>;
}

const LIMIT = 3;
const CAPACITY = 2;

function machinesOf(isAlone: boolean, limit: number): MachineOptions[] {
  const panel = { role: "panel", pools: [], capacity: CAPACITY, limit } as const;
  if (isAlone) return [{ ...panel, name: "alone", pools: ["default"] }];
  const worker = { role: "worker", capacity: CAPACITY, limit } as const;
  return [
    { ...panel, name: "one" },
    { ...panel, name: "two" },
    { ...worker, name: "a", pools: ["default", "blue"] },
    { ...worker, name: "b", pools: ["default"] },
  ];
}

export async function withMachines(
  kind: DistributionKind,
  test: (scene: DistributionScene) => Promise<void>,
  { limit = LIMIT, speed = 1 } = {},
): Promise<void> {
  const { db, url, close } = await kind.open();
  const machines = machinesOf(url === null, limit).map((one) => new Machine({ db, url, speed }, one));
  const scene = new DistributionScene(db, machines);
  try {
    await scene.open();
    await test(scene);
  } finally {
    await scene.close();
    await close();
  }
}

export function testDistribution(kind: DistributionKind): void {
  const define = (
    name: string,
    test: (scene: DistributionScene) => Promise<void>,
    options: { limit?: number } = {},
  ) => Deno.test(`distribution of ${kind.name}: ${name}`, () => withMachines(kind, test, options));

  // deno-lint-ignore require-await -- a test of the same kind as the others
  define("one panel decides once it is open", async ({ machines }) => {
    const deciding = machines.filter(({ distribution }) => distribution.isDeciding);
    assert.equal(deciding.length, 1);
    assert.deepEqual(deciding[0]!.decisions, ["begin first"]);
    assert.deepEqual(machines.flatMap(({ decisions }) => decisions), ["begin first"], "nobody else began");
    const ids = machines.map(({ distribution }) => distribution.nodeId);
    assert.deepEqual(ids.map((id) => id === null), machines.map(() => machines.length === 1));
    assert.equal(new Set(ids).size, ids.length);
  });

  define("the panel that decides ends that when it closes, and another begins", async (scene) => {
    const { decides } = scene;
    await scene.stop(decides);
    assert.equal(decides.decisions.at(-1), "end");
    const others = scene.panels.filter((one) => one !== decides);
    for (const other of others) {
      await until("another panel to decide", () => other.distribution.isDeciding, 10);
      assert.deepEqual(other.decisions, ["begin"], "it is not the first");
      const [id] = await scene.enqueue(1, { through: other }) as [number];
      await scene.end(id);
    }
  });

  define("panels that stop and start decide in turn, never two at once", async (scene) => {
    const isDeciding = ({ distribution }: Machine) => distribution.isDeciding;
    const hasStarted = (one: Machine) => isDeciding(one) && one.decisions.at(-1)?.startsWith("begin");
    for (let round = 0; round < 3; round++) {
      const { decides } = scene;
      await scene.stop(decides);
      await scene.start(decides);
      await until("a panel to decide", () => scene.panels.some(hasStarted), 10);
      assert.equal(scene.panels.filter(isDeciding).length, 1);
    }
    for (const panel of scene.panels) {
      // Ending twice is the same as ending once.
      const words = panel.decisions.map((decision) => decision.split(" ")[0])
        .filter((word, at, all) => word !== "end" || all[at - 1] !== "end");
      assert.deepEqual(words, words.map((_, at) => at % 2 === 0 ? "begin" : "end"));
      assert.equal(words.at(-1) === "begin", isDeciding(panel));
    }
  });

  define("a queued run is started once, with its variables, and its end is learned", async (scene) => {
    const [id] = await scene.enqueue(1) as [number];
    const machine = await scene.running(id);
    assert.ok(scene.serving("default").includes(machine));
    assert.deepEqual(await machine.local.prepared(id)?.variables?.(), variables);
    let isOver = false;
    const ended = scene.decides.placer.ended(id).then(() => isOver = true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(isOver, false);
    await scene.end(id);
    await ended;
    assert.equal((await scene.row(id)).state, "succeeded");
    await scene.decides.placer.ended(id);
    assert.deepEqual(scene.machines.flatMap(({ local }) => local.started), [id]);
  });

  define("never more runs are live than the limit, and each is started once", async (scene) => {
    const ids = await scene.enqueue(8);
    const waiting = new Set(ids);
    while (waiting.size > 0) {
      const live = Math.min(LIMIT, waiting.size);
      await until("as many as may run", () => scene.live === live, 10);
      const [id] = [...waiting].filter((one) => scene.machineOf(one) !== null) as [number];
      await scene.end(id);
      waiting.delete(id);
      assert.ok(scene.live <= LIMIT);
    }
    const started = scene.machines.flatMap(({ local }) => local.started);
    assert.deepEqual(started.toSorted((a, b) => a - b), ids);
    for (const id of ids) assert.equal((await scene.row(id)).state, "succeeded");
  });

  define("no machine has more runs than it can take", async (scene) => {
    await scene.enqueue(2 * CAPACITY + 2);
    const isAlone = scene.machines.length === 1;
    // A machine alone takes as many as the limit allows.
    const most = isAlone ? 2 * CAPACITY + 2 : CAPACITY;
    const all = scene.serving("default").length * most;
    await until("as many as they can take", () => scene.live === all, 10);
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const { local } of scene.machines) assert.ok(local.mostAtOnce <= most);
    assert.equal(scene.live, all);
    const openings = await scene.decides.distribution.openings([]);
    assert.equal(openings === null, isAlone, "a machine alone can always start what the queue allows");
  }, { limit: 10 });

  define(
    "a run goes to a machine of its pool, and one that none serves does not delay others",
    async (scene) => {
      const [nowhere] = await scene.enqueue(1, { pool: "red" }) as [number];
      const [blue] = await scene.enqueue(1, { pool: "blue" }) as [number];
      assert.ok(scene.serving("blue").includes(await scene.running(blue)));
      const isAlone = scene.machines.length === 1;
      await scene.reaches(nowhere, isAlone ? "running" : "queued");
    },
  );

  define("of two claims of one run, one has it; what is no longer queued is not claimed", async (scene) => {
    const { decides, db } = scene;
    // Nobody is told, so that the queue does not claim them.
    const quiet = { distribution: { wake() {} } } as unknown as Machine;
    const ids = await scene.enqueue(2, { pool: "red", through: quiet });
    await db.updateTable("run").set({ start_after: Date.now() + 3_600_000 }).execute();
    await db.updateTable("run").set({ state: "skipped", finished_at: 1 }).where("id", "=", ids[1]!).execute();
    const node = scene.serving("default")[0]!.distribution.nodeId;
    const chosen = await Promise.all(ids.map(async (id): Promise<Chosen> => {
      const run = { ...await scene.row(id), node_id: node };
      const spec = () => {
        throw new Error("nothing is started");
      };
      return { run, prepared: { logFolder: null, maxAtOnce: 1, timeLimitMs: null, spec } };
    }));
    const claims = await Promise.all([decides.placer.claim(chosen), decides.placer.claim(chosen)]);
    assert.deepEqual(claims.flat(), [ids[0]]);
  });

  define("a stop reaches the machine that runs it; what is not live is not stopped", async (scene) => {
    const [id] = await scene.enqueue(1) as [number];
    const machine = await scene.running(id);
    const [later] = await scene.enqueue(1, {
      ...{ pool: "red", through: { distribution: { wake() {} } } as unknown as Machine },
    }) as [number];
    for (const panel of scene.panels.slice(-1)) {
      assert.deepEqual(await panel.placer.stop([id], "timed_out"), [id]);
      assert.deepEqual(await panel.placer.stop([later], "stopped"), []);
    }
    assert.equal((await scene.reaches(id, "timed_out")).stop_outcome, "timed_out");
    assert.deepEqual(machine.local.stopped, [[id, "timed_out"]]);
    await scene.decides.placer.ended(id);
    assert.deepEqual(await scene.decides.placer.stop([id], "stopped"), [], "it has ended");
  });

  define("runs that are live at a restart still hold their slots", async (scene) => {
    const ids = await scene.enqueue(LIMIT);
    for (const id of ids) await scene.running(id);
    const [waiting] = await scene.enqueue(1) as [number];
    const { decides } = scene;
    const live = new Map(decides.local.live.map((id) => [id, decides]));
    await scene.stop(decides);
    await scene.start(decides);
    await until("a panel to decide", () => scene.decides.distribution.isDeciding, 10);
    for (const id of live.keys()) assert.equal(scene.machineOf(id), decides, "it was adopted");
    scene.decides.distribution.wake();
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal((await scene.row(waiting)).state, "queued");
    await scene.end(ids[0]!);
    await scene.running(waiting);
    const started = scene.machines.flatMap(({ local }) => local.started);
    assert.equal(started.filter((id) => live.has(id)).length, 0, "none was started again");
    assert.equal(new Set(started).size, started.length);
  });

  define("a run that was claimed and never began is started once after a restart", async (scene) => {
    const [machine] = scene.serving("blue") as [Machine];
    machine.local.isDying = true;
    const [id] = await scene.enqueue(1, { pool: "blue" }) as [number];
    await until("it to be taken", async () => (await scene.row(id)).boot_id !== null, 10);
    await scene.stop(machine);
    await scene.start(machine);
    assert.equal(await scene.running(id), machine);
    assert.deepEqual(machine.local.started, [id]);
    await scene.end(id);
  }, { limit: 1 });

  define("changes of plans, and what was enqueued, reach who decides from every panel", async (scene) => {
    for (const [index, panel] of scene.panels.entries()) {
      panel.distribution.planChanged({ column: "task_id", id: index }, 5);
      panel.distribution.planChanged({ column: "task_id", id: index }, null);
      const wanted = [`plan ${index} 5`, `plan ${index} null`];
      await until(
        "the changes",
        () => wanted.every((one) => scene.decides.decisions.includes(one)),
        10,
      );
      const [id] = await scene.enqueue(1, { through: panel }) as [number];
      await scene.end(id);
    }
  });
}
