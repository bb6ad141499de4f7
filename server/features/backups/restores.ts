import type { ArchiveContents, Inspection, RestoreBody } from "../../contract/backups.ts";
import { AppError } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type { BackupPart } from "../../contract/automatic_backups.ts";
import type { Base } from "../../engine/base.ts";
import type { Database } from "../../engine/store.ts";
import { isEncrypted } from "../../platform/archive/read_archive.ts";
import { withFileErrors } from "../../platform/files/file_errors.ts";
import type { ProgressBoard, ProgressLine } from "../../platform/progress_board.ts";
import type { BackupStore } from "./backup_store.ts";
import type { Inspections } from "./inspections.ts";
import { type BackupSource, keyFileOf } from "./make_backup.ts";
import { stageRestore, stageUndo, tryStaged } from "./stage_restore.ts";
import { findStateBefore } from "./restore_journal.ts";
import type { Kysely } from "kysely";
import { liveStates } from "../../engine/states.ts";
import type { Tables } from "../../migrations/tables.ts";
import type { Disk } from "../../platform/disk.ts";
import { Sealer } from "../../platform/seal.ts";
import type { SealedKind } from "../../contract/sealed_kinds.ts";
import { findLostSecrets } from "../secret_key/lost_secrets.ts";
import { runDatabaseJob } from "./database_jobs.ts";
import { join } from "node:path";
import { countsOf, examineCopy } from "./examine_copy.ts";
import type { Manifest } from "./manifest.ts";
import { DATABASE_FILE, measureParts } from "./parts.ts";
import { unpackArchive } from "./unpack_archive.ts";

export interface RestoresOptions extends Pick<Base, "db" | "clock" | "logger"> {
  source: BackupSource;
  store: BackupStore;
  inspections: Inspections;
  board: ProgressBoard;
  /** Names of the other panels and workers that use the database now. */
  otherNodes(): Promise<string[]>;
  /** Restarts the panel; null if that is impossible. */
  restart: (() => void) | null;
}

/** Inspects archives and restores them. */
export class Restores {
  #work: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RestoresOptions) {}

  /** Stores and inspects an upload. Throws `archive_refused` and similar, leaving nothing behind. */
  async inspectUpload(content: AsyncIterable<Uint8Array>): Promise<Inspection> {
    const { inspections, source } = this.options;
    const id = await withFileErrors(source.root, () => inspections.take(content));
    try {
      return await this.inspect(id, undefined);
    } catch (error) {
      await inspections.drop(id);
      throw error;
    }
  }

  /** Inspects an uploaded archive. Throws `not_found`, `archive_refused` and similar. */
  async inspect(inspectionId: number, passphrase: string | undefined): Promise<Inspection> {
    const path = this.options.inspections.path(inspectionId);
    // It may be deleted meanwhile: after an hour, or after three more uploads.
    return { inspectionId, ...await withFileErrors(path, () => this.#inspect(path, passphrase)) };
  }

  /** Inspects a stored backup. Throws `not_found`, `backup_not_ready`, `archive_refused` and similar. */
  async inspectStored(id: number, passphrase: string | undefined): Promise<Inspection> {
    const path = await this.#stored(id);
    return { inspectionId: id, ...await withFileErrors(path, () => this.#inspect(path, passphrase)) };
  }

  /**
   * Starts a restore after the checks that are possible at once. `done` resolves when everything is staged
   * and the panel restarts, which completes the restore. Throws `panel_busy`, `restart_impossible`,
   * `not_found`, `nodes_running`.
   */
  async start(request: Parsed<RestoreBody>): Promise<{ done: Promise<void> }> {
    const { board, restart } = this.options;
    if (restart === null) throw new AppError("restart_impossible");
    const stage = await this.#stageOf(request);
    await this.#expectNoOthers(request);
    const line = board.begin("restore", "unpacking");
    const done = this.#restore(stage, line, restart);
    this.#work = done;
    return { done };
  }

  /** Waits until nothing is in progress. */
  async close(): Promise<void> {
    await this.#work;
    await this.options.inspections.close();
  }

  // They would go on with data that no longer exists.
  async #expectNoOthers({ parts }: RestoreBody): Promise<void> {
    if (parts?.includes("database") === false) return;
    const names = await this.options.otherNodes();
    if (names.length > 0) throw new AppError("nodes_running", { names: names.join(", ") });
  }

  async #restore(stage: Stage, line: ProgressLine, restart: () => void): Promise<void> {
    const { logger } = this.options;
    try {
      await stage(line);
      logger.warn("a restore is prepared; restarting to complete it");
      line.step("restarting");
      restart();
    } catch (error) {
      if (!(error instanceof AppError)) logger.error("a restore failed", { error });
      line.fail(error);
    }
  }

  async #stageOf({ inspectionId, backupId = 0, parts, passphrase }: RestoreBody): Promise<Stage> {
    const { source: { root, disk }, clock, inspections } = this.options;
    const stage = (archive: string, wanted: readonly BackupPart[] | undefined): Stage => async (line) => {
      await stageRestore({
        root,
        archive,
        parts: wanted,
        passphrase,
        disk,
        now: clock.now(),
        trial: tryStaged,
        onProgress: (step, percent) => line.step(step, percent),
      });
    };
    if (inspectionId !== undefined) return stage(inspections.path(inspectionId), parts);
    if (!await findStateBefore(root, backupId)) return stage(await this.#stored(backupId), parts);
    return async () => void await stageUndo({ root, id: backupId, disk, now: clock.now() });
  }

  async #stored(id: number): Promise<string> {
    const { store } = this.options;
    const record = await store.find(id);
    if (!record) throw new AppError("not_found");
    if (record.state !== "ready") throw new AppError("backup_not_ready");
    return store.pathOf(record);
  }

  async #inspect(path: string, passphrase: string | undefined): Promise<Omit<Inspection, "inspectionId">> {
    const { source, store, db } = this.options;
    const { root, disk, installation } = source;
    const encrypted = await isEncrypted(path);
    const { size } = await Deno.stat(path);
    if (encrypted && passphrase === undefined) return { size, encrypted, contents: null };
    const options = {
      path,
      work: store.workFolder(),
      disk,
      root,
      keyFile: keyFileOf(source),
      installation,
      db,
    };
    return { size, encrypted, contents: await inspectArchive({ ...options, passphrase }) };
  }
}

type Stage = (line: ProgressLine) => Promise<void>;

interface InspectOptions {
  path: string;
  passphrase?: string | undefined;
  /** A private folder, removed afterwards. */
  work: string;
  disk: Disk;
  root: string;
  keyFile: string;
  installation: string;
  db: Database;
}

/**
 * Reads a whole archive and returns its contents and what it would replace; unpacks only the database, to a
 * temporary folder. Throws `archive_refused` and similar.
 */
async function inspectArchive(options: InspectOptions): Promise<ArchiveContents> {
  const { path, passphrase, work, disk, root, keyFile, installation, db } = options;
  try {
    const wants = (name: string) => name === DATABASE_FILE;
    const { manifest, parts } = await unpackArchive(path, { into: work, passphrase, disk, wants });
    const details = manifest.parts.includes("database") ? await examineCopy(work, manifest) : null;
    return {
      createdAt: manifest.createdAt,
      panelVersion: manifest.panelVersion,
      parts,
      counts: details ? countsOf(details.tables) : {},
      ...await secretsAfterRestore(work, { manifest, sealed: details?.sealed ?? 0, keyFile }),
      sameInstallation: manifest.installation === installation,
      replaces: {
        counts: await presentCounts(db),
        parts: await measureParts(root, manifest.parts),
        running: await countRunning(db),
      },
    };
  } finally {
    await disk.remove(work);
  }
}

/** Kinds that come from the current database, or end with a restore. */
const NOT_RESTORED: readonly SealedKind[] = ["second_factor", "identity_provider", "run"];

async function secretsAfterRestore(
  folder: string,
  { manifest, sealed, keyFile }: { manifest: Manifest; sealed: number; keyFile: string },
): Promise<Pick<ArchiveContents, "secrets" | "lostSecrets">> {
  if (sealed === 0) return { secrets: "none", lostSecrets: [] };
  if (manifest.holdsKey) return { secrets: "included", lostSecrets: [] };
  const path = join(folder, DATABASE_FILE);
  const values = await runDatabaseJob({ kind: "listSealed", path });
  const restored = values.filter(({ kind }) => !NOT_RESTORED.includes(kind));
  const lost = [...findLostSecrets(restored, new Sealer(folder, keyFile))];
  return {
    secrets: lost.length === 0 ? "same_key" : "lost",
    lostSecrets: lost.map(([kind, names]) => ({ kind, names: [...names] })),
  };
}

const counted = ["task", "run", "variable", "subscription", "dependency", "view", "application"] as const;

async function presentCounts(db: Kysely<Tables>) {
  const tables: Record<string, number> = {};
  for (const table of counted) {
    const row = await db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    tables[table] = row.count;
  }
  return countsOf(tables);
}

async function countRunning(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom("run").select(({ fn }) => fn.countAll<number>().as("count"))
    .where("finished_at", "is", null).where("state", "in", liveStates).executeTakeFirstOrThrow();
  return row.count;
}
