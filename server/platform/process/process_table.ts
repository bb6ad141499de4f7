// Process information of the kernel, read from /proc. Only Linux has this table: elsewhere, only the parent learns that a
// process has ended.
import { readdirSync, readFileSync } from "node:fs";

/** One process, as far as supervision needs it. */
export interface ProcessDetails {
  pid: number;
  /** Start time in clock ticks since boot; together with the PID it identifies one process forever. */
  start: string;
  state: string;
  parent: number;
  group: number;
  session: number;
}

// Fields of /proc/[pid]/stat after the name, which is in parentheses and may contain anything (proc(5)).
function parseStat(pid: number, stat: string): ProcessDetails | undefined {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group, session] = fields;
  const start = fields[19];
  if (state === undefined || start === undefined) return undefined;
  return { pid, start, state, parent: Number(parent), group: Number(group), session: Number(session) };
}

/** Reads one process; undefined when there is none or it is only waiting to be reaped. */
export function findProcess(pid: number): ProcessDetails | undefined {
  const stat = readProc(`${pid}/stat`);
  const details = stat === "" ? undefined : parseStat(pid, stat);
  return details && details.state !== "Z" && details.state !== "X" ? details : undefined;
}

/** Returns whether the process with this PID and start time is still running. */
export function isSameProcess(pid: number, start: string | null): boolean {
  const details = findProcess(pid);
  return details !== undefined && (start === null || details.start === start);
}

export function childrenOf(pid: number): number[] {
  try {
    // A child process belongs to the thread that started it (proc(5), since Linux 3.5).
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readProc(`${pid}/task/${thread}/children`).split(" ").filter((one) => one !== "").map(Number)
    );
  } catch {
    return [];
  }
}

/** Returns whether a process and all its descendants wait for something other than a disk. */
export function isWaiting(pid: number): boolean {
  return findProcess(pid)?.state === "S" && childrenOf(pid).every(isWaiting);
}

/** Lists every running process except the caller. */
export function listProcesses(): ProcessDetails[] {
  return processNumbers().filter((pid) => pid !== Deno.pid).map(findProcess).filter((found) =>
    found !== undefined
  );
}

function processNumbers(): number[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}

/** Reads the environment a process was started with, each `NAME=value`; empty when it belongs to another user or is gone. */
export function readEnvironment(pid: number): string[] {
  return readProc(`${pid}/environ`).split("\0");
}

/** Reads the ID of this boot of the machine, or an empty string when there is none. */
export function readBootId(): string {
  return readProc("sys/kernel/random/boot_id").trim();
}

/** Reads a file of `/proc`, or an empty string when it is gone. */
export function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "latin1");
  } catch {
    return "";
  }
}
