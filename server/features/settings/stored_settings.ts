// The settings as rows: one for each that was ever changed, named as in the API.
import { isTimeZone } from "../../contract/cron/zone.ts";
import { backupLimits } from "../../contract/limits/backups.ts";
import { type Language, plainSettings, type Settings } from "../../contract/settings.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { noSecrets, secretShape, type StoredSecrets } from "./setting_secrets.ts";

export type StoredSettings = Omit<Settings, "effectiveTimeZone" | keyof StoredSecrets> & StoredSecrets;

/** Name of the row that counts changes. */
export const VERSION = "version";

interface Defaults {
  defaultConcurrency: number;
  defaultLanguage: Language;
}

/** Reads the settings. `unreadable` has the names of rows that are not valid, with what counts instead. */
export async function readSettings(
  db: Database | Tx,
  options: Defaults,
): Promise<{ stored: StoredSettings; unreadable: [name: string, instead: unknown][] }> {
  const rows = new Map(
    (await db.selectFrom("setting").select(["name", "value_json"]).execute())
      .map(({ name, value_json }) => [name, parseJson(value_json)]),
  );
  const defaults = defaultsOf(options);
  const valid: Record<string, unknown> = {};
  const unreadable: [string, unknown][] = [];
  for (const [name, field] of Object.entries({ ...plainSettings.shape, ...secretShape })) {
    if (!rows.has(name)) continue;
    const value = rows.get(name);
    const read = field.safeParse(value);
    if (value !== undefined && read.success && !(name === "timeZone" && !isKnownZone(read.data))) {
      valid[name] = read.data;
    } else {
      const safe = { ...defaults, ...safeValues(defaults) };
      unreadable.push([name, valid[name] = safe[name as keyof typeof safe]]);
    }
  }
  const version = Number(rows.get(VERSION) ?? 1);
  const stored = { ...defaults, ...valid, version: Number.isSafeInteger(version) ? version : 1 };
  return { stored, unreadable };
}

// What counts where the stored value is not valid, unless it is the default: a default must not delete what the owner wanted
// to keep, nor permit or send what the owner may have turned off.
function safeValues({ backups }: Omit<StoredSettings, "version">): Partial<StoredSettings> {
  return {
    logRetentionDays: null,
    scriptAccess: "none",
    updateCheck: false,
    backups: { ...backups, keep: backupLimits.keep },
  };
}

function defaultsOf({ defaultConcurrency, defaultLanguage }: Defaults): Omit<StoredSettings, "version"> {
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
    passwordLogin: true,
    pulseUrl: null,
    dependencies: plainSettings.shape.dependencies.unwrap().parse({}),
    backups: plainSettings.shape.backups.unwrap().parse({}),
    ...noSecrets,
  };
}

function isKnownZone(zone: unknown): boolean {
  return zone === null || typeof zone === "string" && isTimeZone(zone);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
