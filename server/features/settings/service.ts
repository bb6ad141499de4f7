import { AppError, refuseIf } from "../../contract/app_error.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import type { Parsed } from "../../contract/parsed.ts";
import {
  isPulseAddress,
  isWebAddress,
  type Language,
  type Settings,
  type SettingsPatch,
} from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import { noteChanges } from "../../engine/change_scope.ts";
import type { Tx } from "../../engine/store.ts";
import type { Logger } from "../../platform/logger.ts";
import { isoTime } from "../../platform/iso_time.ts";
import {
  type OpenedSecrets,
  openedSecrets,
  redactedSecrets,
  type SecretsOptions,
  secretValues,
} from "./setting_secrets.ts";
import { settingChanges } from "./setting_changes.ts";
import { readSettings, type StoredSettings, VERSION } from "./stored_settings.ts";
import { sensitiveChanges } from "./trusted_settings.ts";

type Listener = (settings: Settings) => void;
/** Refuses a change that what other features store does not allow. */
type Check = (tx: Tx, patch: Parsed<SettingsPatch>, before: StoredSettings) => Promise<void>;

export interface SettingsOptions extends Pick<Base, "db" | "clock" | "bus"> {
  secrets: SecretsOptions;
  /** The default time zone: the operator's TZ, or else the machine's. */
  systemTimeZone: string;
  defaultConcurrency: number;
  defaultLanguage: Language;
  logger: Pick<Logger, "warn">;
}

export async function openSettings(options: SettingsOptions): Promise<SettingsService> {
  const { stored, unreadable } = await readSettings(options.db, options);
  for (const [name, instead] of unreadable) {
    options.logger.warn("a stored setting is not valid, change it in the settings", { name, instead });
  }
  return new SettingsService(options, stored);
}

/** The administrator's settings, cached in memory. */
export class SettingsService {
  readonly #listeners = new Set<Listener>();
  readonly #checks: Check[] = [];

  constructor(private readonly options: SettingsOptions, private stored: StoredSettings) {}

  current(): Settings {
    const { timeZone } = this.stored;
    return {
      ...this.stored,
      ...redactedSecrets(this.stored),
      effectiveTimeZone: timeZone ?? this.options.systemTimeZone,
    };
  }

  /** Returns the settings of a patch whose change requires step-up. */
  sensitiveChanges(patch: Parsed<SettingsPatch>): string[] {
    return sensitiveChanges(patch, this.current());
  }

  /** Returns the decrypted secret settings. Throws `SealError`. */
  secrets(): OpenedSecrets {
    return openedSecrets(this.stored, this.options.secrets);
  }

  /** Adds a rule of another feature, which refuses a change by throwing. */
  check(rule: Check): void {
    this.#checks.push(rule);
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
  async update(patch: Parsed<SettingsPatch>, expectedVersion: number | null = null): Promise<Settings> {
    const { proxy, sshKey, ...plain } = patch;
    const { db, secrets } = this.options;
    const sealed = await secretValues({ proxy, sshKey }, this.stored, secrets);
    refuseIf([...zoneIssues(patch.timeZone), ...addressIssues(patch), ...sealed.issues]);
    const { before, changed } = await db.transaction().execute(async (tx) => {
      const { stored: before } = await readSettings(tx, this.options);
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      for (const check of this.#checks) await check(tx, patch, before);
      const wished = Object.entries({ ...plain, ...sealed.values });
      const values = Object.fromEntries(wished.filter(([, value]) => value !== undefined));
      if (Object.keys(values).length === 0) return { before, changed: before };
      await writeSettings(tx, { ...values, [VERSION]: before.version + 1 });
      return { before, changed: (await readSettings(tx, this.options)).stored };
    });
    noteChanges(settingChanges(before, changed));
    this.#adopt(changed);
    return this.current();
  }

  /** Reads what another panel has changed, if the stored version is newer. */
  async refresh(): Promise<void> {
    const row = await this.options.db.selectFrom("setting").select("value_json").where("name", "=", VERSION)
      .executeTakeFirst();
    if (Number(row?.value_json ?? 1) > this.stored.version) await this.reload();
  }

  /** Reads what another panel has changed. */
  async reload(): Promise<void> {
    this.#apply((await readSettings(this.options.db, this.options)).stored);
  }

  // Returns false when they are not newer.
  #apply(changed: StoredSettings): boolean {
    if (changed.version <= this.stored.version) return false;
    this.stored = changed;
    const settings = this.current();
    for (const listener of this.#listeners) listener(settings);
    return true;
  }

  #adopt(changed: StoredSettings): void {
    if (!this.#apply(changed)) return;
    const settings = this.current();
    const at = isoTime(this.options.clock.now());
    const { version } = settings;
    this.options.bus.publish({ topic: "settings", type: "settings:updated", id: 1, version, at });
  }
}

function zoneIssues(timeZone: string | null | undefined) {
  const isFine = timeZone === null || timeZone === undefined || isTimeZone(timeZone);
  return isFine ? [] : [{ path: "timeZone", code: "unknown_time_zone" as const }];
}

function addressIssues({ dependencies, updateAddress, pulseUrl = null }: SettingsPatch) {
  const registries = Object.entries(dependencies ?? {}).filter(([name]) => name !== "nodeManager")
    .map(([name, value]) => [`dependencies.${name}`, value] as const);
  const issues = [...registries, ["updateAddress", updateAddress ?? null] as const].flatMap(([path, value]) =>
    value === null || isWebAddress(value) ? [] : [{ path, code: "bad_address" as const }]
  );
  const isPulseFine = pulseUrl === null || isPulseAddress(pulseUrl);
  return isPulseFine ? issues : [...issues, { path: "pulseUrl", code: "bad_address" as const }];
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
