// Watches the running pulls: puts their result in place, stores it for approval, or only compares it, and
// responds to the pull. Both sides communicate through files only, so a restarted panel finds everything
// unchanged.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import type { LiveEvent } from "../../contract/events.ts";
import type { ConfigurationFile } from "../../contract/configuration.ts";
import type { PullChanges } from "../../contract/subscriptions.ts";
import { Approvals } from "./approvals.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import { readPreviewed } from "./run_type.ts";
import type { Engine } from "../../engine/engine.ts";
import type { RunRow, Tx } from "../../engine/store.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import type { Timer } from "../../platform/clock.ts";
import { Turns } from "../../platform/files/turns.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { settleSwaps } from "./workspace/finish_swap.ts";
import { type ApplyRequest, FolderTakenError, hasChanges, type PullApplier } from "./workspace/apply_pull.ts";
import type { Repositories } from "./workspace/repositories.ts";
import type { SwapJournal } from "./workspace/swap_journal.ts";
import { type Applied, appliedFile, type Pulled, pulledFile, readMessage, writeMessage } from "./pull/job.ts";
import { pullMessages } from "./pull/pull_messages.ts";
import { readPulledConfiguration } from "./pulled_configuration.ts";
import { changeLines, configurationLines, isExpected, PullEndedError, refusalLines } from "./pull_result.ts";
import { previewName, StoredPulls, waitingName, type WorkspacePaths } from "./stored_pulls.ts";
import type { RememberedHosts } from "./host_keys.ts";
import { removePull, sweepPreviews, sweepPulls } from "./pull_leftovers.ts";
import { stagingName } from "./pull_orders.ts";
import * as store from "./store.ts";

const POLL_INTERVAL_MS = 50;
/** A notification about a pull needs no more names than this. */
const MAX_NAMED = 10;
const PREVIEW_DAYS_MS = 7 * 86_400_000;

export interface PullsOptions
  extends WorkspacePaths, Pick<Base, "db" | "clock" | "logger" | "bus" | "language"> {
  applier: PullApplier;
  journal: SwapJournal;
  repositories: Repositories;
  engine: Pick<Engine, "enqueued" | "nodeId">;
  hosts: Pick<RememberedHosts, "share">;
  /** Whether this panel decides what is due, for what no node has yet. */
  isDeciding(): boolean;
}

/** Applies what the files of a pull describe; returns the number of changes. Throws `validation_failed`. */
export type ApplyConfiguration = (
  subscription: SubscriptionRow,
  files: readonly ConfigurationFile[],
) => Promise<number>;

export class WatchedPulls {
  #applyConfiguration: ApplyConfiguration | null = null;
  readonly #publisher: EventPublisher;
  readonly #storedPulls: StoredPulls;
  readonly approvals: Approvals;
  readonly #watched = new Map<number, { run: RunRow; isHandled: boolean }>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #turns = new Map<number, Turns>();
  readonly #previews = new Turns();
  #timer: Timer | undefined;
  #isClosed = false;
  #stopListening: () => void = () => {};

  constructor(private readonly options: PullsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
    this.#storedPulls = new StoredPulls(options);
    this.approvals = new Approvals({
      db: options.db,
      clock: options.clock,
      engine: options.engine,
      publisher: this.#publisher,
      storedPulls: this.#storedPulls,
      repositories: options.repositories,
      whileStill: (id, action) => this.whileStill(id, action),
      applyPull: (request) => this.#applyAndPublish(request),
      configure: async (id, pulled) => {
        const row = await store.findSubscription(options.db, id);
        if (row) await this.#configure(row, pulled);
      },
    });
  }

  /** Sets what applies the folders of subscriptions. Call before `open`. */
  useConfiguration(apply: ApplyConfiguration): void {
    this.#applyConfiguration = apply;
  }

  /** Finishes what the last process left half done, and starts listening. Call before the engine starts. */
  async open(): Promise<void> {
    const { db, bus, folders, jobs, journal, repositories, scripts } = this.options;
    mkdirSync(jobs, { recursive: true, mode: 0o700 });
    await settleSwaps({ db, journal }, scripts);
    await repositories.removeAllAside();
    await repositories.sweep(db);
    await sweepPulls(this.options, this.options.clock.now());
    this.#stopListening = bus.listen(({ topic, type, id, taskId }) => {
      if (type.startsWith("run:") && taskId === undefined) this.#begin(this.#noteRun(type, id));
      if (topic === "subscriptions" && folders) this.#begin(this.approvals.dropDecided(id));
    });
  }

  /** Watches the pulls that the engine recovered. Call after the engine has started. */
  async watchFound(): Promise<void> {
    for (const run of await store.readActivePulls(this.options.db)) if (this.#isOwn(run)) this.#watch(run);
  }

  // The files of a pull are on the node that runs it.
  #isOwn({ node_id, target_node }: RunRow): boolean {
    const { engine: { nodeId }, isDeciding } = this.options;
    const runsOn = node_id ?? target_node;
    return nodeId === null || (runsOn === null ? isDeciding() : runsOn === nodeId);
  }

  /** Stops watching; resolves when nothing is in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    this.#timer?.cancel();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    await this.options.applier.close();
  }

  /** Runs an action while nothing of this subscription is being put in place. */
  async whileStill<T>(id: number, action: () => Promise<T>): Promise<T> {
    return await this.#turnsOf(id).take(action);
  }

  #begin(action: Promise<void>): void {
    const underWay = action.catch((error) => {
      this.options.logger.error("failed to process a pull", { error });
    }).finally(() => this.#underWay.delete(underWay));
    this.#underWay.add(underWay);
  }

  async #noteRun(type: string, id: number): Promise<void> {
    const run = await this.options.db.selectFrom("run").selectAll().where("id", "=", id)
      .where("kind", "=", "subscription").executeTakeFirst();
    if (!run || this.#isClosed) return;
    if (!this.#isOwn(run)) return await this.#noteRunElsewhere(type, run);
    if (type === "run:started" && run.finished_at === null) this.#watch(run);
    if (type === "run:finished" || type === "run:skipped") {
      this.#watched.delete(id);
      await removePull(this.options, id);
      await this.options.repositories.sweep(this.options.db);
      await this.options.hosts.share();
    }
    if (run.subscription_id !== null) {
      this.#publisher.publish("subscriptions", "subscription:state_changed", run.subscription_id, 0);
    }
  }

  // Another panel has a newer preview; of older ones, this one may have copies.
  async #noteRunElsewhere(type: string, { subscription_id }: RunRow): Promise<void> {
    if (type !== "run:finished" || subscription_id !== null) return;
    await this.#previews.take(() => sweepPreviews(this.options, this.options.clock.now()));
  }

  #watch(run: RunRow): void {
    this.#watched.set(run.id, this.#watched.get(run.id) ?? { run, isHandled: false });
    this.#arm();
  }

  #arm(): void {
    if (this.#isClosed || this.#timer || this.#watched.size === 0) return;
    this.#timer = this.options.clock.after(POLL_INTERVAL_MS, () => {
      this.#timer = undefined;
      for (const watched of this.#watched.values()) {
        if (watched.isHandled || !existsSync(join(this.#job(watched.run.id), pulledFile))) continue;
        watched.isHandled = true;
        this.#begin(this.#respond(watched.run));
      }
      if ([...this.#watched.values()].some(({ isHandled }) => !isHandled)) this.#arm();
    });
  }

  async #respond(run: RunRow): Promise<void> {
    const folder = this.#job(run.id);
    const pulled = readMessage<Pulled>(folder, pulledFile);
    if (pulled === null || existsSync(join(folder, appliedFile))) return;
    const applied = await this.#handle(run, pulled).catch((error) => this.#rejection(run, error));
    // The pull may have ended meanwhile, and its folder with it.
    if (existsSync(folder)) writeMessage(folder, appliedFile, applied);
  }

  async #handle(run: RunRow, pulled: Pulled): Promise<Applied> {
    const id = run.subscription_id;
    if (id === null) return await this.#storePreview(run, pulled);
    return await this.#turnsOf(id).take(async () => {
      const row = await store.findSubscription(this.options.db, id);
      if (!row) throw new AppError("not_found");
      return row.review === "ask"
        ? await this.#storeForApproval(run, row, pulled)
        : await this.#apply(run, row, pulled);
    });
  }

  async #apply(run: RunRow, row: SubscriptionRow, pulled: Pulled): Promise<Applied> {
    const applied = await this.#placeFiles(run, row, pulled);
    if (row.apply_folder === null) return applied;
    try {
      const changes = await this.#configure(row, pulled);
      return { ...applied, lines: [...applied.lines, this.#messages.configured(changes)] };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const lines = [...applied.lines, ...configurationLines(error, this.#messages, this.options.language())];
      return { outcome: "refused", lines };
    }
  }

  async #configure(row: SubscriptionRow, { files }: Pulled): Promise<number> {
    if (row.apply_folder === null || this.#applyConfiguration === null) return 0;
    const described = await readPulledConfiguration(this.options.scripts, row, files);
    return await this.#applyConfiguration(row, described);
  }

  async #placeFiles(run: RunRow, { id }: SubscriptionRow, pulled: Pulled): Promise<Applied> {
    const { db } = this.options;
    // The last process may have died between the two.
    const tree = await store.readTree(db, id);
    if (tree?.runId === run.id) return { outcome: "applied", lines: [this.#messages.applied] };
    const staging = stagingName(run.id);
    const check = (tx: Tx) => this.#checkRun(tx, run.id);
    const changes = await this.#applyAndPublish({
      subscriptionId: id,
      runId: run.id,
      pulled,
      staging,
      check,
    });
    return {
      outcome: "applied",
      lines: this.#lines(changes, hasChanges(changes.counts) ? "applied" : "same"),
    };
  }

  async #applyAndPublish(request: ApplyRequest): Promise<PullChanges> {
    const { applier, bus, clock } = this.options;
    const changes = await applier.apply(request).catch((error) => {
      if (error instanceof FolderTakenError) throw new AppError("already_exists", { path: error.message });
      throw error;
    });
    const at = isoTime(clock.now());
    const { subscriptionId: id } = request;
    const counts = changes.counts.tasks;
    bus.publish({
      topic: "subscriptions",
      type: "subscription:pulled",
      id,
      version: 0,
      at,
      counts,
      names: namesOf(changes),
    });
    return changes;
  }

  async #storeForApproval(run: RunRow, row: SubscriptionRow, pulled: Pulled): Promise<Applied> {
    const { db, applier, clock } = this.options;
    const { id } = row;
    const changes = await applier.preview(row, pulled);
    if (!hasChanges(changes.counts)) return await this.#apply(run, row, pulled);
    if (row.rejected_commit === pulled.commit && run.cause !== "person") {
      return { outcome: "waiting", lines: [this.#messages.rejected(pulled.commit)] };
    }
    // The staged files go when the pull ends: a partial copy must not replace what already waits.
    await db.transaction().execute((tx) => this.#checkRun(tx, run.id));
    await this.#storedPulls.save(waitingName(id), { ...pulled, runId: run.id }, stagingName(run.id));
    const waiting = { runId: run.id, commit: pulled.commit, at: clock.now(), changes };
    const known = await store.findWaiting(db, id);
    await db.transaction().execute((tx) => store.writeWaiting(tx, id, waiting));
    const isNew = known?.commit !== pulled.commit;
    this.#publisher.publish("subscriptions", isNew ? "subscription:waiting" : "subscription:updated", id, 0);
    return { outcome: "waiting", lines: this.#lines(changes, "waiting") };
  }

  async #storePreview(run: RunRow, pulled: Pulled): Promise<Applied> {
    const { db, applier, clock } = this.options;
    const row = readPreviewed(run);
    if (row === null) throw new AppError("not_found");
    const changes = await applier.preview(row, pulled);
    const subscriptionId = row.id === 0 ? null : row.id;
    // Serialized, because the cleanup of expired previews recognizes this one by its row.
    await this.#previews.take(async () => {
      const at = clock.now();
      const found = { runId: run.id, subscriptionId, at, changes, before: at - PREVIEW_DAYS_MS };
      // The files come first, so that anyone who learns of a preview can open them.
      await this.#storedPulls.save(previewName(run.id), { ...pulled, runId: run.id }, stagingName(run.id));
      await store.writePreview(db, found);
      await sweepPreviews(this.options, at);
    });
    return { outcome: "previewed", lines: this.#lines(changes, "previewed") };
  }

  // A stopped pull changes nothing.
  async #checkRun(tx: Tx, runId: number): Promise<void> {
    const run = await tx.selectFrom("run").select(["finished_at", "stop_requested_at"]).where(
      "id",
      "=",
      runId,
    )
      .executeTakeFirst();
    if (!run || run.finished_at !== null || run.stop_requested_at !== null) throw new PullEndedError();
  }

  #rejection(run: RunRow, error: unknown): Applied {
    if (!isExpected(error)) {
      this.options.logger.error("failed to apply a pull", { error, run: run.id });
    }
    return { outcome: "refused", lines: refusalLines(error, this.#messages) };
  }

  #lines(changes: PullChanges, end: "applied" | "same" | "waiting" | "previewed"): string[] {
    return changeLines(changes, end, this.#messages);
  }

  get #messages() {
    return pullMessages[this.options.language()].result;
  }

  #turnsOf(id: number): Turns {
    const turns = this.#turns.get(id) ?? new Turns();
    this.#turns.set(id, turns);
    return turns;
  }

  #job(runId: number): string {
    return join(this.options.jobs, String(runId));
  }
}

function namesOf({ tasks }: PullChanges): NonNullable<LiveEvent["names"]> {
  const named = (kind: keyof NonNullable<LiveEvent["names"]>) =>
    tasks.filter((task) => task.kind === kind).slice(0, MAX_NAMED).map(({ name }) => name);
  return { added: named("added"), changed: named("changed"), removed: named("removed") };
}
