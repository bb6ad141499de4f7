import { AppError, attempt, type ItemResult } from "../../contract/app_error.ts";
import type { Requester } from "../../contract/scopes.ts";
import { readSort, type SortKey } from "../../contract/read_sort.ts";
import { parse, type Parsed } from "../../contract/parsed.ts";
import { readValues } from "../../contract/read_values.ts";
import type { RunCause } from "../../contract/runs.ts";
import type { List } from "../../contract/shapes.ts";
import {
  type ApproveBody,
  type ComparedFile,
  type HostKeys,
  type PullChanges,
  type Subscription,
  type SubscriptionAction,
  type SubscriptionInput,
  type SubscriptionListQuery,
  type SubscriptionPatch,
  subscriptionPatch,
  type SubscriptionSortField,
  subscriptionSortFields,
  subscriptionStatuses,
  type WaitingChanges,
} from "../../contract/subscriptions.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Database } from "../../engine/store.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import type { Sealer } from "../../platform/seal.ts";
import type { Dependencies } from "../dependencies/service.ts";
import type { Files } from "../files/service.ts";
import type { Tasks } from "../tasks/service.ts";
import type { RememberedHosts } from "./host_keys.ts";
import { compareFile } from "./stored_pulls.ts";
import { subscriptionKey, subscriptionSource } from "./plan_source.ts";
import { isAlias } from "../../contract/subscription_address.ts";
import type { Repositories } from "./workspace/repositories.ts";
import type { WatchedPulls } from "./pulls.ts";
import * as store from "./store.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { type Surroundings, toSubscription } from "./subscription_rows.ts";
import type { ChangeOptions, SubscriptionWriter } from "./subscription_writer.ts";

/** Fields that decide whose content a subscription applies to the panel. */
export const appliedSourceFields = [
  "applyFolder",
  "type",
  "url",
  "branch",
  "pinnedCommit",
  "proxy",
  "review",
] as const;

export interface SubscriptionsOptions extends Pick<Base, "db" | "clock" | "bus"> {
  engine: Engine;
  tasks: Tasks;
  scripts: Files;
  pulls: WatchedPulls;
  repositories: Repositories;
  writer: SubscriptionWriter;
  hosts: RememberedHosts;
  sealer: Sealer;
  dependencies: Pick<Dependencies, "listed">;
}

/** Who applies an action. */
export interface ActionCaller {
  requester: RunCause;
  isAdministrator: boolean;
}

export class Subscriptions {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: SubscriptionsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns one page, newest first by default. Throws `validation_failed` for an unknown status or sort field. */
  async list({ q, status, sort, page, pageSize }: SubscriptionListQuery): Promise<List<Subscription>> {
    const statuses = readValues("status", status, subscriptionStatuses);
    const keys = readSort(sort ?? "-createdAt", subscriptionSortFields);
    const wanted = q?.trim().toLowerCase() ?? "";
    const rows = (await store.readSubscriptions(this.options.db))
      .filter(({ name, url }) => `${name}\n${url}`.toLowerCase().includes(wanted));
    const all = (await this.#show(rows)).filter((one) => statuses?.includes(one.status) ?? true)
      .sort((a, b) => inOrder(a, b, keys));
    return { items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length, page, pageSize };
  }

  /** Returns one subscription. Throws `not_found`. */
  async get(id: number): Promise<Subscription> {
    const [subscription] = await this.#show([await this.#find(this.options.db, id)]);
    if (!subscription) throw new AppError("not_found");
    return subscription;
  }

  /** Checks whether a subscription could be created. Throws `validation_failed` or `secret_key_wrong`. */
  async check(input: Parsed<SubscriptionInput>, requester: Requester): Promise<void> {
    await this.options.writer.check(input, requester);
  }

  /** Creates a subscription and plans it from now on. Throws `validation_failed` or `secret_key_wrong`. */
  async create(
    input: Parsed<SubscriptionInput>,
    requester: Requester,
    isAdministrator = false,
  ): Promise<Subscription> {
    const { engine, writer } = this.options;
    const { id, next } = await writer.add(input, requester, isAdministrator);
    engine.plan(subscriptionKey(id), next);
    this.#publisher.publish("subscriptions", "subscription:created", id, 1);
    return await this.get(id);
  }

  /**
   * Updates the fields that were sent. A new schedule takes effect now; a new folder name moves the folder
   * and its tasks. Throws `not_found`, `stale_version`, `validation_failed`, `already_exists` or
   * `secret_key_wrong`.
   */
  async update(id: number, patch: Parsed<SubscriptionPatch>, options: ChangeOptions): Promise<Subscription> {
    const { pulls, engine, writer } = this.options;
    const next = await pulls.whileStill(id, () => writer.change(id, patch, options));
    engine.plan(subscriptionKey(id), next);
    if (patch.enabled === false) await engine.dropScheduled(subscriptionKey(id));
    const after = await this.get(id);
    this.#publisher.publish("subscriptions", "subscription:updated", id, after.version);
    return after;
  }

  /**
   * Returns the fields of a change that let others change the panel: whoever applies a folder of a repository trusts its
   * authors.
   */
  async sensitiveChanges(id: number, patch: Parsed<SubscriptionPatch>): Promise<string[]> {
    const { apply_folder, pinned_commit, ...row } = await this.#find(this.options.db, id);
    // A proxy is sealed and can only be replaced.
    const before = { ...row, applyFolder: apply_folder, pinnedCommit: pinned_commit, proxy: undefined };
    const { applyFolder = apply_folder } = patch;
    if (applyFolder === null) return [];
    return appliedSourceFields.filter((field) =>
      patch[field] !== undefined && patch[field] !== before[field]
    );
  }

  /** Deletes a subscription after ending its pulls, with or without its tasks and folder. Throws `not_found`. */
  async remove(id: number, { withTasks }: { withTasks: boolean }): Promise<void> {
    const { db, engine, pulls, repositories, tasks, scripts } = this.options;
    const { alias } = await this.#find(db, id);
    await engine.clear(subscriptionKey(id));
    await pulls.whileStill(id, async () => {
      const scriptTasks = await db.selectFrom("task").select("id").where("subscription_id", "=", id)
        .execute();
      const hasTree = await store.readTree(db, id) !== null;
      // Done first, because it is what a full disk may prevent: in that case nothing is lost.
      if (withTasks && hasTree && scripts.has(alias)) await scripts.remove(alias, null, { match: null });
      if (withTasks) {
        await tasks.removeSeveral(scriptTasks.map((task) => task.id), { cause: "subscription", by: null });
      }
      await db.transaction().execute((tx) => store.removeSubscription(tx, id));
      await pulls.approvals.drop(id);
      // What runs without the subscription may still need it.
      if (withTasks && isAlias(alias)) await repositories.remove(alias);
    });
    this.#publisher.publish("subscriptions", "subscription:deleted", id, 0);
  }

  /** Deletes several subscriptions; a failure does not stop the others. */
  async removeSeveral(ids: readonly number[], how: { withTasks: boolean }): Promise<ItemResult[]> {
    return await Promise.all([...new Set(ids)].map((id) => attempt(id, () => this.remove(id, how))));
  }

  /** Applies an action to several subscriptions; a failure does not stop the others. */
  async action(
    action: SubscriptionAction,
    ids: readonly number[],
    by: ActionCaller,
  ): Promise<ItemResult[]> {
    const results: ItemResult[] = [];
    for (const id of new Set(ids)) results.push(await attempt(id, () => this.#applyTo(action, id, by)));
    return results;
  }

  /** Returns the pull that waits for approval. Throws `not_found` or `nothing_waiting`. */
  async waiting(id: number): Promise<WaitingChanges> {
    await this.#find(this.options.db, id);
    const waiting = await store.findWaiting(this.options.db, id);
    if (waiting === null) throw new AppError("nothing_waiting");
    return { runId: waiting.runId, at: isoTime(waiting.at), changes: waiting.changes };
  }

  /**
   * Returns one file of the pull that waits for approval, and the current file. Throws `not_found` or
   * `nothing_waiting`.
   */
  async waitingFile(id: number, path: string): Promise<ComparedFile> {
    const { db, pulls, scripts } = this.options;
    const { alias } = await this.#find(db, id);
    const before = (await store.readTree(db, id))?.files ?? [];
    return await pulls.approvals.check(
      id,
      (pull, folder) => compareFile({ pull, folder, before, scripts: scripts.area.root, alias, path }),
    );
  }

  /**
   * Approves the pull that waits and puts it in place. Throws `not_found`, `nothing_waiting`, `stale_version`
   * or `already_exists`.
   */
  async approve(
    id: number,
    cause: RunCause,
    body?: Parsed<ApproveBody>,
    isAdministrator = false,
  ): Promise<PullChanges> {
    const { apply_folder } = await this.#find(this.options.db, id);
    if (apply_folder !== null && !isAdministrator) throw new AppError("permission_missing");
    return await this.options.pulls.approvals.approve(id, cause, body);
  }

  /** Rejects the pull that waits for approval. Throws `not_found`, `nothing_waiting` or `stale_version`. */
  async reject(id: number, seen?: number): Promise<Subscription> {
    await this.#find(this.options.db, id);
    await this.options.pulls.approvals.reject(id, seen);
    return await this.get(id);
  }

  /** Returns the known keys of its host. Throws `not_found`, also if the address has no host. */
  async hostKeys(id: number): Promise<HostKeys> {
    const keys = await this.options.hosts.list((await this.#find(this.options.db, id)).url);
    if (keys === null) throw new AppError("not_found");
    return keys;
  }

  /**
   * Deletes the known keys of its host. Throws `not_found`, also if none are known, and `permission_missing` if what it pulls is
   * applied to the panel: the next pull trusts any key.
   */
  async forgetHostKeys(id: number, isAdministrator: boolean): Promise<void> {
    const { url, apply_folder } = await this.#find(this.options.db, id);
    if (apply_folder !== null && !isAdministrator) throw new AppError("permission_missing");
    if (!await this.options.hosts.forget(url)) throw new AppError("not_found");
  }

  async #applyTo(
    action: SubscriptionAction,
    id: number,
    { requester, isAdministrator }: ActionCaller,
  ): Promise<void> {
    const { engine, db } = this.options;
    const row = await this.#find(db, id);
    const run = { source: subscriptionSource(row), cause: requester };
    switch (action) {
      case "run":
        if (await engine.enqueue(subscriptionKey(id), () => Promise.resolve(run)) === null) {
          throw new AppError("subscription_already_active");
        }
        return;
      case "stop":
        if (!await engine.stop(subscriptionKey(id))) throw new AppError("subscription_not_running");
        return;
      case "enable":
      case "disable":
        if ((row.enabled === 1) === (action === "enable")) return;
        await this.update(id, parse(subscriptionPatch, { enabled: action === "enable" }), {
          ...{ expectedVersion: null, isAdministrator },
          requester: requester === "application" ? "application" : "person",
        });
        return;
    }
    return action satisfies never;
  }

  async #show(rows: readonly SubscriptionRow[]): Promise<Subscription[]> {
    const { db, sealer, dependencies } = this.options;
    const isListed = await dependencies.listed();
    const active = new Map(
      (await store.readActivePulls(db)).toReversed().map((run) => [run.subscription_id, run]),
    );
    const [last, counts] = [await store.readLastPulls(db), await store.countTasks(db)];
    const [trees, waiting] = [await store.readTreeDetails(db), await store.readAllWaiting(db)];
    return rows.map((row) => {
      const { id } = row;
      const around: Surroundings = {
        active: active.get(id),
        last: last.get(id),
        tree: trees.get(id),
        waiting: waiting.get(id),
        sealer,
        isListed,
        taskCount: counts.get(id) ?? 0,
      };
      return toSubscription(row, around);
    });
  }

  async #find(db: Database, id: number): Promise<SubscriptionRow> {
    const row = await store.findSubscription(db, id);
    if (!row) throw new AppError("not_found");
    return row;
  }
}

const byName = new Intl.Collator("en", { numeric: true });

function inOrder(a: Subscription, b: Subscription, keys: readonly SortKey<SubscriptionSortField>[]): number {
  for (const { field, descending } of keys) {
    const order = byName.compare(String(a[field] ?? "\uffff"), String(b[field] ?? "\uffff"));
    if (order !== 0) return descending ? -order : order;
  }
  return b.id - a.id;
}
