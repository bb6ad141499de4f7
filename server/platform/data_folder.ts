import { join, resolve } from "node:path";
import { findUnwritable, type Unwritable, type UnwritableReason } from "./storage/find_unwritable.ts";
import { type FolderOwner, folderOwner, type SystemUser } from "./storage/folder_owner.ts";
import { messageOf } from "./error_message.ts";
import { unlessUnwritable } from "./files/storage_full.ts";

/** Thrown when the data folder cannot be used. The message is one sentence that states the problem and the solution. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";

  constructor(readonly problem: DataFolderProblem, options?: ErrorOptions) {
    super(describe(problem), options);
  }
}

/** Why the folder `root` cannot be used, for a text in another language. */
export type DataFolderProblem =
  & { root: string }
  & (
    | { kind: "unwritable"; path: string; reason: UnwritableReason; ownership?: FolderOwner | null }
    | { kind: "in_use"; pid: string | null }
    | { kind: "failed"; reason: string }
  );

function describe(problem: DataFolderProblem): string {
  const { root } = problem;
  if (problem.kind === "in_use") {
    const pid = problem.pid ?? "unknown";
    return `the data folder ${root} is in use by another panel with pid ${pid}; stop that one or set SUNDIAL_DATA_DIR`;
  }
  if (problem.kind === "failed") return `cannot use the data folder ${root}: ${problem.reason}`;
  const why = {
    read_only: "its file system is mounted read-only; mount it writable",
    denied: problem.ownership
      ? describeOwnership(problem.ownership)
      : "this user may not write it; give it to the user of the panel (chown)",
    not_folder: "it is not a folder; remove it",
  }[problem.reason];
  return `cannot use the data folder ${root}: ${problem.path}: ${why}`;
}

function describeOwnership({ owner, user, command, inContainer }: FolderOwner): string {
  const name = ({ uid, name }: SystemUser) => name === null ? `uid ${uid}` : `${name} (uid ${uid})`;
  const where = inContainer ? ", on the host, with the path of the mounted folder" : "";
  const why = owner.uid === user.uid
    ? "its owner has no permission to write it"
    : `it belongs to ${name(owner)}, but the panel runs as ${name(user)}`;
  return `${why}; as root, run: ${command}${where}`;
}

/** The folder that contains all stored data, locked for this process. */
export interface DataFolder {
  root: string;
  database: string;
  logs: string;
  scripts: string;
  config: string;
  /** Exit files of runs: data that must outlive the panel but not the run. */
  exitFiles: string;
  /** What runs leave for the tasks after them; created when the first run starts. */
  outputs: string;
  /** Packages for scripts; created when the first is installed. */
  packages: string;
  /** A random ID of this installation, created once: distinguishes its processes from those of another panel. */
  installation: string;
  unlock(): void;
}

/** Creates and locks the data folder (0700). Throws `DataFolderError` when another panel has locked it. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const root = resolve(path);
  const folders = { logs: join(root, "logs"), scripts: join(root, "scripts"), config: join(root, "config") };
  const exitFiles = join(root, "marks");
  const packages = join(root, "deps");
  const outputs = join(root, "outputs");
  try {
    await Deno.mkdir(root, { recursive: true, mode: 0o700 });
    refuseUnwritable(root);
    const unlock = await lock(join(root, "panel.lock"), root);
    for (const folder of [...Object.values(folders), exitFiles]) {
      await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    }
    const installation = await readInstallation(join(root, "installation"));
    return {
      root,
      database: join(root, "sundial.sqlite"),
      ...folders,
      exitFiles,
      packages,
      outputs,
      installation,
      unlock,
    };
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    if (error instanceof Deno.errors.PermissionDenied) {
      throw unwritable(root, { path: root, reason: "denied" });
    }
    const reason = messageOf(error);
    throw new DataFolderError({ kind: "failed", root, reason }, { cause: error });
  }
}

/**
 * Removes the permissions of group and others from the data folder and its contents: an older version, a restore or whoever
 * created the folder may have left them. Returns the folders that others can still access because they belong to another
 * user. Links are left alone.
 */
export async function makePrivate({ root, logs, scripts, config, exitFiles }: DataFolder): Promise<string[]> {
  const open: string[] = [];
  for (const folder of [await Deno.realPath(root), logs, scripts, config, exitFiles]) {
    const { mode, isDirectory } = await Deno.lstat(folder);
    if (!isDirectory || mode === null || (mode & 0o077) === 0) continue;
    await Deno.chmod(folder, 0o700).catch(() => open.push(folder));
  }
  return open;
}

function refuseUnwritable(root: string): void {
  const found = findUnwritable(root);
  if (found !== null) throw unwritable(root, found);
}

function unwritable(root: string, { path, reason }: Unwritable): DataFolderError {
  const ownership = reason === "denied" ? folderOwner(path, root) : null;
  return new DataFolderError({ kind: "unwritable", root, path, reason, ownership });
}

// A kernel lock, not the mere existence of a file: it ends with the process, however that dies.
async function lock(path: string, root: string): Promise<() => void> {
  const file = await Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
  if (!await file.tryLock(true)) {
    file.close();
    const holder = (await Deno.readTextFile(path)).trim();
    throw new DataFolderError({ kind: "in_use", root, pid: holder || null });
  }
  // In place: whatever fills the disk would take the space that a truncated file frees. The number only serves a message.
  const content = new TextEncoder().encode(`${Deno.pid}\n`);
  await unlessUnwritable(file.write(content).then(() => file.truncate(content.length)));
  return () => {
    // A program that is being started at this moment still has the descriptor, and with it the lock.
    file.unlockSync();
    file.close();
  };
}

async function readInstallation(path: string): Promise<string> {
  const known = await Deno.readTextFile(path).catch(() => "");
  if (known.trim() !== "") return known.trim();
  const fresh = crypto.randomUUID();
  await Deno.writeTextFile(path, `${fresh}\n`, { mode: 0o600 });
  return fresh;
}
