import { childrenOf, findProcess, isSameProcess, readProc } from "./process_table.ts";

/** Memory of the processes of a session at one moment, in bytes. */
export interface MemoryReading {
  /** Sum over all processes; memory shared by two counts twice. */
  resident: number;
  /** The highest peak of any single process, so that a peak between two readings is not missed. */
  highest: number;
}

/**
 * Measures the memory of sessions, each from its leader down. It never reads the whole process table: on a machine with
 * thousands of processes, that takes longer than everything else here. A process orphaned before it was first seen is
 * missed.
 */
export class SessionMemory {
  /** The processes seen in each session, by leader: PID and start time. */
  #seen = new Map<number, Map<number, string>>();

  /** Measures the sessions of these leaders; those without a process are left out. */
  check(leaders: ReadonlySet<number>): Map<number, MemoryReading> {
    const found = [...leaders].map((leader) => [leader, this.#find(leader)] as const);
    this.#seen = new Map(found);
    return new Map(found.flatMap(([leader, pids]) => {
      const readings = [...pids.keys()].map(readMemory);
      const resident = readings.reduce((sum, check) => sum + check.resident, 0);
      const highest = Math.max(0, ...readings.map((check) => check.highest));
      return resident > 0 ? [[leader, { resident, highest }]] : [];
    }));
  }

  // Includes the processes seen before: a parent may have ended and left its children to another process.
  #find(leader: number): Map<number, string> {
    const before = [...this.#seen.get(leader) ?? []].filter(([pid, start]) => isSameProcess(pid, start));
    const found = new Map<number, string>();
    const next = [leader, ...before.map(([pid]) => pid)];
    for (let pid = next.pop(); pid !== undefined; pid = next.pop()) {
      if (found.has(pid)) continue;
      const process = findProcess(pid);
      if (!process) continue;
      found.set(pid, process.start);
      next.push(...childrenOf(pid));
    }
    return found;
  }
}

function readMemory(pid: number): MemoryReading {
  const status = readProc(`${pid}/status`);
  return { resident: kibibytes(status, "VmRSS"), highest: kibibytes(status, "VmHWM") };
}

function kibibytes(status: string, name: string): number {
  const at = status.indexOf(`${name}:`);
  return at < 0 ? 0 : Number.parseInt(status.slice(at + name.length + 1), 10) * 1024;
}
