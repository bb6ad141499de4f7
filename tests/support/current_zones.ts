// The zone files of this machine as those of a release that never gets old: what a started panel says about them does not
// depend on the machine and the date.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { machineZones } from "./zone_files.ts";

const folder = join(import.meta.dirname!, "..", "..", "dist", "current_zones");

/** Returns variables by which a panel uses them. */
export function currentZones(): Record<string, string> {
  if (machineZones === null) return {};
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(machineZones)) {
    if (name === "tzdata.zi" || name === "+VERSION") continue;
    try {
      symlinkSync(join(machineZones, name), join(folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  writeFileSync(join(folder, "tzdata.zi"), "# version 2999a\n");
  return { TZDIR: folder };
}
