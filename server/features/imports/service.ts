import { noCalendars } from "../tasks/task_timetable.ts";
import { join, resolve } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { importKinds, type ImportQuery, type ImportResource } from "../../contract/imports.ts";
import { formatError } from "../../contract/messages/format.ts";
import { ChangeScope, currentAuthor } from "../../engine/change_scope.ts";
import type { Language } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import type { Disk } from "../../platform/disk.ts";
import { isStorageFull } from "../../platform/files/storage_full.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { whileThereIsRoom } from "../backups/inspections.ts";
import type { ImportContent, ImportSource } from "./import_content.ts";
import { countHeld, ImportMarks } from "./import_marks.ts";
import { countHeldFiles, formatOmissions, formatReport } from "./import_report.ts";
import { expiryOf, type ImportRecord, ImportStore } from "./import_store.ts";
import { type ImportTargets, runImport, type RunImportOptions } from "./run_import.ts";
import type { StagedFiles } from "./staged_files.ts";
import { importError, readStaged, stageArchive, stageFolder } from "./staging.ts";

export interface ImportsOptions extends Pick<Base, "db" | "clock" | "logger" | "zone"> {
  disk: Disk;
  /** The data folder. */
  root: string;
  targets: ImportTargets;
  /** The most specific ones first. */
  sources: readonly ImportSource[];
}

/** What to import: bytes that arrive, or a file or folder of this machine. */
export type ImportInput = { content: AsyncIterable<Uint8Array> } | { path: string };

export interface ReceiveOptions extends ImportQuery {
  language: Language;
  /** Called when everything has arrived and nothing is read yet; throwing cancels the import. */
  onReceived?(): Promise<void>;
}

interface Run {
  done: number;
  total: number;
  ended: Promise<void>;
}

/** Imports data of other programs: first into a report that changes nothing, then on request. */
export class Imports {
  readonly #store: ImportStore;
  readonly #runs = new Map<number, Run>();
  readonly #closing = new AbortController();

  constructor(private readonly options: ImportsOptions) {
    this.#store = new ImportStore(options.root, options.disk);
  }

  /** Recovers what the last process left: imports that it did not complete can be applied again. */
  async open(): Promise<void> {
    await this.#store.removeIncomplete();
    for (const record of await this.#store.list()) {
      if (record.state !== "running") continue;
      await this.#store.save({
        ...record,
        state: "failed",
        error: { code: "import_interrupted", params: {} },
      });
    }
    await this.prune();
  }

  /** Removes uploads that nobody has used for a day. */
  async prune(): Promise<void> {
    await this.#store.prune(this.options.clock.now(), new Set(this.#runs.keys()));
  }

  /** Stops imports after their current step; they can be applied again. */
  async close(): Promise<void> {
    this.#closing.abort(new AppError("import_interrupted"));
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
  }

  /**
   * Stores what is to be imported and reports what an import would create. Throws `import_refused`, `storage_full`, and the
   * errors of the content; nothing is left behind then.
   */
  async receive(input: ImportInput, options: ReceiveOptions): Promise<ImportResource> {
    const { clock } = this.options;
    const id = await this.#store.create(clock.now());
    try {
      const staged = await this.#stage(id, input, options);
      const { source, content } = await this.#read(staged, options.source);
      const report = await this.#import(id, {
        source,
        staged,
        content,
        language: options.language,
        write: false,
        enable: false,
      });
      const total = importKinds.reduce((sum, kind) => sum + content[kind].length, content.refused.length);
      if (total === 0) throw importError("nothing_found");
      const now = clock.now();
      const record: ImportRecord = {
        id,
        source: source.name,
        fileName: staged.name,
        state: "ready",
        report,
        leftOut: content.leftOut,
        enabled: null,
        error: null,
        createdAt: now,
        changedAt: now,
      };
      await this.#store.save(record);
      await this.prune();
      return await this.#format(record, options.language);
    } catch (error) {
      await this.#store.remove(id).catch(() => {});
      throw isStorageFull(error) ? new AppError("storage_full") : error;
    }
  }

  /** Returns all imports of the last day, newest first. */
  async list(language: Language): Promise<ImportResource[]> {
    const records = await this.#store.list();
    return await Promise.all(records.map((record) => this.#format(record, language)));
  }

  /** Returns one import. Throws `not_found`. */
  async get(id: number, language: Language): Promise<ImportResource> {
    return await this.#format(await this.#find(id), language);
  }

  /**
   * Starts to create what is new. Can be repeated: nothing is created twice, and `enable` then enables what waits for it.
   * Does nothing while the import is running. Throws `not_found`.
   */
  async apply(id: number, { enable, language }: { enable: boolean; language: Language }): Promise<void> {
    if (this.#runs.has(id)) return;
    const ended = Promise.withResolvers<void>();
    const run: Run = { done: 0, total: 0, ended: ended.promise };
    this.#runs.set(id, run);
    try {
      const record = await this.#find(id);
      const changedAt = this.options.clock.now();
      const running: ImportRecord = { ...record, state: "running", enabled: enable, error: null, changedAt };
      await this.#store.save(running);
      // It goes on after the request has been answered.
      const scope = new ChangeScope(currentAuthor());
      void scope.run(() => this.#run(running, run, { enable, language })).finally(() => {
        this.#runs.delete(id);
        ended.resolve();
      });
    } catch (error) {
      this.#runs.delete(id);
      ended.resolve();
      throw error;
    }
  }

  /** Resolves when an import is no longer running. */
  async ended(id: number): Promise<void> {
    await this.#runs.get(id)?.ended;
  }

  /** Deletes an upload and returns it; what it created stays. Throws `not_found`, or `import_running`. */
  async remove(id: number): Promise<ImportRecord> {
    if (this.#runs.has(id)) throw new AppError("import_running");
    const record = await this.#find(id);
    await this.#store.remove(id);
    return record;
  }

  async #run(
    record: ImportRecord,
    run: Run,
    { enable, language }: { enable: boolean; language: Language },
  ): Promise<void> {
    const { clock, logger } = this.options;
    const end = async (change: Partial<ImportRecord>) =>
      await this.#store.save({ ...record, changedAt: clock.now(), ...change })
        .catch((error) => logger.error("failed to store the state of an import", { id: record.id, error }));
    try {
      const staged = await readStaged(this.#store.folder(record.id), record.fileName);
      const { source, content } = await this.#read(staged, record.source);
      const onProgress = (done: number, total: number) => void Object.assign(run, { done, total });
      const how = { source, staged, content, language, write: true, enable };
      const report = await this.#import(record.id, how, { onProgress, signal: this.#closing.signal });
      await end({ state: "done", report, leftOut: content.leftOut });
    } catch (error) {
      const known = error instanceof AppError
        ? error
        : new AppError(isStorageFull(error) ? "storage_full" : "internal_error", { reference: record.id });
      if (known.code === "internal_error") logger.error("an import failed", { id: record.id, error });
      await end({ state: "failed", error: { code: known.code, params: known.params } });
    }
  }

  async #stage(id: number, input: ImportInput, { name, onReceived }: ReceiveOptions): Promise<StagedFiles> {
    const { disk } = this.options;
    const into = this.#store.folder(id);
    const stage = { into, disk, name: name ?? null };
    if ("content" in input) {
      const archive = join(into, "archive");
      await disk.writeNew(archive, whileThereIsRoom(input.content, into), 0o600);
      await onReceived?.();
      const staged = await stageArchive(archive, stage);
      await disk.remove(archive);
      return staged;
    }
    const origin = resolve(input.path);
    const { isDirectory } = await Deno.stat(input.path).catch(() => {
      throw importError("not_readable", { name: input.path });
    });
    return await (isDirectory ? stageFolder : stageArchive)(input.path, { ...stage, origin });
  }

  async #read(
    staged: StagedFiles,
    wanted: ImportQuery["source"],
  ): Promise<{ source: ImportSource; content: ImportContent }> {
    for (const source of this.options.sources) {
      if (wanted !== "auto" && wanted !== source.name) continue;
      if (await source.detect(staged)) return { source, content: await source.read(staged) };
    }
    throw importError(wanted === "auto" ? "unknown_source" : "wrong_source");
  }

  async #import(
    id: number,
    { source, staged, content, language, write, enable }: {
      source: ImportSource;
      staged: StagedFiles;
      content: ImportContent;
      language: Language;
      write: boolean;
      enable: boolean;
    },
    options?: RunImportOptions,
  ) {
    const { db, targets, zone, clock } = this.options;
    const context = {
      db,
      write,
      enable,
      language,
      zone: zone(),
      now: clock.now(),
      // What is imported names none.
      findCalendar: noCalendars,
      staged,
      madeFiles: join(this.#store.folder(id), "made"),
      marks: await ImportMarks.load(db, source.name, id),
      subscriptionIds: new Map<string, number>(),
    };
    return await runImport(content, context, targets, options);
  }

  async #find(id: number): Promise<ImportRecord> {
    const record = await this.#store.find(id);
    if (record === null) throw new AppError("not_found");
    return record;
  }

  async #format(record: ImportRecord, language: Language): Promise<ImportResource> {
    const { id, source, fileName, state, report, leftOut, enabled, error, createdAt } = record;
    const run = this.#runs.get(id);
    return {
      id,
      source,
      fileName,
      state,
      report: formatReport(report, language),
      leftOut: formatOmissions(leftOut, language),
      progress: run && state === "running" ? { done: run.done, total: run.total } : null,
      enabled,
      held: await countHeld(this.options.db, id) + (enabled === false ? countHeldFiles(report) : 0),
      error: error && formatError(error, language),
      createdAt: isoTime(createdAt),
      expiresAt: isoTime(expiryOf(record)),
    };
  }
}
