// What scripts of the panel that users move from find around them: its folders, as links to those here, and its variables. The
// folder `ql` in the data folder stands for `/ql`, which may be a link to it. It is in no backup, because each start makes it.
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** Where that panel has its folder. */
const ROOT = "/ql";
const NAME = "ql";
/** The branch of its stable releases. */
const BRANCH = "master";

/** The folders of this panel that scripts find under the names of the old panel. */
export interface NamedFolders {
  scripts: string;
  config: string;
  logs: string;
  /** The folder that stands for `/ql`. */
  oldPanel: string;
}

/** Returns the folder in a data folder that stands for `/ql`. */
export function oldPanelFolder(dataFolder: string): string {
  return join(resolve(dataFolder), NAME);
}

export function foldersIn(dataFolder: string): NamedFolders {
  return {
    scripts: join(dataFolder, "scripts"),
    config: join(dataFolder, "config"),
    logs: join(dataFolder, "logs"),
    oldPanel: oldPanelFolder(dataFolder),
  };
}

/** Returns the folder of whole repositories, each under the folder name of its subscription. */
export function repositoriesFolder(dataFolder: string): string {
  return join(oldPanelFolder(dataFolder), "data", "repo");
}

/** Returns the variables that the old panel sets for every script, with the folders of this one. */
export function oldPanelVariables({ scripts, config, logs, oldPanel }: NamedFolders): Record<string, string> {
  const root = isSame(ROOT, oldPanel) ? ROOT : oldPanel;
  const data = join(root, "data");
  const shell = join(root, "shell");
  const deps = join(scripts, "deps");
  return {
    QL_DIR: root,
    QL_BRANCH: BRANCH,
    dir_root: root,
    dir_tmp: join(root, ".tmp"),
    dir_data: data,
    dir_shell: shell,
    dir_config: config,
    dir_scripts: scripts,
    // Not by a link: `find` does not follow the one it is given.
    dir_repo: join(data, "repo"),
    dir_raw: join(data, "raw"),
    dir_log: logs,
    dir_dep: deps,
    file_env: join(shell, "env.sh"),
    file_config_user: join(config, "config.sh"),
    file_extra_shell: join(config, "extra.sh"),
    file_task_before: join(config, "task_before.sh"),
    file_task_before_js: join(config, "task_before.js"),
    file_task_before_py: join(config, "task_before.py"),
    file_task_after: join(config, "task_after.sh"),
    file_sharecode: join(config, "sharecode.sh"),
    file_notify_py: join(scripts, "notify.py"),
    file_notify_js: join(scripts, "sendNotify.js"),
    dep_notify_py: join(deps, "notify.py"),
    dep_notify_js: join(deps, "sendNotify.js"),
  };
}

/** Creates the folder that stands for `/ql`; `programs` contains `task` and `ql`. Throws file system errors. */
export function makeOldPanelFolder(folders: NamedFolders, programs: string): void {
  const { scripts, config, logs, oldPanel } = folders;
  const data = join(oldPanel, "data");
  for (const folder of ["data/repo", "data/raw", "shell", ".tmp"]) {
    mkdirSync(join(oldPanel, folder), { recursive: true, mode: 0o700 });
  }
  const links: [path: string, target: string][] = [
    [join(data, "scripts"), scripts],
    [join(data, "deps"), join(scripts, "deps")],
    [join(data, "config"), config],
    [join(data, "log"), logs],
    // Its older releases had no `data` folder.
    ...["scripts", "config", "log", "repo", "raw", "deps"].map((
      name,
    ): [string, string] => [join(oldPanel, name), join(data, name)]),
    [join(oldPanel, "shell", "task.sh"), join(programs, "task")],
    [join(oldPanel, "shell", "update.sh"), join(programs, "ql")],
  ];
  mkdirSync(join(scripts, "deps"), { recursive: true, mode: 0o755 });
  for (const [path, target] of links) link(path, relative(dirname(path), target));
  write(join(oldPanel, "shell", "share.sh"), shareText(oldPanelVariables(folders)));
  // There, it exports all variables. Here, they are in the environment already.
  write(join(oldPanel, "shell", "env.sh"), "");
}

// What a run has in its environment stays.
function shareText(variables: Record<string, string>): string {
  const lines = Object.entries(variables).map(([name, value]) =>
    `[ -n "$${name}" ] || export ${name}='${value.replaceAll("'", "'\\''")}'`
  );
  return [
    "# The folders of the panel under the names that scripts know. Written at each start.",
    ...lines,
    "",
  ]
    .join("\n");
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

// What is not a link belongs to whoever put it there.
function link(path: string, target: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && (!found.isSymbolicLink() || readlinkSync(path) === target)) return;
  rmSync(`${path}.new`, { force: true });
  symlinkSync(target, `${path}.new`);
  renameSync(`${path}.new`, path);
}

function write(path: string, text: string): void {
  if (readText(path) === text) return;
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
