// Nodes that share a list of dependencies: each installs and removes its own, and judges no other.
import { parse } from "../../server/contract/parsed.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import { dependencyInput, type DependencyState } from "../../server/contract/dependencies.ts";
import type { LiveEvent } from "../../server/contract/events.ts";
import type { RunState } from "../../server/contract/runs.ts";
import { Bus } from "../../server/engine/bus.ts";
import { ChangeScope } from "../../server/engine/change_scope.ts";
import type { Engine } from "../../server/engine/engine.ts";
import { insertQueued } from "../../server/engine/ledger.ts";
import type { Database } from "../../server/engine/store.ts";
import { InstalledPackages } from "../../server/features/dependencies/installed_packages.ts";
import type { Installer } from "../../server/features/dependencies/installers/installer.ts";
import { readOrder } from "../../server/features/dependencies/run_type.ts";
import { Dependencies } from "../../server/features/dependencies/service.ts";
import type { Logger } from "../../server/platform/logger.ts";
import { packagesOf } from "../support/dependency_scene.ts";
import { freshDatabase } from "../support/fresh_database.ts";
import { addNode } from "../support/node_rows.ts";
import { TestClock } from "../support/test_clock.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const fail = (message: string, fields: unknown) => {
  throw new Error(message, { cause: fields });
};
const logger: Logger = { debug() {}, info() {}, warn: fail, error: fail };

/** A node whose installers do what the test says. */
class Node {
  readonly bus = new Bus((error) => {
    throw error;
  });
  /** Packages on its disk, with their versions. */
  readonly disk = new Map<string, string>();
  readonly dependencies: Dependencies;
  lacks: "npm" | null = null;

  constructor(readonly db: Database, readonly clock: TestClock, readonly id: number, folder: string) {
    const inner = packagesOf({})({ root: folder, packages: join(folder, "packages") } as never);
    const installer = {
      find: (names: { key: string }[]) =>
        Promise.resolve(
          new Map(names.flatMap(({ key }) => this.disk.has(key) ? [[key, this.disk.get(key)!]] : [])),
        ),
      tool: () => Promise.resolve({ program: "npm", lacks: this.lacks }),
      directory: null,
    };
    const packages = Object.assign(Object.create(inner) as InstalledPackages, {
      context: inner.context,
      subscriptions: () => Promise.resolve([]),
      installer: () => installer as unknown as Installer,
    });
    const engine = {
      nodeId: id,
      enqueueOther: async (run: never, alongside = () => Promise.resolve()) => {
        return await db.transaction().execute(async (tx) => {
          const runId = await insertQueued(
            tx,
            { ...run as object, now: clock.now(), targetNode: id } as never,
          );
          await (alongside as (tx: unknown, id: number) => Promise<void>)(tx, runId!);
          return runId!;
        });
      },
      stopRun: (runId: number) => this.end(runId, "stopped"),
    };
    this.dependencies = new Dependencies({
      ...{ db, clock, packages, bus: this.bus, logger, logs: folder },
      engine: engine as unknown as Engine,
    });
  }

  async end(runId: number, state: RunState): Promise<void> {
    const at = this.clock.now();
    await this.db.updateTable("run").set({ state, finished_at: at }).where("id", "=", runId)
      .execute();
    this.bus.publish({
      topic: "runs",
      type: "run:finished",
      id: runId,
      version: 0,
      at: new Date(at).toISOString(),
    });
  }

  /** Does what the queued runs of this node ask for. */
  async work(state: RunState = "succeeded"): Promise<number> {
    const runs = await this.db.selectFrom("run").selectAll().where("target_node", "=", this.id)
      .where("finished_at", "is", null).execute();
    for (const run of runs) {
      const { action, name } = readOrder(run)!;
      if (state === "succeeded" && action === "install") this.disk.set(name, `${run.id}.0.0`);
      if (state === "succeeded" && action === "remove") this.disk.delete(name);
      await this.end(run.id, state);
    }
    return runs.length;
  }

  async queued(): Promise<number> {
    const rows = await this.db.selectFrom("run").select("id").where("target_node", "=", this.id)
      .where("finished_at", "is", null).execute();
    return rows.length;
  }
}

interface Scene {
  db: Database;
  clock: TestClock;
  a: Node;
  b: Node;
  add(name: string): Promise<number>;
  states(id: number): Promise<(DependencyState | null)[]>;
}

async function withNodes(test: (scene: Scene) => Promise<void>): Promise<void> {
  const db = await freshDatabase();
  await using folder = await temporaryFolder();
  const clock = new TestClock(1_800_000_000_000);
  const [a, b] = [
    new Node(db, clock, await addNode(db, "a", { role: "panel" }), folder.path),
    new Node(db, clock, await addNode(db, "b"), folder.path),
  ];
  connect([a, b]);
  try {
    await a.dependencies.open();
    await b.dependencies.open();
    await test({
      ...{ db, clock, a, b },
      async add(name) {
        const [one] = await a.dependencies.create(
          [parse(dependencyInput, { type: "node", name, remarks: "" })],
          "person",
          true,
        );
        return one!.id;
      },
      async states(id) {
        const { state, nodes } = await b.dependencies.get(id);
        return [state, ...nodes!.map((node) => node.state)];
      },
    });
  } finally {
    await a.dependencies.close();
    await b.dependencies.close();
    await db.destroy();
  }
}

// As the relay does.
function connect(nodes: readonly Node[]): void {
  const relayed = new WeakSet<LiveEvent>();
  for (const node of nodes) {
    node.bus.listen((event) => {
      if (relayed.has(event)) return;
      relayed.add(event);
      for (const other of nodes) if (other !== node) other.bus.publish(event);
    });
  }
}

async function reach(scene: Scene, id: number, expected: (DependencyState | null)[]): Promise<void> {
  let last: unknown;
  await until(`the states ${expected.join(", ")}`, async () => {
    last = await scene.states(id);
    return JSON.stringify(last) === JSON.stringify(expected);
  }).catch((error) => {
    throw new Error(`${error.message}: ${JSON.stringify(last)}`);
  });
}

Deno.test("packages of nodes: the others install a package once it is installed where it was ordered", () =>
  withNodes(async (scene) => {
    const { a, b, db } = scene;
    const id = await scene.add("left-pad");
    await reach(scene, id, ["queued", null, null]);
    assert.deepEqual([await a.queued(), await b.queued()], [1, 0]);
    await a.work();
    await reach(scene, id, ["installed", "installed", "queued"]);
    const [run] = await db.selectFrom("run").selectAll().where("target_node", "=", b.id).execute();
    assert.deepEqual([run!.kind, run!.serial_group], ["dependency", `dependency:node@${b.id}`]);
    await b.work("failed");
    await reach(scene, id, ["installed", "installed", "install_failed"]);
    assert.equal((await a.dependencies.get(id)).nodes![1]!.runId, run!.id);
    // A new order is also one for the node where the last one failed.
    await a.dependencies.reinstall([id], "person");
    await a.work();
    await reach(scene, id, ["installed", "installed", "queued"]);
    await b.work();
    await reach(scene, id, ["installed", "installed", "installed"]);
  }));

Deno.test("packages of nodes: the runs of all nodes say who ordered the package, those of a node that joins later that it did", () =>
  withNodes(async (scene) => {
    const { a, b, db, clock } = scene;
    const as = async <T>(name: string, action: () => Promise<T>) =>
      await new ChangeScope({ kind: "person", id: 1, name }).run(action);
    const id = await as("mira", () => scene.add("left-pad"));
    await a.work();
    await reach(scene, id, ["installed", "installed", "queued"]);
    await b.work();
    await reach(scene, id, ["installed", "installed", "installed"]);
    await as("ada", () => a.dependencies.reinstall([id], "person"));
    await a.work();
    await reach(scene, id, ["installed", "installed", "queued"]);
    await b.work();
    await reach(scene, id, ["installed", "installed", "installed"]);
    const late = new Node(db, clock, await addNode(db, "late"), "/nonexistent");
    await late.dependencies.open();
    await late.dependencies.checked();
    await late.dependencies.close();
    const runs = await db.selectFrom("run").select(["target_node", "cause", "requested_by"]).orderBy("id")
      .execute();
    assert.deepEqual(runs.map(({ target_node, cause, requested_by }) => [target_node, cause, requested_by]), [
      [a.id, "person", "mira"],
      [b.id, "person", "mira"],
      [a.id, "person", "ada"],
      [b.id, "person", "ada"],
      [late.id, "startup", null],
    ]);
  }));

Deno.test("packages of nodes: removing a package removes it everywhere, also where the asked panel lacks it", () =>
  withNodes(async (scene) => {
    const { a, b } = scene;
    const id = await scene.add("left-pad");
    await a.work();
    await reach(scene, id, ["installed", "installed", "queued"]);
    await b.work();
    await reach(scene, id, ["installed", "installed", "installed"]);
    a.disk.clear();
    await a.dependencies.removeOne(id, "person", false);
    await a.work();
    await reach(scene, id, ["deleted", null, "queued"]);
    await b.work();
    await reach(scene, id, ["deleted", null, null]);
    assert.equal(b.disk.size, 0);
  }));

Deno.test("packages of nodes: a node that joins later installs what it lacks, and no other loses the package by it", () =>
  withNodes(async (scene) => {
    const { a, b, db, clock } = scene;
    const id = await scene.add("left-pad");
    await a.work();
    await reach(scene, id, ["installed", "installed", "queued"]);
    await b.work();
    await reach(scene, id, ["installed", "installed", "installed"]);
    const late = new Node(db, clock, await addNode(db, "late"), "/nonexistent");
    await late.dependencies.open();
    await late.dependencies.checked();
    assert.equal(await late.queued(), 1);
    assert.equal((await a.dependencies.get(id)).state, "installed");
    await late.work();
    await until(
      "it to be recorded",
      async () => (await a.dependencies.get(id)).nodes!.every(({ state }) => state === "installed"),
    );
    await late.dependencies.close();
  }));

Deno.test("packages of nodes: without its installer, a node reports that and starts no run", () =>
  withNodes(async (scene) => {
    const { a, b } = scene;
    b.lacks = "npm";
    const id = await scene.add("left-pad");
    await a.work();
    await reach(scene, id, ["installed", "installed", "install_failed"]);
    assert.equal(await b.queued(), 0);
    assert.match((await a.dependencies.get(id)).nodes![1]!.reason!, /npm is not installed/);
  }));

Deno.test("packages of nodes: a run of another node is not judged here, unless the node is lost", () =>
  withNodes(async (scene) => {
    const { a, b, db } = scene;
    const id = await scene.add("left-pad");
    await a.dependencies.close();
    // It ended there, and that panel will say what became of it.
    const [run] = await db.selectFrom("run").selectAll().execute();
    await a.end(run!.id, "succeeded");
    await b.dependencies.checked();
    await reach(scene, id, ["queued", null, null]);
    await db.updateTable("run").set({ state: "lost" }).execute();
    await a.end(run!.id, "lost");
    await reach(scene, id, ["install_failed", null, "queued"]);
    assert.match((await b.dependencies.get(id)).reason!, /node stopped responding/);
  }));

Deno.test("packages of nodes: cancelling stops the installations of all nodes", () =>
  withNodes(async (scene) => {
    const { a } = scene;
    const id = await scene.add("left-pad");
    await a.work();
    await reach(scene, id, ["installed", "installed", "queued"]);
    assert.equal((await a.dependencies.cancel([id]))[0]!.error, null);
    await reach(scene, id, ["installed", "installed", "cancelled"]);
    const [again] = await a.dependencies.cancel([id]);
    assert.equal(again!.error?.code, "dependency_not_busy");
  }));

Deno.test("packages of nodes: a package that is deleted by force goes from every node", () =>
  withNodes(async (scene) => {
    const { a, b } = scene;
    const id = await scene.add("left-pad");
    await a.work();
    await reach(scene, id, ["installed", "installed", "queued"]);
    await b.work();
    await reach(scene, id, ["installed", "installed", "installed"]);
    await a.dependencies.removeOne(id, "person", true);
    await a.work("failed");
    await until("its removal", async () => await b.queued() === 1);
    assert.equal((await a.dependencies.list({ page: 1, pageSize: 9 })).total, 0);
  }));
