import { AppError } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type { AutomaticBackups } from "../../contract/automatic_backups.ts";
import type { Backup, BackupList, BackupRequest } from "../../contract/backups.ts";
import { hasBackupFailed } from "../../contract/limits/backups.ts";
import type { ProgressKind } from "../../contract/progress.ts";
import type { Language } from "../../contract/settings.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { AutomaticPassphrase } from "./automatic_passphrase.ts";
import { type BackupRecord, type BackupStore, INTERRUPTED } from "./backup_store.ts";
import type { BackupWork } from "./backup_work.ts";
import type { BackupSource } from "./make_backup.ts";
import { freeBytes } from "./parts.ts";
import {
  findStateBefore,
  listStatesBefore,
  type PreviousState,
  removeStateBefore,
} from "./restore_journal.ts";
import type { Base } from "../../engine/base.ts";
import { dueAfter } from "../../engine/occurrences.ts";
import { timetableOf } from "../../engine/timetable.ts";
import { type ErrorCode, errorStatus } from "../../contract/error_codes.ts";
import { formatContractError } from "../../contract/messages/format.ts";
import { countsOf } from "./examine_copy.ts";

const DAY_MS = 86_400_000;

export interface BackupsOptions extends Pick<Base, "db" | "clock"> {
  source: BackupSource;
  store: BackupStore;
  work: BackupWork;
  passphrase: AutomaticPassphrase;
  settings(): { backups: AutomaticBackups; effectiveTimeZone: string };
  /** Whether the database in the data folder is the panel's: another one must not displace good backups. */
  hasDatabase(): boolean;
  /** The operation in progress that rules out a backup; null if there is none. */
  busyWith(): ProgressKind | null;
}

/** Manages stored and automatic backups. */
export class Backups {
  constructor(private readonly options: BackupsOptions) {}

  /** Returns all backups, newest first: in progress, archived, and states before restores. */
  async list(language: Language): Promise<BackupList> {
    const { source: { root }, store, work, passphrase } = this.options;
    // Read before the store: otherwise a backup that ends in between would be missing or appear twice.
    const { making } = work;
    const records = (await store.list()).filter(({ id }) => id !== making?.id);
    const archives = records.map((record) => describeBackup(record, language));
    const before = (await listStatesBefore(root)).map(describeStateBefore);
    const stored = [...archives, ...before].sort((one, other) => other.createdAt < one.createdAt ? -1 : 1);
    const items = [...making ? [this.making(making, language)] : [], ...stored];
    const next = await this.#nextAt();
    return {
      items,
      total: items.length,
      freeBytes: await freeBytes(root),
      passphraseSet: await passphrase.isSet(),
      nextAutomaticAt: isoTime(next),
    };
  }

  /** Converts a backup in progress to a backup of the API. */
  making(record: BackupRecord, language: Language): Backup {
    return { ...describeBackup(record, language), state: "making" };
  }

  /** Starts a backup. Throws `panel_busy`. */
  async start({ parts, passphrase }: Parsed<BackupRequest>, language: Language): Promise<Backup> {
    const encrypted = passphrase !== undefined;
    const request = { parts, encrypted, passphrase: () => Promise.resolve(passphrase), automatic: false };
    const { record, done } = await this.options.work.start(request);
    // The list and the progress events report the outcome.
    done.catch(() => {});
    return this.making(record, language);
  }

  /** Returns an archive. Throws `not_found`, `backup_not_ready`. */
  async archive(id: number): Promise<{ path: string; record: BackupRecord }> {
    const { store, work } = this.options;
    if (work.making?.id === id) throw new AppError("backup_not_ready");
    const record = await store.find(id);
    if (!record) throw new AppError("not_found");
    if (record.state !== "ready") throw new AppError("backup_not_ready");
    return { path: store.pathOf(record), record };
  }

  /** Deletes an archive or a state before a restore. Throws `not_found`, `backup_not_ready`, `panel_busy`. */
  async remove(id: number): Promise<void> {
    const { store, work, busyWith, source: { root, disk } } = this.options;
    if (work.making?.id === id) throw new AppError("backup_not_ready");
    const record = await store.find(id);
    if (record) return await store.remove(record);
    if (!await findStateBefore(root, id)) throw new AppError("not_found");
    // The next start may put it in place: without it, there would be neither the old nor the new state.
    const kind = busyWith();
    if (kind !== null) throw new AppError("panel_busy", { kind });
    await removeStateBefore(root, id, disk);
  }

  /** Makes an automatic backup if one is due, and deletes the oldest beyond the limit. */
  async makeAutomatic(): Promise<void> {
    const { work, clock, settings, passphrase, busyWith, hasDatabase } = this.options;
    const due = await this.#nextAt();
    if (due === null || due > clock.now() || busyWith() !== null || !hasDatabase()) return;
    const { parts } = settings().backups;
    const encrypted = await passphrase.isSet();
    const request = { parts, encrypted, passphrase: () => passphrase.open(), automatic: true };
    const made = await (await work.start(request)).done;
    if (made.state === "ready") await this.#removeSurplus();
  }

  async #removeSurplus(): Promise<void> {
    const { store, settings } = this.options;
    const automatic = (await store.list()).filter(({ automatic, state }) => automatic && state === "ready");
    for (const old of automatic.slice(settings().backups.keep)) await store.remove(old);
  }

  async #nextAt(): Promise<number | null> {
    const { backups, effectiveTimeZone: zone } = this.options.settings();
    const since = await this.#lastAt();
    return since === null ? null : nextAutomatic({ settings: backups, zone, since });
  }

  // Null before the panel is set up, because there is nothing to back up.
  async #lastAt(): Promise<number | null> {
    const { store, db } = this.options;
    // An interrupted backup is made again at once, not a day later.
    const last = (await store.list()).find(({ automatic, error }) =>
      automatic && error?.code !== INTERRUPTED
    );
    if (last) return last.id;
    const row = await db.selectFrom("account").select(({ fn }) => fn.min("created_at").as("at"))
      .executeTakeFirst();
    return row?.at ?? null;
  }
}

interface AutomaticPlan {
  settings: AutomaticBackups;
  /** The panel's time zone. */
  zone: string;
  /** When the last backup was started or the panel was set up, in ms since the epoch. */
  since: number;
}

/**
 * Returns when the next automatic backup is due (ms since the epoch), even if that has passed; null if they
 * are disabled.
 */
export function nextAutomatic({ settings, zone, since }: AutomaticPlan): number | null {
  if (!settings.enabled) return null;
  const [hour, minute] = settings.at.split(":").map(Number);
  const timetable = timetableOf([`${minute} ${hour} * * *`], zone, 0);
  return dueAfter(timetable, since + (settings.everyDays - 1) * DAY_MS);
}

/** Converts a stored backup to a backup of the API. */
export function describeBackup({ tables, error, ...record }: BackupRecord, language: Language): Backup {
  const { id, state, size, parts, encrypted, automatic, verified, leftOut } = record;
  return {
    id,
    kind: "archive",
    state,
    createdAt: isoTime(id),
    size,
    parts,
    encrypted,
    automatic,
    counts: countsOf(tables),
    verified,
    leftOut,
    error: error && formatError(error, language),
  };
}

/** Converts a state before a restore to a backup of the API. */
function describeStateBefore({ id, createdAt, parts }: PreviousState): Backup {
  return {
    id,
    kind: "before_restore",
    state: "ready",
    createdAt,
    size: null,
    parts,
    encrypted: false,
    automatic: true,
    counts: {},
    verified: false,
    leftOut: 0,
    error: null,
  };
}

export function outcomeOf(record: BackupRecord) {
  const { state, size: bytes } = record;
  const failure = hasBackupFailed(record) ? "failed" as const : "interrupted" as const;
  return {
    outcome: state === "ready" ? "succeeded" as const : failure,
    bytes,
    reason(language: Language): string {
      const { error } = describeBackup(record, language);
      // The detail of an internal error refers to the log of a request.
      return (error?.code === "internal_error" ? error.title : error?.detail) ?? "";
    },
  };
}

function formatError({ code, params }: NonNullable<BackupRecord["error"]>, language: Language) {
  const known = Object.hasOwn(errorStatus, code) ? code as ErrorCode : "internal_error"; // an own key, so it is an error code
  return { code: known, ...formatContractError(known, { reference: "", ...params }, language) };
}
