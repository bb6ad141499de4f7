// What the last look for a release has found, and how new the newest release was that was ever seen: it outlives a restart.
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { release, updateFaults } from "../../../contract/system.ts";
import { writeDurably } from "../../../platform/files/durable_file.ts";

const kept = z.object({
  release: release.nullable(),
  checkedAt: z.int(),
  /** When the newest release ever seen was made; no older one is believed again. */
  seen: z.int().nullable(),
  fault: z.enum(updateFaults).nullable(),
});
export type KeptCheck = z.infer<typeof kept>;

/** Reads it; null when there was none. */
export function readLastCheck(path: string): KeptCheck | null {
  try {
    return kept.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Writes it down. Throws faults of the file system. */
export function writeLastCheck(path: string, check: KeptCheck): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeDurably(path, JSON.stringify(check));
}
