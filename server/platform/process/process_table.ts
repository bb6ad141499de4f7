// What the kernel tells of processes, read from /proc. Elsewhere than on Linux there is no such table: then a process
// is only known to have ended when its parent hears of it.
import { readdirSync, readFileSync } from "node:fs";

/** One process as far as supervision needs it. */
export interface ProcessDetails {
  pid: number;
  /** Start time in clock ticks since boot; with the pid it names one process for ever. */
  start: string;
  state: string;
  parent: number;
  group: number;
  session: number;
}

// Fields of /proc/[pid]/stat after the name, which stands in parentheses and may hold anything (proc(5)).
function parseStat(pid: number, stat: string): ProcessDetails | undefined {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group, session] = fields;
  const start = fields[19];
  if (state === undefined || start === undefined) return undefined;
  return { pid, start, state, parent: Number(parent), group: Number(group), session: Number(session) };
}

/** Reads one process now; undefined when there is none or it is only waiting to be reaped. */
export function findProcess(pid: number): ProcessDetails | undefined {
  const stat = readProc(`${pid}/stat`);
  const details = stat === "" ? undefined : parseStat(pid, stat);
  return details && details.state !== "Z" && details.state !== "X" ? details : undefined;
}

/** Tells whether the process that had this pid and start time still runs. */
export function isSameProcess(pid: number, start: string | null): boolean {
  const details = findProcess(pid);
  return details !== undefined && (start === null || details.start === start);
}

/** Lists every process that runs, the caller excepted. */
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

/** Reads the environment a process was started with, each `NAME=value`; empty when it is another user's or gone. */
export function readEnvironment(pid: number): string[] {
  return readProc(`${pid}/environ`).split("\0");
}

/** Reads the id of this boot of the machine, or an empty text where there is none. */
export function readBootId(): string {
  return readProc("sys/kernel/random/boot_id").trim();
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "latin1");
  } catch {
    return "";
  }
}
