import { statfsSync } from "node:fs";
import {
  arch,
  availableParallelism,
  freemem,
  loadavg,
  release,
  totalmem,
  type as systemType,
  uptime,
} from "node:os";
import process from "node:process";
import type { SystemDetails } from "../../contract/system.ts";

export function machineDetails(): SystemDetails["machine"] {
  return {
    system: `${systemName() ?? systemType()} (${release()})`,
    architecture: arch(),
    processors: availableParallelism(),
    load: loadavg()[0] ?? 0,
    memoryBytes: totalmem(),
    memoryFreeBytes: freemem(),
    panelBytes: process.memoryUsage.rss(),
    upMs: Math.round(uptime() * 1000),
  };
}

/** Returns the size and the free space of the disk of a folder, in bytes; nulls if unknown. */
export function diskDetails(folder: string): { diskBytes: number | null; diskFreeBytes: number | null } {
  try {
    const { bsize, blocks, bavail } = statfsSync(folder);
    return { diskBytes: blocks * bsize, diskFreeBytes: bavail * bsize };
  } catch {
    return { diskBytes: null, diskFreeBytes: null };
  }
}

function systemName(): string | null {
  try {
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(Deno.readTextFileSync("/etc/os-release"))?.[1] ?? null;
  } catch {
    return null;
  }
}
