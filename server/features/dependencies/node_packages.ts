// Keeps the packages of this node equal to those of the list that all nodes share. Used only where several nodes share it.
import type { Base } from "../../engine/base.ts";
import type { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import type { RunRow } from "../../engine/store.ts";
import { dependencyMessages, installerMissing } from "./dependency_messages.ts";
import { nextStep, type Step } from "./follow_order.ts";
import type { InstalledPackages } from "./installed_packages.ts";
import { nameOf } from "./name_of.ts";
import * as records from "./node_store.ts";
import { type EndedRun, type PackageOutcome, readOutcome, sweepDeno } from "./package_outcome.ts";
import { type PackageJob, packageRequest, readOrder } from "./run_type.ts";
import { dependencyActions, isBusy } from "./states.ts";
import * as store from "./store.ts";

export interface NodePackagesOptions extends Pick<Base, "db" | "clock" | "logger"> {
  publisher: EventPublisher;
  packages: InstalledPackages;
  engine: Pick<Engine, "enqueueOther" | "nodeId">;
  /** Directory of all logs. */
  logs: string;
}

/** What a node knows of a package before a step. */
interface Seen {
  record: records.NodeRecord | undefined;
  /** Version that is on this node now. */
  version: string | null;
  isStart: boolean;
}

export class NodePackages {
  constructor(private readonly options: NodePackagesOptions, private readonly nodeId: number) {}

  /** Records what a run that was ordered on this node did. */
  async settled({ id, run_id }: store.DependencyRow, outcome: PackageOutcome): Promise<void> {
    const { db } = this.options;
    if (outcome.state === "deleted") return await records.removeRecord(db, this.nodeId, id);
    await records.saveRecord(db, { ...this.#recordOf(id, run_id), ...outcome, run_id });
  }

  /** Records that a run with which this node follows an order has started or ended. */
  async runChanged(run: RunRow): Promise<void> {
    const { db, clock } = this.options;
    const record = await records.findRecordOfRun(db, this.nodeId, run.id);
    if (!record || !isBusy(record.state)) return;
    const action = readOrder(run)?.action === "remove" ? "remove" : "install";
    if (run.finished_at !== null) return await this.#end(record, action, run);
    const state = action === "remove" ? "deleting" : "installing";
    await records.changeRecordOfRun(db, record, { state, updated_at: clock.now() });
    this.#publish(record.dependency_id);
  }

  /** Ends what a process that is gone has left: runs that ended without it. */
  async catchUp(): Promise<void> {
    const { db } = this.options;
    for (const record of (await records.readRecords(db, this.nodeId)).values()) {
      if (!isBusy(record.state) || record.run_id === null) continue;
      const run = await store.findPackageRun(db, record.run_id);
      if (run && run.finished_at === null) continue;
      const action = run && readOrder(run)?.action === "remove" ? "remove" : "install";
      await this.#end(record, action, run ?? { state: "interrupted", log_path: null });
    }
  }

  /**
   * Installs and removes what the list asks for: all of it, or one package. What failed before is tried again at the start of
   * the node.
   */
  async follow({ id, isStart = false }: { id?: number; isStart?: boolean } = {}): Promise<void> {
    const { db, packages, clock, logger } = this.options;
    const rows = id === undefined
      ? await store.readAll(db)
      : [await store.findDependency(db, id)].flatMap((row) => row ?? []);
    const known = await records.readRecords(db, this.nodeId);
    for (const together of Map.groupBy(rows, (row) => `${row.type} ${row.subscription_id}`).values()) {
      const [{ type, subscription_id }] = together as [store.DependencyRow];
      const found = await packages.installer(type, subscription_id).find(together.map(nameOf));
      for (const row of together) {
        const version = found.get(nameOf(row).key) ?? null;
        const record = known.get(row.id);
        const step = nextStep({ row, record, found: version, now: clock.now(), isStart });
        await this.#take(step, row, { record, version, isStart }).catch((error) =>
          logger.error("failed to bring a package of this node up to date", { error, dependency: row.id })
        );
      }
    }
  }

  async #take(
    step: Step,
    row: store.DependencyRow,
    seen: Seen,
  ): Promise<void> {
    const { db } = this.options;
    const { record, version } = seen;
    if (step === "none") return;
    if (step === "forget") await records.removeRecord(db, this.nodeId, row.id);
    else if (step === "note") {
      const noted = this.#recordOf(row.id, row.run_id);
      await records.saveRecord(db, { ...noted, run_id: record?.run_id ?? null, installed_version: version });
    } else await this.#order(step, row, seen);
    this.#publish(row.id, row.version);
  }

  async #order(
    action: "install" | "remove",
    row: store.DependencyRow,
    { record, version, isStart }: Seen,
  ): Promise<void> {
    const { db, packages, engine } = this.options;
    const next = { ...this.#recordOf(row.id, row.run_id), installed_version: version };
    const { lacks } = await packages.installer(row.type, row.subscription_id).tool();
    if (lacks !== null) {
      // A run would only say the same, at each attempt.
      const reason = installerMissing(lacks).refusal.line[packages.context.language()];
      const state = action === "install" ? "install_failed" : "delete_failed";
      return await records.saveRecord(db, { ...next, state, reason, run_id: record?.run_id ?? null });
    }
    const ordered = row.run_id === null ? undefined : await store.findPackageRun(db, row.run_id);
    const isNew = record !== undefined && record.order_run_id !== row.run_id;
    const job: PackageJob = {
      type: row.type,
      action,
      name: row.name,
      again: isNew && ordered !== undefined && readOrder(ordered)?.again === true,
      ...(row.subscription_id !== null && { subscriptionId: row.subscription_id }),
      ...(row.type === "deno" && action === "remove" && { beside: await store.readBeside(db, row) }),
    };
    // A node that has just joined installs what was ordered long ago.
    const order = isNew || record === undefined && !isStart ? ordered : undefined;
    const request = packageRequest(job, order?.cause ?? "startup", this.nodeId);
    await engine.enqueueOther(
      { ...request, requestedBy: order?.requested_by ?? null },
      async (tx, run_id) => {
        await records.saveRecord(tx, { ...next, state: "queued", run_id });
      },
    );
  }

  async #end(record: records.NodeRecord, action: "install" | "remove", run: EndedRun): Promise<void> {
    const { db, clock, packages, logs } = this.options;
    const row = await store.findDependency(db, record.dependency_id);
    if (!row) return await records.removeRecord(db, this.nodeId, record.dependency_id);
    const outcome = await readOutcome({ packages, logs }, row, { action, run });
    if (outcome.state === "deleted") {
      await records.removeRecord(db, this.nodeId, row.id);
      await sweepDeno({ db, packages }, row);
    } else await records.changeRecordOfRun(db, record, { ...outcome, updated_at: clock.now() });
    this.#publish(row.id, row.version);
  }

  #recordOf(dependency_id: number, order_run_id: number | null): records.NodeRecord {
    return {
      ...{ node_id: this.nodeId, dependency_id, order_run_id, run_id: null },
      ...{ state: "installed", installed_version: null, reason: null },
      updated_at: this.options.clock.now(),
    };
  }

  #publish(id: number, version = 0): void {
    this.options.publisher.publish("dependencies", "dependency:changed", id, version);
  }
}

/** Ends the operation of a package whose run ended where nobody can check the result: on a node that is gone. */
export async function settleUnseen(
  { db, clock, packages, publisher }: Pick<NodePackagesOptions, "db" | "clock" | "packages" | "publisher">,
  row: store.DependencyRow,
  state: RunRow["state"],
): Promise<void> {
  const messages = dependencyMessages[packages.context.language()];
  const isDone = state === "succeeded";
  const wasStopped = state === "stopped" || state === "skipped";
  const next = row.act === "install"
    ? isDone ? "installed" : wasStopped ? "cancelled" : "install_failed"
    : isDone
    ? "deleted"
    : wasStopped
    ? "installed"
    : "delete_failed";
  const version = await store.changeDependency(db, { id: row.id, from: dependencyActions.end.from }, {
    state: next,
    reason: isDone || wasStopped ? null : messages.nodeLost,
    updated_at: clock.now(),
  });
  if (version !== null) publisher.publish("dependencies", "dependency:changed", row.id, version);
}
