// Watches the runs of installers, and stores the state of packages after each run and once after startup.
import { dependencyStates, type DependencyType, dependencyTypes } from "../../contract/dependencies.ts";
import type { Base } from "../../engine/base.ts";
import type { RunRow } from "../../engine/store.ts";
import type { Timer } from "../../platform/clock.ts";
import { dependencyMessages } from "./dependency_messages.ts";
import { isHalfDone, restoreDirectory } from "./installers/keep_directory.ts";
import { nameOf } from "./name_of.ts";
import { NodePackages, type NodePackagesOptions, settleUnseen } from "./node_packages.ts";
import { type EndedRun, readOutcome, sweepDeno } from "./package_outcome.ts";
import { isOfNode, type PackageJob, readOrder } from "./run_type.ts";
import { busyStates, dependencyActions, isBusy } from "./states.ts";
import * as store from "./store.ts";

/** How often a node checks its packages, should an event be lost or an installer appear. */
const FOLLOW_MS = 5 * 60_000;
/** A run that ended so long ago without a result will not get one from its node (ms). */
const ABANDONED_MS = 2 * 60_000;

export interface WatchOptions extends NodePackagesOptions, Pick<Base, "bus"> {
  removeOf(subscriptionId: number): Promise<void>;
  /** Queues the repair of what an installer left half done. */
  repair(which: Pick<PackageJob, "type" | "subscriptionId">): Promise<void>;
}

export class DependencyWatch {
  /** Null on a single machine. */
  readonly #node: NodePackages | null;
  #timer: Timer | undefined;
  /** Serialized, so that the last stored state is the last observed one. */
  #work: Promise<void> = Promise.resolve();
  #check: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => {};
  #closed = false;

  constructor(private readonly options: WatchOptions) {
    const { nodeId } = options.engine;
    this.#node = nodeId === null ? null : new NodePackages(options, nodeId);
  }

  async open(): Promise<void> {
    const { db, bus, logger } = this.options;
    const active = (await store.readActivePackageRuns(db)).filter((run) => this.#isOwn(run));
    await this.#restore(new Set(active.map((run) => readOrder(run)?.type)));
    await this.#removeOrphans();
    this.#stopListening = bus.listen(({ type, id, taskId }) => {
      if (type === "subscription:deleted") this.#removeOf(id);
      // Most runs are those of tasks, and each would cost queries on every panel.
      if (taskId !== undefined) return;
      if (type === "run:started" || type === "run:finished" || type === "run:skipped") this.#follow(id);
      if (type === "dependency:changed" && this.#node) this.#queue(() => this.#node!.follow({ id }));
    });
    await this.#catchUpAll();
    if (this.#node) {
      this.#check = this.#queue(async () => {
        await this.#node!.catchUp();
        await this.#node!.follow({ isStart: true });
      });
      return this.#arm();
    }
    this.#check = this.#checkAll().catch((error) =>
      logger.warn("failed to check the installed packages", { error })
    );
  }

  // Serialized with the results of runs, so that a package is not ordered twice.
  #queue(action: () => Promise<void>): Promise<void> {
    return this.#work = this.#work.then(async () => {
      if (!this.#closed) await action();
    }).catch((error) =>
      this.options.logger.warn("failed to bring the packages of this node up to date", { error })
    );
  }

  #arm(): void {
    if (this.#closed) return;
    this.#timer = this.options.clock.after(FOLLOW_MS, () => {
      void this.#queue(async () => {
        await this.#removeOrphans();
        await this.#catchUpAll();
        await this.#node?.follow();
      }).finally(() => this.#arm());
    });
  }

  #isOwn(run: RunRow): boolean {
    return isOfNode(run, this.options.engine.nodeId);
  }

  async #catchUpAll(): Promise<void> {
    const { db, logger } = this.options;
    for (const row of await store.readInStates(db, busyStates)) {
      await this.#catchUp(row).catch((error) =>
        logger.error("failed to save the result of a package run", { error, dependency: row.id })
      );
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    this.#stopListening();
    await Promise.all([this.#work, this.#check]);
  }

  async checked(): Promise<void> {
    await this.#check;
  }

  // The engine recovers active runs and reports their end; they must be left alone.
  async #restore(busy: ReadonlySet<DependencyType | undefined>): Promise<void> {
    const { packages } = this.options;
    const own = await packages.subscriptions();
    const installers = [
      ...dependencyTypes.map((type) => ({ type, installer: packages.installer(type) })),
      ...own.map((id) => ({ type: "python" as const, installer: packages.installer("python", id) })),
    ];
    for (const { type, installer: { directory } } of installers) {
      if (directory !== null && !busy.has(type)) await restoreDirectory(directory);
    }
  }

  // The last process may have died between the end of a run and storing its outcome.
  async #catchUp(row: store.DependencyRow): Promise<void> {
    const run = row.run_id === null ? undefined : await store.findPackageRun(this.options.db, row.run_id);
    if (!run) {
      const interrupted = { state: "interrupted" as const, log_path: null };
      if (this.#node) await settleUnseen(this.options, row, interrupted.state);
      else await this.#settle(row, interrupted);
    } else if (run.finished_at !== null) {
      if (this.#isOwn(run)) await this.#settle(row, run);
      else if (isGone(run, this.options.clock.now())) await settleUnseen(this.options, row, run.state);
    }
  }

  #follow(runId: number): void {
    this.#work = this.#work.then(() => this.#poll(runId)).catch((error) =>
      this.options.logger.error("failed to save the result of a package run", {
        error,
        run: runId,
      })
    );
  }

  // The environments of subscriptions that were deleted while their packages could not be removed.
  async #removeOrphans(): Promise<void> {
    const { db, packages } = this.options;
    const known = await store.readSubscriptionIds(db);
    for (const id of [...await packages.subscriptions(), ...await store.readOwners(db)]) {
      if (!known.has(id)) await this.options.removeOf(id);
    }
  }

  #removeOf(subscriptionId: number): void {
    this.#work = this.#work.then(() => this.options.removeOf(subscriptionId)).catch((error) =>
      this.options.logger.error("failed to remove the packages of a subscription", {
        error,
        subscription: subscriptionId,
      })
    );
  }

  async #poll(runId: number): Promise<void> {
    const { db } = this.options;
    const run = await store.findPackageRun(db, runId);
    if (!run) return;
    const isOwn = this.#isOwn(run);
    if (isOwn && run.finished_at !== null) await this.#repairIfNeeded(run);
    if (isOwn) await this.#node?.runChanged(run);
    const row = await store.findOfRun(db, runId);
    if (!row) return;
    // The others know better, unless they are gone.
    if (!isOwn) {
      if (isGone(run, this.options.clock.now())) await settleUnseen(this.options, row, run.state);
      return;
    }
    if (run.finished_at === null) await this.#begin(row);
    // It is already, when the start of a short run was announced only with its end.
    else if (isBusy(row.state)) await this.#settle(row, run);
  }

  // Queued with the installers of its type, so that none runs meanwhile. The repair itself never needs a
  // repair.
  async #repairIfNeeded(run: RunRow): Promise<void> {
    const order = readOrder(run);
    if (order === null || order.action === "repair" || this.#closed) return;
    const { directory } = this.options.packages.installer(order.type, order.subscriptionId);
    if (directory !== null && isHalfDone(directory)) await this.options.repair(order);
  }

  async #begin({ id, act, run_id: runId }: store.DependencyRow): Promise<void> {
    const state = act === "install" ? "installing" : "deleting";
    await this.#write({ id, runId, from: dependencyActions.begin.from }, { state });
  }

  async #settle(row: store.DependencyRow, run: EndedRun & Partial<RunRow>): Promise<void> {
    const outcome = await readOutcome(this.options, row, { action: row.act, run });
    await this.#node?.settled(row, outcome);
    if (outcome.state === "delete_failed" && readOrder(run)?.force === true) return await this.drop(row.id);
    // Someone may have ordered something else while this looked at what is installed.
    await this.#write({ id: row.id, runId: row.run_id, from: dependencyActions.end.from }, outcome);
    if (outcome.state === "deleted") await sweepDeno(this.options, row);
  }

  /** Takes a package off the list; where several nodes have it, each still removes its own. */
  async drop(id: number): Promise<void> {
    const { db, publisher } = this.options;
    if (this.#node) {
      return await this.#write({ id, from: dependencyStates }, { state: "deleted", act: "remove" });
    }
    await store.removeDependencies(db, [id]);
    publisher.publish("dependencies", "dependency:changed", id, 0);
  }

  async #checkAll(): Promise<void> {
    const { db, packages } = this.options;
    const rows = await store.readInStates(db, ["installed"]);
    for (const together of Map.groupBy(rows, (row) => `${row.type} ${row.subscription_id}`).values()) {
      const [{ type, subscription_id }] = together as [store.DependencyRow];
      const found = await packages.installer(type, subscription_id).find(together.map(nameOf));
      for (const row of together) await this.#compare(row, found.get(nameOf(row).key) ?? null);
    }
  }

  // The package was reinstalled since the list was read, so this result is outdated.
  async #compare({ id, version, installed_version }: store.DependencyRow, found: string | null) {
    if (this.#closed || found === installed_version) return;
    const messages = dependencyMessages[this.options.packages.context.language()];
    const gone = { state: "install_failed" as const, reason: messages.gone };
    await this.#write({ id, version, from: dependencyActions.miss.from }, {
      installed_version: found,
      ...(found === null && gone),
    });
  }

  async #write(
    seen: store.SeenDependency,
    columns: Parameters<typeof store.changeDependency>[2],
  ): Promise<void> {
    const { db, clock, publisher } = this.options;
    const version = await store.changeDependency(db, seen, { ...columns, updated_at: clock.now() });
    if (version !== null) publisher.publish("dependencies", "dependency:changed", seen.id, version);
  }
}

// Nobody on its node will store the result.
function isGone({ state, finished_at }: RunRow, now: number): boolean {
  return finished_at !== null &&
    (state === "lost" || state === "skipped" || finished_at < now - ABANDONED_MS);
}
