import { AppError, attempt, type FieldIssue, type ItemResult, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import {
  type Dependency,
  type DependencyAction,
  type DependencyInput,
  type DependencyPatch,
  dependencyStates,
  type DependencyTool,
  type DependencyType,
  dependencyTypes,
  type MissingPackage,
} from "../../contract/dependencies.ts";
import { nameExamples, readPackageName } from "../../contract/dependency_names.ts";
import { readSort } from "../../contract/read_sort.ts";
import { readValues } from "../../contract/read_values.ts";
import type { RunCause } from "../../contract/runs.ts";
import type { List } from "../../contract/shapes.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Tx } from "../../engine/store.ts";
import type { InstalledPackages } from "./installed_packages.ts";
import { nameOf } from "./name_of.ts";
import { readBeside, toDependency } from "./store.ts";
import * as records from "./node_store.ts";
import { type PackageJob, packageRequest } from "./run_type.ts";
import { dependencyActions, isBusy } from "./states.ts";
import * as store from "./store.ts";
import { DependencyWatch } from "./watch.ts";

export interface DependenciesOptions extends Pick<Base, "db" | "clock" | "logger" | "bus"> {
  engine: Engine;
  packages: InstalledPackages;
  /** Directory of all logs. */
  logs: string;
}

export interface DependencyQuery {
  type?: DependencyType | undefined;
  /** States, separated by commas. */
  state?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page: number;
  pageSize: number;
}

const sortFields = ["name", "state", "updatedAt", "createdAt"] as const;

/**
 * Manages the packages that scripts need. Each operation is a run; the resulting state is checked on disk,
 * not assumed.
 */
export class Dependencies {
  readonly #publisher: EventPublisher;
  readonly #watch: DependencyWatch;

  constructor(private readonly options: DependenciesOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
    this.#watch = new DependencyWatch({
      ...options,
      publisher: this.#publisher,
      repair: (which) => this.#repair(which),
      removeOf: (subscriptionId) => this.#removeOf(subscriptionId),
    });
  }

  /**
   * Starts watching the runs of installers, and recovers what the last process left. Call before the engine
   * starts.
   */
  async open(): Promise<void> {
    await this.#watch.open();
  }

  /** Stops watching; resolves when all changes are stored. */
  async close(): Promise<void> {
    await this.#watch.close();
  }

  /** Resolves when the check after startup is complete. */
  async checked(): Promise<void> {
    await this.#watch.checked();
  }

  /** Returns one page, newest first by default. Throws `validation_failed` for an unknown state or sort field. */
  async list({ state, sort, q, ...rest }: DependencyQuery): Promise<List<Dependency>> {
    const states = readValues("state", state, dependencyStates) ??
      dependencyStates.filter((one) => one !== "deleted");
    const { rows, total } = await store.listDependencies(this.options.db, {
      type: rest.type,
      page: rest.page,
      pageSize: rest.pageSize,
      states,
      q: q?.trim() || undefined,
      sort: sort === undefined ? [] : readSort(sort, sortFields),
    });
    return { items: await this.#format(rows), total, page: rest.page, pageSize: rest.pageSize };
  }

  /** Returns one package. Throws `not_found`. */
  async get(id: number): Promise<Dependency> {
    const [one] = await this.#format([await this.#find(id)]);
    return one!;
  }

  async #format(rows: readonly store.DependencyRow[]): Promise<Dependency[]> {
    const { db, engine } = this.options;
    const nodes = engine.nodeId === null ? null : await records.readNodes(db, rows.map(({ id }) => id));
    return rows.map((row) => toDependency(row, nodes?.get(row.id) ?? null));
  }

  /** Returns for each type the tool that installs it, or what is missing. */
  async tools(): Promise<DependencyTool[]> {
    const { packages } = this.options;
    return await Promise.all(
      dependencyTypes.map(async (type) => ({ type, ...await packages.installer(type).tool() })),
    );
  }

  /** Lists packages without installing them: all of them or none. Returns their ids. Throws `validation_failed`. */
  async add(inputs: readonly Parsed<DependencyInput>[]): Promise<number[]> {
    const ids = await this.#add(inputs, (index) => `${index}.name`);
    for (const id of ids) this.#publisher.publish("dependencies", "dependency:changed", id, 1);
    return ids;
  }

  /** Adds packages and queues their installation: all of them or none. Throws `validation_failed`. */
  async create(
    inputs: readonly Parsed<DependencyInput>[],
    cause: RunCause,
    single: boolean,
  ): Promise<Dependency[]> {
    const ids: number[] = [];
    for (const id of await this.#add(inputs, (index) => single ? "name" : `${index}.name`)) {
      await this.#order(id, { action: "install", cause });
      ids.push(id);
    }
    return await Promise.all(ids.map((id) => this.get(id)));
  }

  async #add(inputs: readonly Parsed<DependencyInput>[], at: (index: number) => string): Promise<number[]> {
    const names = inputs.map(({ type, name }) => readPackageName(type, name));
    refuseIf(
      names.flatMap((name, index) =>
        "error" in name ? [wrongName(inputs[index]!, name.error, at(index))] : []
      ),
    );
    return await this.#insert(inputs, at);
  }

  /**
   * Changes the version or the remarks of a package; a changed version is installed. Throws `not_found`,
   * `stale_version`, `validation_failed`, or `dependency_busy` if the version cannot change now.
   */
  async update(
    id: number,
    { name, remarks }: Parsed<DependencyPatch>,
    { expectedVersion, cause }: { expectedVersion: number | null; cause: RunCause },
  ): Promise<Dependency> {
    const { db, clock } = this.options;
    const row = await this.#find(id);
    if (expectedVersion !== null && expectedVersion !== row.version) throw new AppError("stale_version");
    const isOther = name !== undefined && name !== row.name;
    if (isOther) refuseOtherPackage(row, name);
    const { from } = dependencyActions.install;
    if (isOther && !from.some((state) => state === row.state)) throw new AppError("dependency_busy");
    const columns = {
      ...(isOther && { name }),
      ...(remarks !== undefined && { remarks }),
      updated_at: clock.now(),
    };
    const seen = { id, from: isOther ? from : dependencyStates, version: expectedVersion ?? undefined };
    const version = await store.changeDependency(db, seen, columns);
    if (version === null) throw new AppError(changedMeanwhile(expectedVersion, isOther));
    this.#publisher.publish("dependencies", "dependency:changed", id, version);
    if (isOther) await this.#order(id, { action: "install", cause });
    return await this.get(id);
  }

  async reinstall(ids: readonly number[], cause: RunCause): Promise<ItemResult[]> {
    return await attemptAll(ids, (id) => this.#order(id, { action: "install", cause, again: true }));
  }

  /** Stops the operation on packages, on every node, or takes it out of the queue. */
  async cancel(ids: readonly number[]): Promise<ItemResult[]> {
    return await attemptAll(ids, async (id) => {
      const { state, run_id } = await this.#find(id);
      const runs = await records.readBusyRuns(this.options.db, id);
      if (isBusy(state) && run_id !== null) runs.push(run_id);
      if (runs.length === 0) throw new AppError("dependency_not_busy");
      for (const one of runs) await this.options.engine.stopRun(one).catch(asNotBusy);
    });
  }

  /**
   * Removes packages: uninstalls them first, if installed. `force` removes them from the list whatever the
   * outcome.
   */
  async remove(ids: readonly number[], cause: RunCause, force: boolean): Promise<ItemResult[]> {
    return await attemptAll(ids, (id) => this.removeOne(id, cause, force));
  }

  /** Removes one package, see `remove`. Throws `not_found`, or `dependency_busy` unless forced. */
  async removeOne(id: number, cause: RunCause, force: boolean): Promise<void> {
    const row = await this.#find(id);
    if (isBusy(row.state)) {
      if (!force) throw new AppError("dependency_busy");
      if (row.run_id !== null) await this.options.engine.stopRun(row.run_id).catch(asNotBusy);
      return await this.#watch.drop(id);
    }
    if (row.state !== "deleted" && await this.#isThere(row)) {
      return await this.#order(id, { action: "remove", cause, force });
    }
    // The check takes a while: somebody may have reinstalled the package meanwhile.
    if (!await store.removeSeen(this.options.db, row)) throw new AppError("dependency_busy");
    this.#publisher.publish("dependencies", "dependency:changed", id, 0);
  }

  async areInstalled(type: DependencyType): Promise<Set<string>> {
    const rows = await store.readOfType(this.options.db, type);
    return new Set(rows.filter(({ state }) => state === "installed").map((row) => nameOf(row).key));
  }

  /**
   * Returns a function that tells whether a package is listed, in whatever state and version: among those of a
   * subscription, or among the shared ones for null.
   */
  async listed(): Promise<(one: MissingPackage, subscriptionId: number | null) => boolean> {
    const states = dependencyStates.filter((one) => one !== "deleted");
    const keys = new Set((await store.readInStates(this.options.db, states)).map(keyOf));
    return (one, subscription_id) => keys.has(keyOf({ ...one, subscription_id }));
  }

  async #insert(
    inputs: readonly Parsed<DependencyInput>[],
    at: (index: number) => string,
  ): Promise<number[]> {
    const { db, clock } = this.options;
    return await db.transaction().execute(async (tx) => {
      const listed = await listedKeys(tx);
      const subscriptions = await store.readSubscriptionIds(tx);
      const issues: FieldIssue[] = [];
      const ids: number[] = [];
      for (const [index, { type, name, remarks, subscriptionId }] of inputs.entries()) {
        const subscription_id = subscriptionId ?? null;
        if (subscription_id !== null && (type !== "python" || !subscriptions.has(subscription_id))) {
          issues.push({ path: at(index).replace(/name$/, "subscriptionId"), code: "unknown_subscription" });
        }
        const key = keyOf({ type, name, subscription_id });
        const known = listed.get(key);
        if (known === "there") issues.push({ path: at(index), code: "package_listed" });
        // A deleted package is replaced by its new row.
        else if (known !== undefined) await store.removeDependencies(tx, [known]);
        listed.set(key, "there");
        const now = clock.now();
        ids.push(
          await store.insertDependency(tx, {
            type,
            name,
            remarks,
            subscription_id,
            state: "cancelled",
            act: "install",
            created_at: now,
            updated_at: now,
            version: 1,
          }),
        );
      }
      refuseIf(issues);
      return ids;
    });
  }

  async #order(
    id: number,
    { action, cause, again = false, force = false }: {
      action: DependencyAction;
      cause: RunCause;
      again?: boolean;
      force?: boolean;
    },
  ): Promise<void> {
    const { engine } = this.options;
    const row = await this.#find(id);
    const { from } = dependencyActions[action];
    if (!from.some((state) => state === row.state)) throw new AppError("dependency_busy");
    const order: PackageJob = {
      type: row.type,
      action,
      name: row.name,
      again,
      force,
      ...(row.subscription_id !== null && { subscriptionId: row.subscription_id }),
      ...(row.type === "deno" && action === "remove" && { beside: await readBeside(this.options.db, row) }),
    };
    await engine.enqueueOther(packageRequest(order, cause, engine.nodeId), async (tx, run_id) => {
      const changes = { act: action, run_id, reason: null, updated_at: this.options.clock.now() };
      // Another request may have been faster.
      if (await store.changeDependency(tx, { id, from }, { ...changes, state: "queued" }) === null) {
        throw new AppError("dependency_busy");
      }
    });
    this.#publisher.publish("dependencies", "dependency:changed", id, row.version + 1);
  }

  async #repair({ type, subscriptionId }: Pick<PackageJob, "type" | "subscriptionId">): Promise<void> {
    const order: PackageJob = {
      type,
      action: "repair",
      name: type,
      again: false,
      ...(subscriptionId !== undefined && { subscriptionId }),
    };
    const { engine } = this.options;
    await engine.enqueueOther(packageRequest(order, "startup", engine.nodeId));
  }

  async #isThere(row: store.DependencyRow): Promise<boolean> {
    const name = nameOf(row);
    const found = await this.options.packages.installer(row.type, row.subscription_id).find([name]);
    return found.has(name.key) || await records.isOnSomeNode(this.options.db, row.id);
  }

  async #removeOf(subscriptionId: number): Promise<void> {
    for (const { id, state, run_id } of await store.readOfSubscription(this.options.db, subscriptionId)) {
      if (isBusy(state) && run_id !== null) await this.options.engine.stopRun(run_id).catch(asNotBusy);
      await this.#forget(id);
    }
    await this.options.packages.removeOfSubscription(subscriptionId);
  }

  async #forget(id: number): Promise<void> {
    await store.removeDependencies(this.options.db, [id]);
    this.#publisher.publish("dependencies", "dependency:changed", id, 0);
  }

  async #find(id: number): Promise<store.DependencyRow> {
    const row = await store.findDependency(this.options.db, id);
    if (!row) throw new AppError("not_found");
    return row;
  }
}

// An installation that starts or ends changes the version too, and a request without one is not meant to notice.
function changedMeanwhile(expectedVersion: number | null, isOther: boolean) {
  if (expectedVersion !== null) return "stale_version";
  return isOther ? "dependency_busy" : "not_found";
}

function refuseOtherPackage(row: store.DependencyRow, name: string): void {
  const read = readPackageName(row.type, name);
  if ("error" in read) refuseIf([wrongName(row, read.error, "name")]);
  else if (read.key !== nameOf(row).key) refuseIf([{ path: "name", code: "package_replaced" }]);
}

function wrongName(
  { type }: Pick<DependencyInput, "type">,
  code: FieldIssue["code"],
  path: string,
): FieldIssue {
  return { path, code, params: { example: nameExamples[type] } };
}

function keyOf(row: Pick<store.DependencyRow, "type" | "name" | "subscription_id">): string {
  return `${row.type} ${row.subscription_id ?? ""} ${nameOf(row).key}`;
}

// By type and package: `there`, or the id of a deleted one.
async function listedKeys(tx: Tx): Promise<Map<string, "there" | number>> {
  const listed = new Map<string, "there" | number>();
  for (const type of dependencyTypes) {
    for (const row of await store.readOfType(tx, type)) {
      listed.set(keyOf(row), row.state === "deleted" ? row.id : "there");
    }
  }
  return listed;
}

async function attemptAll(
  ids: readonly number[],
  action: (id: number) => Promise<void>,
): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  for (const id of ids) results.push(await attempt(id, () => action(id)));
  return results;
}

function asNotBusy(error: unknown): void {
  if (error instanceof AppError && error.code === "run_not_active") return;
  throw error;
}
