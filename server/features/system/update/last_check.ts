// What the last look for a release has found, and how new the newest release was that was ever seen: it outlives a restart.
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { release, updateProblems } from "../../../contract/system.ts";
import { writeDurably } from "../../../platform/files/durable_file.ts";

const stored = z.object({
  release: release.nullable(),
  checkedAt: z.int(),
  /** When the newest release ever seen was made; no older one is believed again. */
  seen: z.int().nullable(),
  fault: z.enum(updateProblems).nullable(),
});
export type StoredCheck = z.infer<typeof stored>;

/** Reads it; null when there was none. */
export function readLastCheck(path: string): StoredCheck | null {
  try {
    return stored.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Writes it down. Throws faults of the file system. */
export function writeLastCheck(path: string, check: StoredCheck): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeDurably(path, JSON.stringify(check));
}
