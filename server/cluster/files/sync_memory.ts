// What a panel remembers of an area between two synchronizations, in its data folder. It is written before and after each
// change, so that after a crash a file that was just received is not mistaken for a local change.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "../../platform/files/durable_file.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { isSameFile, type Manifest, toManifest, type TreeFile } from "./tree_manifest.ts";

/** A change that was started and is not known to be complete. */
export interface PendingChange {
  /** Local files are replaced, or local files are published. */
  kind: "apply" | "publish";
  /** Version of the shared tree before the change. */
  version: number;
  writes: Manifest;
  removals: readonly string[];
  /** Files of the shared tree that a publication replaces or removes. */
  before: Manifest;
}

export interface Memory {
  /** Identifies the database; a memory of another one is worthless. */
  origin: string;
  /** Version of the shared tree at the last synchronization. */
  version: number;
  /** Device and inode of the area. */
  folder: string;
  /** For each path, the file that the area and the shared tree last had in common. */
  base: Manifest;
  pending: PendingChange | null;
}

export class SyncMemory {
  /** Stores one file for each area in a folder, which is created on first use. */
  constructor(private readonly folder: string) {}

  /** Reads the memory of an area; null when there is none, or none that can be used. Throws other file system errors. */
  load(area: string): Memory | null {
    let text: string;
    try {
      text = readFileSync(this.#path(area), "utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return null;
      throw error;
    }
    try {
      return parseMemory(JSON.parse(text));
    } catch {
      // Without a memory nothing is lost: see `firstBase`.
      return null;
    }
  }

  /** Writes the memory of an area. Throws file system errors, leaving the old one unchanged. */
  save(area: string, memory: Memory): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const { base, pending } = memory;
    writeDurably(
      this.#path(area),
      JSON.stringify({
        ...memory,
        base: Object.fromEntries(base),
        pending: pending && {
          ...pending,
          writes: Object.fromEntries(pending.writes),
          before: Object.fromEntries(pending.before),
        },
      }),
    );
  }

  #path(area: string): string {
    return join(this.folder, `${area}.json`);
  }
}

/** Returns the base with what is certain of a change that a crash may have interrupted. */
export function settlePending(
  { base, pending }: Memory,
  { local, shared, version }: { local: Manifest; shared: Manifest; version: number },
): Manifest {
  // A publication increases the version.
  if (pending === null || pending.kind === "publish" && pending.version === version) return base;
  const settled = new Map(base);
  const changes: [string, TreeFile | undefined][] = [
    ...pending.writes,
    ...pending.removals.map((path): [string, undefined] => [path, undefined]),
  ];
  for (const [path, file] of changes) {
    if (!isSameFile(local.get(path), file)) continue;
    // Perhaps it was never published: where the shared file is as it was before, it must be published again.
    if (pending.kind === "publish" && isSameFile(shared.get(path), pending.before.get(path))) continue;
    if (file === undefined) settled.delete(path);
    else settled.set(path, file);
  }
  return settled;
}

function parseMemory({ origin, version, folder, base, pending }: Memory): Memory {
  if (typeof origin !== "string" || !Number.isInteger(version) || typeof folder !== "string") {
    throw new Error("the memory is invalid");
  }
  return { origin, version, folder, base: toManifest(base), pending: pending && parsePending(pending) };
}

function parsePending({ kind, version, writes, removals, before }: PendingChange): PendingChange {
  if (!Array.isArray(removals)) throw new Error("the memory is invalid");
  return {
    kind: kind === "publish" ? "publish" : "apply",
    version,
    writes: toManifest(writes),
    removals,
    before: new Map(Object.entries(before)),
  };
}
