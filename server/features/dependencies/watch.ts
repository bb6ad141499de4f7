// Watches the runs of installers, and stores the state of packages after each run and once after startup.
import { rm } from "node:fs/promises";
import { type DependencyType, dependencyTypes } from "../../contract/dependencies.ts";
import type { Bus, EventPublisher } from "../../engine/bus.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import { dependencyMessages } from "./dependency_messages.ts";
import type { InstalledPackages } from "./installed_packages.ts";
import { isHalfDone, restoreDirectory } from "./installers/keep_directory.ts";
import { readTail, reasonInLog } from "./log_reason.ts";
import { nameOf } from "./name_of.ts";
import { type PackageJob, readOrder } from "./run_type.ts";
import { busyStates, dependencyActions, type EndState, stateAfter } from "./states.ts";
import * as store from "./store.ts";

const TAIL_BYTES = 64 * 1024;

export interface WatchOptions {
  db: Database;
  clock: Clock;
  bus: Bus;
  logger: Logger;
  publisher: EventPublisher;
  packages: InstalledPackages;
  /** Directory of all logs. */
  logs: string;
  /** Removes the packages of a deleted subscription. */
  removeOf(subscriptionId: number): Promise<void>;
  /** Queues the repair of what an installer left half done. */
  repair(which: Pick<PackageJob, "type" | "subscriptionId">): Promise<void>;
}

export class DependencyWatch {
  readonly #options: WatchOptions;
  /** Serialized, so that the last stored state is the last observed one. */
  #work: Promise<void> = Promise.resolve();
  #check: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => {};
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { db, bus, logger } = this.#options;
    const active = await store.readActivePackageRuns(db);
    await this.#restore(new Set(active.map((run) => readOrder(run)?.type)));
    await this.#removeOrphans();
    this.#stopListening = bus.listen(({ type, id, taskId }) => {
      if (type === "subscription:deleted") this.#removeOf(id);
      // Most runs are those of tasks, and each would cost queries on every panel.
      if (taskId !== undefined) return;
      if (type === "run:started" || type === "run:finished" || type === "run:skipped") this.#follow(id);
    });
    for (const row of await store.readInStates(db, busyStates)) {
      await this.#catchUp(row).catch((error) =>
        logger.error("failed to save the result of a package run", { error, dependency: row.id })
      );
    }
    this.#check = this.#checkAll().catch((error) =>
      logger.warn("failed to check the installed packages", { error })
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    await Promise.all([this.#work, this.#check]);
  }

  async checked(): Promise<void> {
    await this.#check;
  }

  // The engine recovers active runs and reports their end; they must be left alone.
  async #restore(busy: ReadonlySet<DependencyType | undefined>): Promise<void> {
    const { packages } = this.#options;
    const own = await packages.subscriptions();
    const installers = [
      ...dependencyTypes.map((type) => ({ type, installer: packages.installer(type) })),
      ...own.map((id) => ({ type: "python" as const, installer: packages.installer("python", id) })),
    ];
    for (const { type, installer: { location: directory } } of installers) {
      if (directory !== null && !busy.has(type)) await restoreDirectory(directory);
    }
  }

  // The last process may have died between the end of a run and storing its outcome.
  async #catchUp(row: store.DependencyRow): Promise<void> {
    const run = row.run_id === null ? undefined : await store.findPackageRun(this.#options.db, row.run_id);
    if (!run) await this.#settle(row, { state: "interrupted", log_path: null });
    else if (run.finished_at !== null) await this.#settle(row, run);
  }

  #follow(runId: number): void {
    this.#work = this.#work.then(() => this.#poll(runId)).catch((error) =>
      this.#options.logger.error("failed to save the result of a package run", {
        error,
        run: runId,
      })
    );
  }

  // The environments of subscriptions that were deleted while their packages could not be removed.
  async #removeOrphans(): Promise<void> {
    const { db, packages } = this.#options;
    const known = await store.readSubscriptionIds(db);
    for (const id of [...await packages.subscriptions(), ...await store.readOwners(db)]) {
      if (!known.has(id)) await this.#options.removeOf(id);
    }
  }

  #removeOf(subscriptionId: number): void {
    this.#work = this.#work.then(() => this.#options.removeOf(subscriptionId)).catch((error) =>
      this.#options.logger.error("failed to remove the packages of a subscription", {
        error,
        subscription: subscriptionId,
      })
    );
  }

  async #poll(runId: number): Promise<void> {
    const { db } = this.#options;
    const run = await store.findPackageRun(db, runId);
    if (!run) return;
    if (run.finished_at !== null) await this.#repairIfNeeded(run);
    const row = await store.findOfRun(db, runId);
    if (!row) return;
    if (run.finished_at === null) await this.#begin(row);
    else await this.#settle(row, run);
  }

  // Queued with the installers of its type, so that none runs meanwhile. The repair itself never needs a
  // repair.
  async #repairIfNeeded(run: RunRow): Promise<void> {
    const order = readOrder(run);
    if (order === null || order.action === "repair" || this.#closed) return;
    const { location: directory } = this.#options.packages.installer(order.type, order.subscriptionId);
    if (directory !== null && isHalfDone(directory)) await this.#options.repair(order);
  }

  async #begin({ id, act: action }: store.DependencyRow): Promise<void> {
    const state = action === "install" ? "installing" : "deleting";
    await this.#write({ id, from: dependencyActions.begin.from }, { state });
  }

  async #settle(
    row: store.DependencyRow,
    run: Pick<RunRow, "state" | "log_path"> & Partial<RunRow>,
  ): Promise<void> {
    const { packages, db, publisher } = this.#options;
    const { key } = nameOf(row);
    const found = (await packages.installer(row.type, row.subscription_id).find([nameOf(row)])).get(key) ??
      null;
    // Deno shares fetched files: another package may need them, so their presence does not show that the
    // removal failed.
    const shared = row.type === "deno" && row.act === "remove" && run.state === "succeeded";
    const there = found !== null && !shared;
    const state = stateAfter({ action: row.act, run: run.state, there });
    if (state === "delete_failed" && readOrder(run)?.force === true) {
      await store.removeDependencies(db, [row.id]);
      return publisher.publish("dependencies", "dependency:changed", row.id, 0);
    }
    const reason = await this.#reason(state, run, there);
    await this.#write({ id: row.id, from: dependencyActions.end.from }, {
      state,
      reason,
      installed_version: there ? found : null,
    });
    if (shared) await this.#sweepDeno();
  }

  async #reason(
    state: EndState,
    run: Pick<RunRow, "state" | "log_path">,
    there: boolean,
  ): Promise<string | null> {
    const messages = dependencyMessages[this.#options.packages.context.language()];
    if (state !== "install_failed" && state !== "delete_failed") return null;
    if (run.state === "succeeded") return there ? messages.stillThere : messages.notThere;
    if (run.state === "interrupted") return messages.interrupted;
    const log = run.log_path === null ? "" : await readTail(this.#options.logs, run.log_path, TAIL_BYTES);
    return reasonInLog(log, messages) ?? messages.noReason;
  }

  async #sweepDeno(): Promise<void> {
    const { db, packages } = this.#options;
    const left = (await store.readOfType(db, "deno")).some(({ state }) => state !== "deleted");
    if (!left) await rm(packages.context.places.deno, { recursive: true, force: true });
  }

  async #checkAll(): Promise<void> {
    const { db, packages } = this.#options;
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
    const messages = dependencyMessages[this.#options.packages.context.language()];
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
    const { db, clock, publisher } = this.#options;
    const version = await store.changeDependency(db, seen, { ...columns, updated_at: clock.now() });
    if (version !== null) publisher.publish("dependencies", "dependency:changed", seen.id, version);
  }
}
