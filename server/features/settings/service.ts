import { AppError, refuseIf } from "../../contract/app_error.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import {
  isWebAddress,
  type Language,
  plainSettings,
  type Settings,
  type SettingsPatch,
} from "../../contract/settings.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import {
  noSecrets,
  type OpenedSecrets,
  openedSecrets,
  redactedSecrets,
  secretShape,
  type SecretsOptions,
  secretValues,
  type StoredSecrets,
} from "./setting_secrets.ts";
import { sensitiveChanges } from "./trusted_settings.ts";

type Stored = Omit<Settings, "effectiveTimeZone" | keyof StoredSecrets> & StoredSecrets;
type Listener = (settings: Settings) => void;

/** Name of the row that counts changes; all others are named as in the API. */
const VERSION = "version";

export interface SettingsOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
  secrets: SecretsOptions;
  /** The default time zone: the operator's TZ, or else the machine's. */
  systemTimeZone: string;
  defaultConcurrency: number;
  defaultLanguage: Language;
}

/** Reads the settings and caches them. */
export async function openSettings(options: SettingsOptions): Promise<SettingsService> {
  return new SettingsService(options, fromRows(await readSettings(options.db), options));
}

/** The administrator's settings, cached in memory. */
export class SettingsService {
  readonly #options: SettingsOptions;
  readonly #listeners = new Set<Listener>();
  #stored: Stored;

  constructor(options: SettingsOptions, stored: Stored) {
    this.#options = options;
    this.#stored = stored;
  }

  /** Returns the effective settings. */
  current(): Settings {
    const { timeZone } = this.#stored;
    return {
      ...this.#stored,
      ...redactedSecrets(this.#stored),
      effectiveTimeZone: timeZone ?? this.#options.systemTimeZone,
    };
  }

  /** Returns the settings of a patch whose change requires step-up. */
  sensitiveChanges(patch: SettingsPatch): string[] {
    return sensitiveChanges(patch, this.current());
  }

  /** Returns the decrypted secret settings. Throws `SealError`. */
  secrets(): OpenedSecrets {
    return openedSecrets(this.#stored, this.#options.secrets);
  }

  /** Calls `listener` after every change; returns a function that removes it. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Updates settings and notifies the listeners. Throws `validation_failed` for an unknown time zone, an
   * invalid address or an unusable key, `secret_key_wrong`, and `stale_version` if `expectedVersion` is not
   * the current one.
   */
  async update(patch: SettingsPatch, expectedVersion: number | null = null): Promise<Settings> {
    const { proxy, sshKey, ...plain } = patch;
    const { db, secrets } = this.#options;
    const sealed = await secretValues({ proxy, sshKey }, this.#stored, secrets);
    refuseIf([...zoneIssues(patch.timeZone), ...addressIssues(patch), ...sealed.issues]);
    const changed = await db.transaction().execute(async (tx) => {
      const before = fromRows(await readSettings(tx), this.#options);
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      const wished = Object.entries({ ...plain, ...sealed.values });
      const values = Object.fromEntries(wished.filter(([, value]) => value !== undefined));
      if (Object.keys(values).length === 0) return before;
      await writeSettings(tx, { ...values, [VERSION]: before.version + 1 });
      return fromRows(await readSettings(tx), this.#options);
    });
    this.#adopt(changed);
    return this.current();
  }

  /** Reads what another panel has changed, if the stored version is newer. */
  async refresh(): Promise<void> {
    const row = await this.#options.db.selectFrom("setting").select("value_json").where("name", "=", VERSION)
      .executeTakeFirst();
    if (Number(row?.value_json ?? 1) > this.#stored.version) await this.reload();
  }

  /** Reads what another panel has changed. */
  async reload(): Promise<void> {
    this.#apply(fromRows(await readSettings(this.#options.db), this.#options));
  }

  // Returns false when they are not newer.
  #apply(changed: Stored): boolean {
    if (changed.version <= this.#stored.version) return false;
    this.#stored = changed;
    const settings = this.current();
    for (const listener of this.#listeners) listener(settings);
    return true;
  }

  #adopt(changed: Stored): void {
    if (!this.#apply(changed)) return;
    const settings = this.current();
    const at = new Date(this.#options.clock.now()).toISOString();
    const { version } = settings;
    this.#options.bus.publish({ topic: "settings", type: "settings:updated", id: 1, version, at });
  }
}

function zoneIssues(timeZone: string | null | undefined) {
  const isFine = timeZone === null || timeZone === undefined || isTimeZone(timeZone);
  return isFine ? [] : [{ path: "timeZone", code: "unknown_time_zone" as const }];
}

function addressIssues({ dependencies, updateAddress }: SettingsPatch) {
  const places = Object.entries(dependencies ?? {}).filter(([name]) => name !== "nodeManager")
    .map(([name, value]) => [`dependencies.${name}`, value] as const);
  return [...places, ["updateAddress", updateAddress ?? null] as const].flatMap(([path, value]) =>
    value === null || isWebAddress(value) ? [] : [{ path, code: "bad_address" as const }]
  );
}

// A row that this version does not know or cannot parse counts as not set.
function fromRows(rows: Map<string, unknown>, options: SettingsOptions): Stored {
  const known = Object.entries({ ...plainSettings.shape, ...secretShape }).flatMap(([name, field]) => {
    const read = field.safeParse(rows.get(name));
    return rows.has(name) && read.success ? [[name, read.data] as const] : [];
  });
  const timeZone = rows.get("timeZone");
  const version = Number(rows.get(VERSION) ?? 1);
  return {
    ...defaults(options),
    ...Object.fromEntries(known),
    ...(typeof timeZone === "string" && !isTimeZone(timeZone) && { timeZone: null }),
    version: Number.isSafeInteger(version) ? version : 1,
  };
}

function defaults({ defaultConcurrency, defaultLanguage }: SettingsOptions): Omit<Stored, "version"> {
  return {
    concurrency: defaultConcurrency,
    language: defaultLanguage,
    followSystemLanguage: false,
    timeZone: null,
    title: "Sundial",
    theme: "system",
    logRetentionDays: 30,
    logKeepRuns: null,
    logMaxBytes: 50_000_000,
    uploadMaxBytes: 1_000_000_000,
    javascriptRuntime: "auto",
    scriptAccess: "write",
    taskTimeLimitMs: null,
    updateAddress: null,
    updateCheck: true,
    dependencies: plainSettings.shape.dependencies.unwrap().parse({}),
    backups: plainSettings.shape.backups.unwrap().parse({}),
    ...noSecrets,
  };
}

/** Returns every setting that was ever changed, by name; invalid JSON counts as not set. */
async function readSettings(db: Database | Tx): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom("setting").select(["name", "value_json"]).execute();
  return new Map(rows.flatMap(({ name, value_json }) => {
    try {
      return [[name, JSON.parse(value_json) as unknown] as const];
    } catch {
      return [];
    }
  }));
}

/** Writes settings, replacing existing ones. */
async function writeSettings(db: Tx, values: Record<string, unknown>): Promise<void> {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value_json: JSON.stringify(value) }));
  await db.insertInto("setting").values(rows)
    .onConflict((on) =>
      on.column("name").doUpdateSet((row) => ({ value_json: row.ref("excluded.value_json") }))
    )
    .execute();
}
