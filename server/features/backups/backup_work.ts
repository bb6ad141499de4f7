// Makes one backup, from the request to its record in the store. One at a time, and never during a restore or
// an update.
import { AppError } from "../../contract/app_error.ts";
import type { BackupPart } from "../../contract/automatic_backups.ts";
import type { Base } from "../../engine/base.ts";
import type { ProgressBoard, ProgressLine } from "../../platform/progress_board.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { BackupRecord, BackupStore } from "./backup_store.ts";
import { type BackupSource, makeBackup } from "./make_backup.ts";
import { freeBytes, measureParts } from "./parts.ts";
import { verifyBackup } from "./examine_copy.ts";

/** Bytes to leave free on the disk: a panel without disk space cannot run anything. */
const RESERVE_BYTES = 64 * 1024 * 1024;
/**
 * Generous estimate of the space for the copy of the database, the archive and its verification, relative to
 * the data.
 */
const TIMES_NEEDED = 2.5;

export interface WorkOptions {
  parts: readonly BackupPart[];
  encrypted: boolean;
  passphrase?: () => Promise<string | undefined>;
  automatic: boolean;
}

export interface BackupWorkOptions extends Pick<Base, "clock" | "logger"> {
  source: BackupSource;
  store: BackupStore;
  board: ProgressBoard;
  /** Called for each backup that was made or has failed. */
  onEnd(record: BackupRecord): Promise<void>;
}

export class BackupWork {
  readonly #closing = new AbortController();
  #making: BackupRecord | null = null;
  #work: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: BackupWorkOptions) {}

  /** The backup in progress; null if there is none. */
  get making(): BackupRecord | null {
    return this.#making;
  }

  /** Starts a backup; returns its metadata, and a promise for its end. Throws `panel_busy`. */
  async start(request: WorkOptions): Promise<{ record: BackupRecord; done: Promise<BackupRecord> }> {
    const { board, store, clock } = this.options;
    const line = board.begin("backup", "preparing");
    let id = clock.now();
    while (await store.find(id)) id++;
    const record: BackupRecord = {
      id,
      state: "ready",
      size: null,
      parts: [...request.parts],
      automatic: request.automatic,
      encrypted: request.encrypted,
      tables: {},
      verified: false,
      leftOut: 0,
      error: null,
    };
    this.#making = record;
    const done = this.#make(record, request, line);
    this.#work = done.catch(() => {});
    return { record, done };
  }

  /** Aborts the backup in progress and waits for its cleanup. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the panel is stopping"));
    await this.#work;
  }

  async #make(record: BackupRecord, request: WorkOptions, line: ProgressLine): Promise<BackupRecord> {
    const { store, logger, onEnd } = this.options;
    const path = store.pathOf(record);
    let ended: BackupRecord;
    try {
      // If the process dies, the next one knows about this backup.
      await store.keep({ ...record, state: "making" });
      ended = await this.#write(record, { path, passphrase: await request.passphrase?.() }, line);
      await store.keep(ended);
      logger.info("a backup was created", {
        id: ended.id,
        bytes: ended.size ?? 0,
        automatic: ended.automatic,
      });
      this.#free(() => line.finish());
    } catch (error) {
      ended = await this.#giveUp(record, error, path).finally(() => this.#free(() => line.fail(error)));
    }
    await onEnd(ended);
    return ended;
  }

  // In one step, so that no backup is in progress whenever the next one may start.
  #free(notify: () => void): void {
    this.#making = null;
    notify();
  }

  // Cleans up completely before releasing the maintenance lock, or the next backup would start at the same
  // time.
  async #giveUp(record: BackupRecord, error: unknown, path: string): Promise<BackupRecord> {
    await this.options.source.disk.remove(path).catch(() => {});
    if (this.#closing.signal.aborted) {
      await this.options.store.giveUp(record);
      throw error;
    }
    return await this.#failed(record, error);
  }

  async #write(
    record: BackupRecord,
    { path, passphrase }: { path: string; passphrase: string | undefined },
    line: ProgressLine,
  ): Promise<BackupRecord> {
    const { source, store } = this.options;
    const { signal } = this.#closing;
    await this.#refuseWithoutRoom(record.parts);
    const { manifest, size, leftOut } = await makeBackup({
      ...source,
      path,
      passphrase,
      signal,
      work: store.workFolder(),
      parts: record.parts,
      createdAt: isoTime(record.id),
      onProgress: (step, percent) => line.step(step, percent),
    });
    line.step("proving");
    await verifyBackup({ path, passphrase, signal, work: store.workFolder(), disk: source.disk, manifest });
    return { ...record, size, leftOut, tables: manifest.tables, verified: true };
  }

  async #refuseWithoutRoom(parts: readonly BackupPart[]): Promise<void> {
    const { root } = this.options.source;
    const [free, measured] = [await freeBytes(root), await measureParts(root, parts)];
    const needed = measured.reduce((sum, { bytes }) => sum + bytes, 0) * TIMES_NEEDED;
    if (free !== null && free < needed + RESERVE_BYTES) throw new AppError("storage_full");
  }

  async #failed(record: BackupRecord, error: unknown): Promise<BackupRecord> {
    const { store, logger } = this.options;
    const { code, params } = error instanceof AppError ? error : { code: "internal_error", params: {} };
    const failed: BackupRecord = { ...record, state: "failed", error: { code, params } };
    logger.error("failed to create a backup", { automatic: record.automatic, error });
    await store.keep(failed).catch((reason) => {
      logger.error("failed to record a failed backup", { error: reason });
    });
    // Only the latest failure is worth keeping.
    for (const old of await store.list()) {
      if (old.state === "failed" && old.id !== failed.id) await store.remove(old).catch(() => {});
    }
    return failed;
  }
}
