// A data folder with data of every kind, and a snapshot of it.
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { type BackupPart, backupParts } from "../../server/contract/automatic_backups.ts";
import { type MadeBackup, makeBackup } from "../../server/features/backups/make_backup.ts";
import { realDisk } from "../../server/platform/disk.ts";
import { Sealer } from "../../server/platform/seal.ts";
import { freshDatabase } from "./fresh_database.ts";
import { temporaryFolder } from "./temporary_folder.ts";

export const SECRET = "planted-secret-0b1c";

/** Creates a data folder whose data contains the name of its state. */
export async function makeFolder(root: string, state: string, files = 3): Promise<void> {
  for (const folder of ["scripts/deep", "config", "logs/one", "versions", "bin"]) {
    await Deno.mkdir(join(root, folder), { recursive: true });
  }
  for (let index = 0; index < files; index++) {
    await Deno.writeTextFile(join(root, "scripts/deep", `${state}${index}.js`), `${state} ${index}`);
  }
  await Deno.writeTextFile(join(root, "config/config.sh"), state);
  await Deno.writeTextFile(join(root, "logs/one/2026.log"), state);
  const db = await freshDatabase(join(root, "sundial.sqlite"));
  await db.destroy();
  using database = new DatabaseSync(join(root, "sundial.sqlite"));
  const sealed = new Sealer(root).seal(`${SECRET}-${state}`, "variable");
  database.exec(`
    insert into account (username, password_hash, created_at, updated_at, version)
      values ('${state}', 'scrypt', 1, 1, 1);
    insert into session (account_id, token_hash, ip, user_agent, created_at, last_seen_at, expires_at)
      values (1, 'hash of ${state}', '', '', 1, 1, 99999999999999);
    insert into variable (name, value, secret, remarks, labels_json, enabled, position, created_at, updated_at, version)
      values ('TOKEN', '${sealed}', 1, '', '[]', 1, 0, 1, 1, 1);
    insert into run (task_name, cause, state, due_count, queued_at, start_after, queue_rank, queue_order, attempt)
      values ('${state}', 'person', 'succeeded', 1, 1, 1, 0, 1, 1);
  `);
}

/** Returns a snapshot of everything in a data folder that a restore replaces. */
export async function stateOf(root: string, parts: readonly BackupPart[] = backupParts): Promise<string> {
  const seen: string[] = [];
  const tops = {
    database: [],
    scripts: ["scripts"],
    config: ["config"],
    history: ["versions", "bin"],
    logs: ["logs"],
  };
  for (const part of parts) for (const top of tops[part]) await list(root, top, seen);
  if (parts.includes("database")) {
    using database = new DatabaseSync(join(root, "sundial.sqlite"));
    const check = database.prepare("pragma integrity_check").get();
    const variables = database.prepare("select value from variable").all();
    const runs = database.prepare("select task_name from run").all();
    seen.push(JSON.stringify([check, variables, runs]));
  }
  return seen.join("\n");
}

/** What each start of a panel provides. */
const provided = new Set(["scripts/deps", "scripts/notify.py", "scripts/sendNotify.js"]);

async function list(root: string, path: string, seen: string[]): Promise<void> {
  const names = [...Deno.readDirSync(join(root, path))].sort((a, b) => a.name < b.name ? -1 : 1);
  seen.push(`${path}/`);
  for (const { name, isDirectory } of names) {
    const below = `${path}/${name}`;
    if (provided.has(below)) continue;
    if (isDirectory) await list(root, below, seen);
    else seen.push(`${below}: ${await Deno.readTextFile(join(root, below))}`);
  }
}

export async function backUp(
  root: string,
  path: string,
  { parts = backupParts, passphrase }: { parts?: readonly BackupPart[]; passphrase?: string } = {},
): Promise<MadeBackup> {
  return await makeBackup({
    ...{ root, path, parts, passphrase, disk: realDisk, work: `${path}.work` },
    ...{ installation: "here", panelVersion: "0.1.0", createdAt: "2026-03-04T03:30:00.000Z" },
  });
}

/** Creates a temporary folder for an action and removes it afterwards. */
export async function inFolder(action: (folder: string) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  await action(folder.path);
}

/** Leaves a write-ahead log beside the database, as a killed panel does. */
export async function dieWriting(path: string): Promise<void> {
  const program = `import { DatabaseSync } from "node:sqlite"; import process from "node:process";
    const db = new DatabaseSync(${JSON.stringify(path)}); db.exec("pragma journal_mode = wal");
    db.exec("update account set username = 'later'"); process.kill(process.pid, "SIGKILL");`;
  await new Deno.Command(Deno.execPath(), { args: ["eval", program] }).output();
}
