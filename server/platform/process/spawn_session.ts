import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync } from "node:fs";
import { type Ended, hasPosixSpawn, posixSpawn, type SpawnedCommand, type Started } from "./posix_spawn.ts";
import { findProcess } from "./process_table.ts";
import { type Shells, wrap, type Wrapped } from "./wrapper.ts";

/** The process to start: nothing here is ever joined into a shell line. */
export interface SessionSpec extends Wrapped {
  directory: string;
  environment: Record<string, string>;
  /** Open file that takes both outputs; closed by this function. */
  output: number;
}

/** A process that leads its own session, so that it outlives the panel and can be signaled as a whole. */
export interface Session extends Started {
  /** Returns its start time as the kernel counts it; null when it has ended, or where there is no process table. */
  startTime(): string | null;
}

const SETSID = ["/usr/bin/setsid", "/bin/setsid"].find(existsSync);
export const shells: Shells = { bash: ["/bin/bash", "/usr/bin/bash"].find(existsSync), sh: "/bin/sh" };

/** Returns the shell for command lines that users wrote: bash if available, otherwise the system's sh. */
export function commandShell(): string {
  return shells.bash ?? shells.sh;
}

/**
 * Starts the command in its own session. Throws when the system refuses (no such folder, environment too large, process
 * limit); a missing interpreter does not throw but exits with code 127 and a line in the log.
 */
export async function spawnSession(
  { directory, environment, output, ...wrapped }: SessionSpec,
): Promise<Session> {
  try {
    const command = wrap(wrapped, shells);
    const started = await startSession({ command, directory, environment, streams: [null, output, output] });
    return { ...started, startTime: () => findProcess(started.pid)?.start ?? null };
  } finally {
    closeSync(output);
  }
}

/** Starts a command as it is, in its own session. Rejects when the system refuses. */
export async function startSession(spec: SpawnedCommand): Promise<Started> {
  if (hasPosixSpawn()) return await posixSpawn(spec);
  const { command, directory, environment, streams } = spec;
  const [file, args] = sessionStart(command);
  const child = spawn(file, args, {
    cwd: directory,
    env: environment,
    stdio: streams.map((descriptor) => descriptor ?? "ignore"),
    detached: SETSID === undefined,
  });
  await started(child);
  if (child.pid === undefined) throw new Error("the process has no pid");
  return { pid: child.pid, ended: ended(child) };
}

/** Returns a command that starts another one in its own session, if the system has a program for that. */
export function sessionStart(command: readonly string[]): [file: string, args: string[]] {
  // Runs setsid as the command instead of using `detached`: the latter forks the whole panel and blocks the event loop
  // meanwhile.
  const [file = shells.sh, ...args] = SETSID ? [SETSID, ...command] : command;
  return [file, args];
}

function started(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined) return Promise.resolve();
  return new Promise((_resolve, reject) => child.once("error", reject));
}

function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => resolve({ code: null, signal: null }));
  });
}
