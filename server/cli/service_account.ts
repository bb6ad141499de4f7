// The system account that a service of the machine runs as, and whether it can: all by programs, because accounts may come from a
// directory service.
import { spawnSync, type SpawnSyncOptions, type SpawnSyncReturns } from "node:child_process";
import { existsSync } from "node:fs";

/** Name of the account that is created unless another one is named. */
export const DEFAULT_ACCOUNT = "sundial";
const HOME = "/var/lib/sundial";

export interface SystemAccount {
  name: string;
  uid: number;
  gid: number;
}

export type RunProgram = (
  file: string,
  args: readonly string[],
  options?: Pick<SpawnSyncOptions, "uid" | "gid">,
) => Pick<SpawnSyncReturns<string>, "status" | "stdout" | "stderr">;

/** Runs a program in the root folder and in English. */
export const runProgram: RunProgram = (file, args, options = {}) => {
  const env = { PATH: `${Deno.env.get("PATH") ?? ""}:/usr/sbin:/sbin`, LC_ALL: "C", HOME: "/", ...noCache };
  return spawnSync(file, [...args], { ...options, cwd: "/", env, encoding: "utf8" });
};

// Another account has no rights in the cache of this one.
const noCache = { DENO_DIR: "/nonexistent", DENO_NO_UPDATE_CHECK: "1" };

/** Returns an account by name or number; null if there is none. */
export function findAccount(name: string, run: RunProgram = runProgram): SystemAccount | null {
  const idOf = (flag: string) => {
    const { status, stdout } = run("id", [flag, "--", name]);
    return status === 0 ? Number(stdout) : null;
  };
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  if (uid !== null && gid !== null) return { name, uid, gid };
  // A number needs no account.
  return /^\d+$/.test(name) ? { name, uid: Number(name), gid: Number(name) } : null;
}

/** Creates the account of the panel, which nobody can log in to. Returns the reason when that fails; else null. */
export function createAccount(run: RunProgram = runProgram): string | null {
  // A shell, because tasks find it in the variable SHELL; a home, for the caches of npm and pip.
  const shell = existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh";
  const flags = ["--system", "--user-group", "--create-home", "--home-dir", HOME, "--shell", shell];
  const { status, stderr } = run("useradd", [...flags, DEFAULT_ACCOUNT]);
  if (status === 0) return null;
  return stderr?.trim() || "useradd";
}

/** Returns whether rules of sudo let an account become another one. */
export function maySudo(name: string, run: RunProgram = runProgram): boolean {
  const { status, stdout } = run("sudo", ["-n", "-l", "-U", name]);
  return status === 0 && /may run the following commands/.test(stdout);
}

/** Gives a folder with its content to an account. Returns the reason when that fails; else null. */
export function giveFolder(
  path: string,
  { uid, gid }: SystemAccount,
  run: RunProgram = runProgram,
): string | null {
  const { status, stderr } = run("chown", ["-R", "--", `${uid}:${gid}`, path]);
  return status === 0 ? null : stderr.trim();
}

/** Returns whether an account can run a command: its files may be in a folder that only others can enter. */
export function canRun(
  [file = "", ...args]: readonly string[],
  { uid, gid }: SystemAccount,
  run: RunProgram = runProgram,
): boolean {
  return run(file, args, { uid, gid }).status === 0;
}
