// Listens to the bus and reports the events that rules may match. A listener only queues work, so a publisher
// never waits and never sees an error from here.
import type { LiveEvent } from "../../../contract/events.ts";
import type { LoginLogEntry } from "../../../contract/login_log.ts";
import type { Bus } from "../../../engine/bus.ts";
import type { Database } from "../../../engine/store.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/logger.ts";
import { isLow } from "../../../platform/storage/disk_space.ts";
import { forgetNotified, noteChange, readState, writeState } from "../store.ts";
import type { Notifier } from "../notifier.ts";
import type { FollowRuns } from "./follow_runs.ts";
import {
  changedFactor,
  type EndedBackup,
  endedBackup,
  failedPackage,
  failedStates,
  foundUpdate,
  fullDisk,
  loginAt,
  pulledTasks,
  startedAfterCrash,
} from "./other_events.ts";

/** Data from other features. */
export interface Neighbours {
  /** The newest entries of the login log. */
  logins(): Promise<readonly LoginLogEntry[]>;
  backup(id: number): Promise<EndedBackup | null>;
  /** A newer version that was found; null for none. */
  update(): string | null;
  disk(): { free: number; size: number } | null;
}

export interface FollowEventsOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  notifier: Notifier;
  runs: FollowRuns;
  neighbours: Neighbours;
}

export class FollowEvents {
  readonly #options: FollowEventsOptions;
  /** Processes events one at a time, in the order in which they happened. */
  #work: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => {};
  #hasChannels = false;

  constructor(options: FollowEventsOptions) {
    this.#options = options;
  }

  /** Starts listening and reports what happened while nothing was listening. */
  async open(): Promise<void> {
    const { bus, runs } = this.#options;
    this.#hasChannels = await this.#countChannels() > 0;
    this.#stopListening = bus.listen((event) => this.#hear(event));
    await this.#checkFactors();
    if (this.#hasChannels) this.#queue("run:finished", () => runs.catchUp());
    await this.#work;
  }

  /** Stops listening; pending events are still processed. */
  async close(): Promise<void> {
    this.#stopListening();
    await this.#work;
  }

  /** Resolves when all events received so far are processed. */
  async idle(): Promise<void> {
    await this.#work;
  }

  /** Reports that the panel was not shut down before it started at `startedAt` (ms since the epoch). */
  async afterCrash(startedAt: number): Promise<void> {
    const { db, notifier } = this.#options;
    const { total } = await db.selectFrom("run").select(({ fn }) => fn.countAll<number>().as("total"))
      .where("state", "=", "interrupted").where("finished_at", ">=", startedAt).executeTakeFirstOrThrow();
    await notifier.notify(startedAfterCrash(Number(total), startedAt));
  }

  /** Checks the disk and reports when it becomes nearly full. */
  async checkDisk(): Promise<void> {
    const { db, clock, notifier, neighbours } = this.#options;
    const found = neighbours.disk();
    if (found === null) return;
    const since = clock.now();
    const known = await readState(db, "disk");
    if (isLow({ totalBytes: found.size, freeBytes: found.free }, known?.state === "full")) {
      await notifier.notify(fullDisk(found, since), (tx) => noteChange(tx, "disk", { state: "full", since }));
    } else if (known) {
      await writeState(db, "disk", { state: "fine", since });
    }
  }

  #hear(event: LiveEvent): void {
    if (event.type === "channel:changed") return this.#queue(event.type, () => this.#checkChannels());
    if (event.type === "account:updated") return this.#queue(event.type, () => this.#checkFactors());
    const action = this.#hasChannels ? this.#actionFor(event) : null;
    if (action) this.#queue(event.type, action);
  }

  #actionFor(event: LiveEvent): (() => Promise<void>) | null {
    const { id, type, counts } = event;
    const at = Date.parse(event.at);
    switch (type) {
      case "run:finished":
      case "run:skipped":
        return () => this.#options.runs.check(id);
      case "subscription:pulled":
        return counts ? () => this.#pulled(id, counts, { names: event.names, at }) : null;
      case "dependency:changed":
        return id > 0 ? () => this.#checkPackage(id, at) : null;
      case "login:succeeded":
      case "login:failed":
        return () => this.#login(event);
      case "backup:done":
      case "backup:failed":
        return () => this.#backup(id, at);
      case "health:changed":
        return () => this.checkDisk();
      case "system:changed":
        return () => this.#checkUpdate(at);
      default:
        return null;
    }
  }

  #queue(type: string, action: () => Promise<void>): void {
    this.#work = this.#work.then(action).catch((error) =>
      this.#options.logger.error("an event could not be reported", { fault: error, type })
    );
  }

  async #checkChannels(): Promise<void> {
    const had = this.#hasChannels;
    this.#hasChannels = await this.#countChannels() > 0;
    if (!had && this.#hasChannels) await this.#options.runs.startNow();
  }

  async #countChannels(): Promise<number> {
    const { total } = await this.#options.db.selectFrom("channel")
      .select(({ fn }) => fn.countAll<number>().as("total")).where("enabled", "=", 1)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async #pulled(
    id: number,
    counts: NonNullable<LiveEvent["counts"]>,
    notified: { names: LiveEvent["names"]; at: number },
  ): Promise<void> {
    const { db, notifier } = this.#options;
    const row = await db.selectFrom("subscription").select(["id", "name"]).where("id", "=", id)
      .executeTakeFirst();
    const event = row ? pulledTasks(row, counts, notified) : null;
    if (event) await notifier.notify(event);
  }

  async #checkPackage(id: number, since: number): Promise<void> {
    const { db, notifier, runs } = this.#options;
    const row = await db.selectFrom("dependency").select(["id", "name", "state", "reason", "run_id"])
      .where("id", "=", id).executeTakeFirst();
    const subject = `package dependency:${id}`;
    const state = row && failedStates.includes(row.state)
      ? `${row.state} ${row.run_id}`
      : row?.state ?? "gone";
    const isFailed = row !== undefined && failedStates.includes(row.state);
    if (row?.state === "installed") await forgetNotified(db, `dependency:${id}`);
    if (isFailed) {
      const log = () => row.run_id === null ? Promise.resolve("") : runs.tailOf(row.run_id);
      await notifier.notify(
        { ...failedPackage(row, since), log },
        (tx) => noteChange(tx, subject, { state, since }),
      );
    } else await noteChange(db, subject, { state, since });
  }

  async #login({ type, at }: LiveEvent): Promise<void> {
    const { notifier, neighbours } = this.#options;
    const isIn = type === "login:succeeded";
    const fitting = (await neighbours.logins()).filter(({ status }) => (status === "succeeded") === isIn);
    const entry = fitting.find((one) => one.at === at) ?? fitting[0];
    if (entry) await notifier.notify(loginAt(entry));
  }

  // Compares with the last known state, so that a change by the command line is reported at the next start.
  async #checkFactors(): Promise<void> {
    const { db, clock, notifier } = this.#options;
    const accounts = await db.selectFrom("account").select(["id", "factor_secret", "factor_since"]).execute();
    for (const { id, factor_secret, factor_since } of accounts) {
      const subject = `factor account:${id}`;
      const now = { state: factor_secret === null ? "off" : `on ${factor_since}`, since: clock.now() };
      if (!await readState(db, subject)) await writeState(db, subject, now);
      else {
        const event = changedFactor(id, factor_secret !== null, now.since);
        await notifier.notify(event, (tx) => noteChange(tx, subject, now));
      }
    }
  }

  async #backup(id: number, at: number): Promise<void> {
    const { db, notifier, neighbours } = this.#options;
    const ended = await neighbours.backup(id);
    if (!ended) return;
    if (ended.reason("en") === null) await forgetNotified(db, "backups");
    await notifier.notify(endedBackup(ended, at));
  }

  async #checkUpdate(since: number): Promise<void> {
    const { notifier, neighbours } = this.#options;
    const version = neighbours.update();
    if (version === null) return;
    await notifier.notify(
      foundUpdate(version, since),
      (tx) => noteChange(tx, "update", { state: version, since }),
    );
  }
}
