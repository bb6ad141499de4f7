// Stores the result of the last check for a release, and the age of the newest release ever seen, across
// restarts.
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { release, updateProblems } from "../../../contract/system.ts";
import { writeDurably } from "../../../platform/files/durable_file.ts";

const stored = z.object({
  release: release.nullable(),
  checkedAt: z.int(),
  /** When the newest release ever seen was made; an older one is never trusted again. */
  seen: z.int().nullable(),
  fault: z.enum(updateProblems).nullable(),
});
export type StoredCheck = z.infer<typeof stored>;

/** Reads the last check; null if there was none. */
export function readLastCheck(path: string): StoredCheck | null {
  try {
    return stored.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Stores a check. Throws file system errors. */
export function writeLastCheck(path: string, check: StoredCheck): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeDurably(path, JSON.stringify(check));
}
