// Makes a data folder of qinglong, with rows as old and new versions wrote them.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

type Row = Record<string, SQLInputValue | undefined>;

export interface QinglongData {
  tasks?: Row[];
  views?: Row[];
  subscriptions?: Row[];
  variables?: Row[];
  dependencies?: Row[];
  applications?: Row[];
  settings?: Row[];
  /** Values of the key-value cache, by their keys. */
  cache?: Record<string, unknown>;
  /** Files by their paths below the data folder. */
  files?: Record<string, string>;
  /** Columns that the version did not have yet. */
  without?: string[];
  /** Columns of all tables that only a later version has. */
  added?: string[];
}

const tables = {
  tasks: [
    "Crontabs",
    "name command schedule timestamp saved status isSystem pid isDisabled isPinned log_path labels last_running_time last_execution_time sub_id extra_schedules task_before task_after log_name allow_multiple_instances work_dir",
  ],
  views: ["CrontabViews", "name position isDisabled filters sorts filterRelation type"],
  subscriptions: [
    "Subscriptions",
    "name url schedule interval_schedule type whitelist blacklist status dependences extensions sub_before sub_after branch pull_type pull_option pid is_disabled log_path schedule_type alias proxy autoAddCron autoDelCron",
  ],
  variables: ["Envs", "value timestamp status position name remarks isPinned labels"],
  dependencies: ["Dependences", "name type timestamp status log remark"],
  applications: ["Apps", "name scopes client_id client_secret tokens"],
  settings: ["Auths", "ip type info"],
} as const;

const CREATED = "2024-05-06 07:08:09.123 +00:00";

export async function writeQinglongData(folder: string, data: QinglongData): Promise<string> {
  await mkdir(join(folder, "db"), { recursive: true });
  using database = new DatabaseSync(join(folder, "db/database.sqlite"));
  database.exec("pragma synchronous = off"); // nothing outlives the test
  for (const [kind, [table, list]] of Object.entries(tables)) {
    const columns = [...list.split(" "), ...data.added ?? []].filter((name) => !data.without?.includes(name));
    database.exec(
      `create table ${table} (id integer primary key autoincrement, createdAt datetime, updatedAt datetime, ${
        columns.map(quoted).join(", ")
      })`,
    );
    const rows = data[kind as keyof typeof tables] ?? []; // the keys of the record
    for (const [index, row] of rows.entries()) {
      const values: Row = { createdAt: CREATED, id: index + 1, ...row };
      const names = Object.keys(values);
      database.prepare(
        `insert into ${table} (${names.map(quoted).join(", ")}) values (${names.map(() => "?").join(", ")})`,
      ).run(...names.map((name) => values[name] ?? null));
    }
  }
  if (data.cache) writeCache(join(folder, "db/keyv.sqlite"), data.cache);
  for (const [path, text] of Object.entries(data.files ?? {})) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function writeCache(path: string, values: Record<string, unknown>): void {
  using database = new DatabaseSync(path);
  database.exec("create table keyv (key varchar(255) primary key, value text)");
  for (const [key, value] of Object.entries(values)) {
    database.prepare("insert into keyv values (?, ?)").run(
      `keyv:${key}`,
      JSON.stringify({ value, expires: null }),
    );
  }
}

/** Packs a folder as the panel packs its backups: gzip, with `top` above everything. */
export async function packFolder(folder: string, top = "data"): Promise<Uint8Array> {
  const transform = top === "" ? [] : ["--transform", `s,^\\.,${top},`];
  const { success, stdout } = await new Deno.Command("tar", {
    args: ["-C", folder, ...transform, "-czf", "-", "."],
  })
    .output();
  if (!success) throw new Error("tar failed");
  return stdout;
}
