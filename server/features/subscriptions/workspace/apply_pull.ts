// Puts a pull in place: the folder and the tasks that run its scripts change in one transaction, or not at
// all.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../../contract/app_error.ts";
import { parse } from "../../../contract/parsed.ts";
import { taskInput, taskPatch } from "../../../contract/tasks.ts";
import { isAlias } from "../../../contract/subscription_address.ts";
import type { PullChanges, PullCounts, TaskChange } from "../../../contract/subscriptions.ts";
import type { Base } from "../../../engine/base.ts";
import { ChangeScope } from "../../../engine/change_scope.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import type { SubscriptionRow } from "../../../migrations/subscription_tables.ts";
import type { Area } from "../../files/area.ts";
import type { FileVersions } from "../../files/versions.ts";
import type { TaskChanges, TasksChanged } from "../../tasks/task_changes.ts";
import { commandOf, compare, showChanges } from "../compare.ts";
import type { Pulled, PulledFile } from "../pull/job.ts";
import { noteTriggerEvent } from "../../tasks/triggers/trigger_events.ts";
import * as store from "../store.ts";
import { ASIDE, carryOver, finishSwap, oneOf, pause } from "./finish_swap.ts";
import type { Swap, SwapJournal } from "./swap_journal.ts";
import { errorCode } from "../../../platform/files/file_errors.ts";
import type { FilesRoot } from "../../../platform/files/files_root.ts";
import { writeNotifiers } from "../../script_library/notifiers.ts";
import type { Repositories } from "./repositories.ts";
import { RegularFile } from "../../../platform/files/regular_file.ts";

/** A script that runs longer than this loses the folder it was started in. */
const MAX_WAIT_MS = 24 * 3_600_000;

export interface WorkspaceOptions extends Pick<Base, "db" | "clock" | "logger"> {
  area: Area;
  versions: FileVersions;
  tasks: TaskChanges;
  journal: SwapJournal;
  repositories: Repositories;
}

export interface ApplyRequest {
  subscriptionId: number;
  runId: number;
  pulled: Pulled;
  /** Name of its staging folder, relative to the scripts. */
  staging: string;
  /** Set in the subscription before the pull is compared with what is here. */
  requireHeader?: true | undefined;
  /** Called within the transaction; throws if the pull must no longer be applied. */
  check(tx: Tx, row: SubscriptionRow): Promise<void>;
  /** Written in the same transaction. */
  alongside?(tx: Tx, row: SubscriptionRow): Promise<void>;
}

interface CheckedRequest extends ApplyRequest {
  /** Files of the previous pull that are different now, or gone. */
  edited: ReadonlySet<string>;
}

/** Something else uses the folder name. */
export class FolderTakenError extends Error {
  override readonly name = "FolderTakenError";
}

type Compared = ReturnType<typeof compare>;

export class PullApplier {
  readonly #removals = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(private readonly options: WorkspaceOptions) {}

  /** Returns what applying a pull would change. Throws `not_found`. */
  async preview(row: SubscriptionRow, pulled: Pulled): Promise<PullChanges> {
    const edited = await this.#edited(row);
    return showChanges(await this.#compare(this.options.db, row, { pulled, edited }), pulled);
  }

  /**
   * Puts a pull in place. Throws `not_found`, `FolderTakenError`, and what `check` throws; then nothing has
   * changed.
   */
  async apply(request: ApplyRequest): Promise<PullChanges> {
    const { db, tasks, area } = this.options;
    const row = await this.#find(db, request.subscriptionId);
    const edited = await this.#edited(row);
    const done = await area.turns.take(() => this.#swap({ ...request, edited }, row));
    tasks.notify(done.tasks);
    area.announce();
    await tasks.endRuns(done.tasks);
    return showChanges(done.compared, request.pulled);
  }

  async #swap(
    request: CheckedRequest,
    row: SubscriptionRow,
  ): Promise<{ compared: Compared; tasks: TasksChanged }> {
    const { db, area, versions } = this.options;
    const { pulled, staging, runId, subscriptionId } = request;
    const { alias } = row;
    if (!isAlias(alias)) throw new FolderTakenError(alias);
    const [workspace, fresh] = [join(area.folder, alias), join(area.folder, staging)];
    if (lstatSync(workspace, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw new FolderTakenError(alias);
    }
    const before = (await store.readTree(db, subscriptionId))?.files ?? [];
    await saveVersions({ root: area.root, versions, alias, before, after: pulled.files });
    // Without `autoDelete`, tasks stay, and so do their scripts.
    const leftBehind = row.auto_delete === 1 ? before.map(({ path }) => path) : [];
    const isPulled = oneOf(leftBehind);
    await carryOver(workspace, fresh, isPulled);
    writeNotifiers(fresh);
    const swap = {
      subscriptionId,
      runId,
      alias,
      staging,
      aside: `${ASIDE}${subscriptionId}-${runId}`,
      leftBehind,
      isMove: false,
    };
    const done = await this.#commit(request, swap, row);
    this.options.repositories.place(alias, runId);
    this.#removeLater(swap);
    return done;
  }

  // Removes the old folder once no script runs in it: a running script has it as its working directory and
  // writes there. If the panel stops earlier, the next start removes it.
  #removeLater(swap: Swap): void {
    const { area, logger, repositories } = this.options;
    const removal = this.#awaitRuns(swap).then(async (isFree) => {
      if (!isFree) return;
      await area.turns.take(() => finishSwap(this.options, swap, area.folder));
      await repositories.removeAside(swap.runId);
    }).catch((error) => logger.warn("failed to remove the previous folder of a subscription", { error }))
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  /** Stops waiting; resolves when nothing is in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#removals);
  }

  // Returns false if the panel stops meanwhile.
  async #awaitRuns({ alias }: Swap): Promise<boolean> {
    const { db, clock } = this.options;
    const startedAt = clock.monotonic();
    while (clock.monotonic() - startedAt < MAX_WAIT_MS) {
      if (!await store.hasLiveScripts(db, alias)) return true;
      if (!await pause(clock, this.#closing.signal)) return false;
    }
    return true;
  }

  async #commit(request: CheckedRequest, swap: Swap, expected: SubscriptionRow) {
    const { db, clock, journal, tasks } = this.options;
    const { subscriptionId, pulled, edited, runId } = request;
    journal.note(swap);
    try {
      return await db.transaction().execute(async (tx) => {
        const found = await this.#find(tx, subscriptionId);
        if (found.alias !== expected.alias) throw new AppError("stale_version");
        await request.check(tx, found);
        const row = request.requireHeader ? await this.#requireHeader(tx, subscriptionId) : found;
        const compared = await this.#compare(tx, row, { pulled, edited });
        const author = { kind: "subscription", id: row.id, name: row.name } as const;
        const changed = await new ChangeScope(author).run(() =>
          tasks.write(tx, requestOf(row, compared.tasks))
        );
        const { commit, files, packages = [] } = pulled;
        const { alias } = row;
        const { counts } = compared;
        const isNew = (await store.readTree(tx, subscriptionId))?.commit !== commit || hasChanges(counts);
        if (isNew) {
          const event = { type: "subscription", event: "pulled" } as const;
          await noteTriggerEvent(tx, { ...event, id: row.id, name: row.name, at: clock.now() });
        }
        await store.writeTree(tx, subscriptionId, {
          runId,
          alias,
          commit,
          files,
          counts,
          packages,
          at: clock.now(),
        });
        await store.removeWaiting(tx, subscriptionId);
        await request.alongside?.(tx, row);
        journal.swap(swap);
        return { compared, tasks: changed };
      });
    } catch (error) {
      journal.undo(swap);
      journal.forget(swap);
      throw error;
    }
  }

  async #find(db: Database | Tx, id: number): Promise<SubscriptionRow> {
    const row = await store.findSubscription(db, id);
    if (!row) throw new AppError("not_found");
    return row;
  }

  async #requireHeader(tx: Tx, id: number): Promise<SubscriptionRow> {
    await store.updateSubscription(tx, id, { require_header: 1 });
    return await this.#find(tx, id);
  }

  async #edited({ id, alias }: SubscriptionRow): Promise<Set<string>> {
    const before = (await store.readTree(this.options.db, id))?.files ?? [];
    return isAlias(alias) ? await findEdited(this.options.area.root, alias, before) : new Set();
  }

  async #compare(
    db: Database | Tx,
    row: SubscriptionRow,
    { pulled, edited }: Pick<CheckedRequest, "pulled" | "edited">,
  ): Promise<Compared> {
    const { id, alias } = row;
    const folder = { id, alias, scripts: this.options.area.folder };
    const trashed = await store.readTrashedTasks(db, folder);
    return compare({
      alias,
      pulled,
      edited,
      autoAdd: row.auto_add === 1,
      requireHeader: row.require_header === 1,
      autoDelete: row.auto_delete === 1,
      onChange: row.on_change,
      before: (await store.readTree(db, id))?.files ?? [],
      tasks: await store.readScriptTasks(db, folder),
      trashed: new Set(trashed.filter(({ isByUser }) => isByUser).map(({ path }) => path)),
    });
  }
}

function requestOf(
  { id: subscriptionId, alias, time_zone: timeZone }: SubscriptionRow,
  changes: readonly TaskChange[],
) {
  return {
    add: changes.filter(({ kind }) => kind === "added").map(({ name, schedule, path, enabled }) => ({
      subscriptionId,
      input: parse(taskInput, {
        name,
        schedules: enabled ? [schedule] : "manual" as const,
        enabled,
        // A script whose name cannot be written as a command is not an addition.
        command: commandOf(alias, path) ?? "",
        timeZone,
      }),
    })),
    change: changes.filter(({ kind }) => kind === "changed").map(({ taskId, name, schedule, before }) => ({
      id: taskId ?? 0,
      patch: parse(taskPatch, {
        name,
        ...(schedule === before?.schedule ? {} : { schedules: [schedule] }),
      }),
    })),
    remove: idsOf(changes, "removed"),
  };
}

function idsOf(changes: readonly TaskChange[], wanted: TaskChange["kind"]): number[] {
  return changes.flatMap(({ kind, taskId }) => kind === wanted && taskId !== null ? [taskId] : []);
}

export function hasChanges({ tasks, files }: PullCounts): boolean {
  return [tasks.added, tasks.changed, tasks.removed, files.added, files.changed, files.removed].some((one) =>
    one > 0
  );
}

interface VersionOptions {
  root: FilesRoot;
  versions: FileVersions;
  alias: string;
  before: readonly PulledFile[];
  after: readonly PulledFile[];
}

/** Saves a version of the files that a pull is about to replace or remove, so that no user edit is lost. */
async function saveVersions({ root, versions, alias, before, after }: VersionOptions): Promise<void> {
  const next = new Map(after.map(({ path, hash }) => [path, hash]));
  for (const path of new Set([...before, ...after].map((file) => file.path))) {
    await saveVersion({ root, versions }, `${alias}/${path}`, next.get(path));
  }
}

async function saveVersion(
  { root, versions }: Pick<VersionOptions, "root" | "versions">,
  path: string,
  nextHash: string | undefined,
): Promise<void> {
  await readIfFile(root, path, async (file) => {
    const hash = await file.hash();
    if (hash === nextHash) return;
    await versions.recordFile(file, hash, { area: "scripts", path, savedBy: null, cause: "found" });
  });
}

/** Finds the files of the previous pull that are different now, or gone. */
async function findEdited(
  root: FilesRoot,
  alias: string,
  before: readonly PulledFile[],
): Promise<Set<string>> {
  const edited = new Set<string>();
  for (const { path, hash } of before) {
    const found = await readIfFile(root, `${alias}/${path}`, (file) => file.hash());
    if (found !== hash) edited.add(path);
  }
  return edited;
}

// Returns null if there is nothing, or something that is not a file.
async function readIfFile<T>(
  root: FilesRoot,
  path: string,
  read: (file: RegularFile) => Promise<T>,
): Promise<T | null> {
  try {
    using location = root.location(path);
    await using file = await RegularFile.open(location);
    return await read(file);
  } catch (error) {
    const isNoFile = error instanceof AppError ||
      ["ENOENT", "ENOTDIR", "ELOOP"].includes(errorCode(error) ?? "");
    if (isNoFile) return null;
    throw error;
  }
}
