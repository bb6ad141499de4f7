// What a process costs, as the kernel counts it (proc(5)).
const TICKS_PER_SECOND = 100;

export interface MemoryBytes {
  resident: number;
  /** Pages that it shares with other processes count in part. */
  proportional: number;
}

export async function memoryOf(pid: number): Promise<MemoryBytes> {
  const rollup = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`);
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1]) * 1024;
  return { resident: bytes("Rss"), proportional: bytes("Pss") };
}

/** Returns the CPU time that a process has used so far, in seconds, without its children. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
