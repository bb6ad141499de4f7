// The backup archive or data folder of qinglong. Its account is never taken over.
import type { ImportOmission } from "../../../../contract/import_reasons.ts";
import type { ImportKind } from "../../../../contract/imports.ts";
import { isTimeZone } from "../../../../contract/cron/zone.ts";
import { fieldsOf } from "../../../../platform/json_fields.ts";
import { type ForeignRow, readForeignTables, type UnknownColumn } from "../../foreign_database.ts";
import { emptyContent, type ImportContent, type ImportSource } from "../../import_content.ts";
import type { StagedFiles } from "../../staged_files.ts";
import { readFiles } from "./read_files.ts";
import {
  applicationColumns,
  cachedApplications,
  dependencyColumns,
  readApplications,
  readChannel,
  readDependencies,
  readVariables,
  readViews,
  settingColumns,
  variableColumns,
  viewColumns,
} from "./read_settings.ts";
import { GLOBAL_KEY, ReadSubscriptions, subscriptionColumns } from "./read_subscriptions.ts";
import { readTasks, taskColumns } from "./read_tasks.ts";
import { cleanLine, jsonOf, textOf } from "./values.ts";

const DATABASE = "db/database.sqlite";
const CACHE = "db/keyv.sqlite";
const MAX_KEY_BYTES = 20_000;

const columns = {
  Crontabs: taskColumns,
  CrontabViews: viewColumns,
  Subscriptions: subscriptionColumns,
  Envs: variableColumns,
  Dependences: dependencyColumns,
  Apps: applicationColumns,
  Auths: settingColumns,
  RunningInstances: { read: [] },
  CrontabStats: { read: [] },
};

/** What the rows of each table become. */
const kindOf: Partial<Record<keyof typeof columns, ImportKind>> = {
  Crontabs: "tasks",
  CrontabViews: "views",
  Subscriptions: "subscriptions",
  Envs: "variables",
  Dependences: "dependencies",
  Apps: "applications",
  Auths: "channels",
};

/** Settings that are not of the panel itself. */
const otherSettings = new Set(["authConfig", "authToken", "loginLog", "notification"]);

export const qinglongSource: ImportSource = {
  name: "qinglong",
  detect: (files) => Promise.resolve(rootOf(files) !== null),
  async read(files) {
    const root = rootOf(files) ?? "";
    const content = emptyContent();
    const cache = await readCache(files, root);
    const hasDatabase = files.find(`${root}${DATABASE}`) !== undefined;
    const { tables, unknown } = hasDatabase
      ? await readForeignTables(files.locate(`${root}${DATABASE}`), columns)
      : { tables: null, unknown: {} };
    const settings = tables?.Auths ?? [];
    const panel = fieldsOf(
      jsonOf(settings.find((row) => textOf(row, "type") === "systemConfig") ?? {}, "info"),
    );
    const keys = await readKeys(files, root);
    if (typeof panel["globalSshKey"] === "string") keys.set(GLOBAL_KEY, panel["globalSshKey"]);
    const subscriptions = new ReadSubscriptions({ content, findKey: (name) => keys.get(name) || null });
    for (const row of tables?.Subscriptions ?? []) subscriptions.add(row);
    await readTasks(tables?.Crontabs ?? [], subscriptions, content);
    readVariables(tables?.Envs ?? [], content);
    readDependencies(tables?.Dependences ?? [], content);
    readApplications(tables?.Apps ?? [], cache.applications, content);
    for (const row of settings) {
      if (textOf(row, "type") === "notification") readChannel(jsonOf(row, "info"), content);
    }
    readViews(tables?.CrontabViews ?? [], (id) => subscriptions.keyOf(id), content);
    await readFiles(files, root, subscriptions, content);
    setTimeZone(content, panel["timezone"]);
    reportUnknown(unknown, content);
    const hasRows = (rows: ForeignRow[] | null | undefined) => (rows?.length ?? 0) > 0;
    addOmissions(content, {
      account: cache.hasAccount || settings.some((row) => textOf(row, "type") === "authConfig") ||
        files.find(`${root}config/auth.json`) !== undefined,
      panel_settings: settings.some((row) => !otherSettings.has(textOf(row, "type"))),
      login_log: settings.some((row) => textOf(row, "type") === "loginLog"),
      run_history: hasRows(tables?.RunningInstances),
      statistics: hasRows(tables?.CrontabStats),
      cache_damaged: cache.isDamaged,
      ...skippedFolders(files, root),
    });
    return content;
  },
};

/** Returns the path of the data folder, empty or with a slash at its end; null if the files are from something else. */
function rootOf(files: StagedFiles): string | null {
  const paths = files.list().map(({ path }) => path);
  const databases = paths.filter((path) => path === DATABASE || path.endsWith(`/${DATABASE}`));
  const [nearest] = databases.sort((a, b) => a.split("/").length - b.split("/").length);
  if (nearest !== undefined) return nearest.slice(0, -DATABASE.length);
  const settings = paths.find((path) => /^(?:ql\/)?(?:data\/)?config\/config\.sh$/.test(path));
  const root = settings?.slice(0, -"config/config.sh".length);
  return root !== undefined && paths.some((path) => path.startsWith(`${root}scripts/`)) ? root : null;
}

// There, all schedules are in the panel's time zone. Some of the names that it offers have spaces.
function setTimeZone(content: ImportContent, zone: unknown): void {
  const timeZone = typeof zone === "string" ? zone.trim().replaceAll(" ", "_") : "";
  if (timeZone === "" || !isTimeZone(timeZone)) return;
  for (const { input } of content.tasks) if (Array.isArray(input.schedules)) input.timeZone = timeZone;
  // Also of those that are pulled at intervals: it counts for the tasks that they add.
  for (const { input } of content.subscriptions) input.timeZone = timeZone;
}

// Each column once. The row is named and not the value, which can be a secret.
function reportUnknown(
  unknown: Partial<Record<keyof typeof columns, UnknownColumn[]>>,
  content: ImportContent,
): void {
  for (const [table, kind] of Object.entries(kindOf)) {
    for (const { column, count, example } of unknown[table as keyof typeof columns] ?? []) { // its keys
      content.refused.push({
        kind,
        name: cleanLine(column, 100),
        reason: "unknown_field",
        params: { count, example: nameOf(example) },
      });
    }
  }
}

function nameOf(row: ForeignRow): string {
  return cleanLine(textOf(row, "name") || textOf(row, "type"), 100) || `#${textOf(row, "id")}`;
}

// The cache counts more than the database, which is why it is read first.
async function readCache(files: StagedFiles, root: string) {
  const nothing = { applications: [], hasAccount: false, isDamaged: false };
  if (!files.find(`${root}${CACHE}`)) return nothing;
  try {
    const columns = { keyv: { read: ["key", "value"] } };
    const { tables: { keyv } } = await readForeignTables(files.locate(`${root}${CACHE}`), columns);
    const value = (key: string) => textOf(keyv?.find((row) => textOf(row, "key") === key) ?? {}, "value");
    return {
      applications: cachedApplications(value("keyv:apps")),
      hasAccount: value("keyv:authInfo") !== "",
      isDamaged: false,
    };
  } catch {
    return { ...nothing, isDamaged: true };
  }
}

async function readKeys(files: StagedFiles, root: string): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const { path, size } of files.list()) {
    const name = path.startsWith(`${root}ssh.d/`) ? path.slice(root.length + "ssh.d/".length) : "";
    if (name === "" || name.includes("/") || name.endsWith(".config") || size > MAX_KEY_BYTES) continue;
    const text = await files.text(path);
    if (text?.includes("PRIVATE KEY")) keys.set(name, text);
  }
  return keys;
}

function skippedFolders(files: StagedFiles, root: string): Partial<Record<ImportOmission, boolean>> {
  const names = files.skipped.map((path) => path.startsWith(root) ? path.slice(root.length) : path);
  const isThere = (pattern: RegExp) => names.some((name) => pattern.test(name));
  return {
    logs: isThere(/^(?:log|syslog)$/),
    avatars: isThere(/^upload$/),
    repositories: isThere(/^(?:repo|raw)$/),
    installed_packages: isThere(/^dep_cache$|(?:^|\/)node_modules$/),
  };
}

function addOmissions(content: ImportContent, present: Partial<Record<ImportOmission, boolean>>): void {
  for (const [what, isPresent] of Object.entries(present)) {
    if (isPresent) content.leftOut.push(what as ImportOmission); // the keys of the record
  }
}
