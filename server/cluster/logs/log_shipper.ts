// Ships the logs of the runs of this node to the database, where every panel reads them. Logs are files first: a database that
// is slow or away delays no run and loses nothing, because what is missing is read from the files later. At the end of a run,
// its chunks become one compressed row.
import { sleep, type Timer } from "../../platform/clock.ts";
import { Turns } from "../../platform/files/turns.ts";
import type { Base } from "../../engine/base.ts";
import { BatchedWrites } from "../../engine/batched_writes.ts";
import { findHead } from "../../engine/logs/log_shape.ts";
import type { LogSink } from "../../engine/logs/log_sink.ts";
import { OpenLog } from "../../engine/logs/open_log.ts";
import type { RunRow, Tx } from "../../engine/store.ts";
import {
  findRunsOfNode,
  insertChunks,
  listStored,
  listUnfolded,
  removeAllChunks,
  removeChunks,
  replaceChunk,
  storeLog,
} from "./log_rows.ts";
import { type PackedLog, packLog } from "./packed_log.ts";
import { type Shipment, ShippedLog } from "./shipped_log.ts";

const POLL_MS = 50;
/** Bytes per commit of all runs together; with `POLL_MS`, the most that this node writes to the database. */
const COMMIT_BYTES = 512 * 1024;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

export interface LogShipperOptions extends Pick<Base, "db" | "clock" | "logger" | "language"> {
  /** Directory of all logs. */
  logs: string;
  nodeId: number;
  /** Maximum size of one log in bytes, as the engine cuts it. */
  maxBytes(): number;
  /** Called after each commit that changed what is stored of the log of a run. */
  notify(runId: number): void;
}

export class LogShipper implements LogSink {
  readonly #writes: BatchedWrites;
  readonly #live = new Map<number, ShippedLog>();
  /** Packing takes memory: one log after the other. */
  readonly #packing = new Turns();
  #timer: Timer | null = null;
  #shipping: Promise<void> | null = null;
  #retryMs = 0;
  readonly #closing = new AbortController();

  constructor(private readonly options: LogShipperOptions) {
    // Only this node writes the log of its run.
    this.#writes = new BatchedWrites(options.db, { ordered: false });
  }

  /** Returns a path that no other node gives to a run. */
  pathFor({ id, log_path }: Pick<RunRow, "id" | "log_path">): string {
    return log_path === null ? `run_${id}.log` : log_path.replace(/(-r\d+(-\d+)?)?\.log$/, `-r${id}.log`);
  }

  started(run: RunRow, log: OpenLog, { resumed }: { resumed: boolean }): void {
    const { logs, clock, logger, maxBytes } = this.options;
    if (this.#closing.signal.aborted) return;
    try {
      const own = OpenLog.open(logs, log.path);
      // Shortened already: its offsets are others now, and the whole log is stored soon.
      if (own.inode !== log.inode || (resumed && isShortened(own))) return own.close();
      this.#live.get(run.id)?.close();
      const shipped = { resumed, epoch: run.epoch, now: clock.monotonic(), maxBytes };
      this.#live.set(run.id, new ShippedLog(run.id, own, shipped));
      this.#schedule(POLL_MS);
    } catch (error) {
      logger.warn("failed to follow the log of a run; other nodes can read it once the run has ended", {
        error,
        run: run.id,
      });
    }
  }

  async ended({ id, log_path }: Pick<RunRow, "id" | "log_path">): Promise<void> {
    const live = this.#live.get(id);
    this.#live.delete(id);
    // A commit in progress may contain chunks of it.
    await this.#shipping;
    live?.close();
    if (log_path !== null) await this.#store(id, log_path, live?.hasChunks ?? true);
  }

  /**
   * Stores the logs of runs of this node that have ended without it, because the database was away or the node was taken for
   * lost. Call it once after the runs of the previous process were recovered. Never rejects.
   */
  async adopt(): Promise<void> {
    const { db, nodeId, logger } = this.options;
    try {
      for (const run of await listUnfolded(db, nodeId)) if (!this.#live.has(run.id)) await this.ended(run);
    } catch (error) {
      logger.warn("failed to find the logs that are not completely stored", { error });
    }
  }

  /** Resolves when no commit is in progress. */
  async settled(): Promise<void> {
    await this.#shipping;
  }

  /** Stops shipping; calls of `ended` in progress give up. The next process continues from the files. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#timer?.cancel();
    this.#timer = null;
    await this.#shipping;
    for (const live of this.#live.values()) live.close();
    this.#live.clear();
  }

  #schedule(delayMs: number): void {
    if (this.#timer || this.#closing.signal.aborted) return;
    this.#timer = this.options.clock.after(delayMs, () => {
      this.#timer = null;
      this.#shipping ??= this.#ship().finally(() => {
        this.#shipping = null;
        if (this.#live.size > 0) this.#schedule(Math.max(POLL_MS, this.#retryMs));
      });
    });
  }

  async #ship(): Promise<void> {
    const now = this.options.clock.monotonic();
    const due = [...this.#live.values()].filter((log) => log.isUnknown || log.isDue(now));
    if (due.length === 0) return;
    try {
      await this.#askStored(due);
      const shipments = await this.#readAll(due);
      if (shipments.length > 0) await this.#commit(shipments);
      this.#retryMs = 0;
    } catch (error) {
      // Whether the commit succeeded is unknown.
      for (const log of due) log.forget();
      if (this.#retryMs === 0) {
        this.options.logger.warn("failed to store the output of runs; it is stored later", { error });
      }
      this.#retryMs = nextRetry(this.#retryMs);
    }
  }

  async #askStored(due: readonly ShippedLog[]): Promise<void> {
    for (const log of due) {
      // Rows of an earlier start are removed by the first commit.
      if (log.isUnknown) log.know(log.isFresh ? [] : await listStored(this.options.db, log.runId));
    }
  }

  // Those that come late in one commit are the first of the next.
  async #readAll(due: readonly ShippedLog[]): Promise<Shipment[]> {
    const shipments: Shipment[] = [];
    let left = COMMIT_BYTES;
    for (const log of due) {
      if (left <= 0) break;
      try {
        const shipment = await log.read(left);
        if (shipment.chunks.length > 0) shipments.push(shipment);
        left -= shipment.chunks.reduce((sum, { content }) => sum + content.length, 0);
        this.#moveBack(log);
      } catch (error) {
        this.#abandon(log, error);
      }
    }
    return shipments;
  }

  #moveBack(log: ShippedLog): void {
    if (!this.#live.delete(log.runId)) return;
    this.#live.set(log.runId, log);
  }

  // The task may have replaced the folder of its log. The end of the run tries again.
  #abandon(log: ShippedLog, error: unknown): void {
    if (this.#live.delete(log.runId)) log.close();
    this.options.logger.warn("failed to read the log of a run for other nodes", { error, run: log.runId });
  }

  async #commit(shipments: readonly Shipment[]): Promise<void> {
    const owned = await this.options.db.transaction().setIsolationLevel("read committed")
      .execute((tx) => this.#write(tx, shipments));
    for (const shipment of shipments) {
      const { log } = shipment;
      if (owned.has(log.runId)) {
        log.committed(shipment, this.options.clock.monotonic());
        this.#notify(log.runId);
      } else if (this.#live.delete(log.runId)) log.close();
    }
  }

  // Returns the runs that are still runs of this node.
  async #write(tx: Tx, shipments: readonly Shipment[]): Promise<Set<number>> {
    const owned = await findRunsOfNode(tx, shipments.map(({ log }) => log.runId), this.options.nodeId);
    const own = shipments.filter(({ log }) => owned.has(log.runId));
    await removeAllChunks(tx, own.filter(({ log }) => log.isFresh).map(({ log }) => log.runId));
    const areNew = await insertChunks(tx, own.flatMap(({ chunks }) => chunks));
    // Stored by a commit whose result did not arrive, with another length perhaps: what follows would not fit.
    if (!areNew) throw new Error("some output was stored already");
    for (const { log: { runId }, removed, merge } of own) {
      const [first, last] = [removed[0], removed.at(-1)];
      if (first && last) await removeChunks(tx, runId, first.start, last.start + 1);
      const [one, two] = merge?.from ?? [];
      if (!merge || !one || !two) continue;
      await removeChunks(tx, runId, two.start, one.start + merge.content.length);
      await replaceChunk(tx, { runId, start: one.start, content: merge.content });
    }
    return owned;
  }

  async #store(runId: number, path: string, hasChunks: boolean): Promise<void> {
    const { clock, logger, nodeId } = this.options;
    for (let retryMs = 0; !this.#closing.signal.aborted;) {
      const packed = await this.#pack(runId, path);
      if (packed === null) return;
      try {
        const log = { runId, nodeId, ...packed, now: clock.now(), hasChunks };
        if (await this.#writes.commit((tx) => storeLog(tx, log))) this.#notify(runId);
        return;
      } catch (error) {
        if (retryMs === 0) logger.warn("failed to store the log of a run; retrying", { error, run: runId });
        retryMs = nextRetry(retryMs);
        await sleep(clock, retryMs, this.#closing.signal);
      }
    }
  }

  // Null when it cannot be read: what was shipped of it remains.
  async #pack(runId: number, path: string): Promise<PackedLog | null> {
    const { logs, logger, maxBytes, language } = this.options;
    const limits = { maxBytes: maxBytes(), language: language() };
    try {
      return await this.#packing.take(() => packLog(logs, path, limits));
    } catch (error) {
      logger.warn("failed to read the log of a run for other nodes", { error, run: runId });
      return null;
    }
  }

  // Readers that are not notified poll.
  #notify(runId: number): void {
    const { notify, logger } = this.options;
    try {
      notify(runId);
    } catch (error) {
      logger.warn("failed to notify the readers of a log", { error, run: runId });
    }
  }
}

function isShortened(log: OpenLog): boolean {
  using location = log.location();
  return (findHead(location, log.inode)?.generation ?? 0) > 0;
}

function nextRetry(retryMs: number): number {
  return Math.min(LAST_RETRY_MS, Math.max(FIRST_RETRY_MS, retryMs * 2));
}
