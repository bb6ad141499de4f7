// The archive format: a tar compressed with gzip. Its first file describes the content; its last contains the checksums of
// all other entries in order, so a truncated archive lacks it. The names in between are those of the data folder.
import { createHash, type Hash } from "node:crypto";
import { AppError } from "../../contract/app_error.ts";
import type { ArchiveProblem } from "../../contract/backups.ts";

export const MANIFEST = "manifest.json";
export const CHECKSUMS = "checksums.jsonl";

export interface ChecksumLine {
  name: string;
  /** Null for a folder. */
  hash: string | null;
  size: number;
  mode: number;
}

export function checksumLine({ name, hash, size, mode }: ChecksumLine): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ name, hash, size, mode })}\n`);
}

/** Creates a SHA-256 hash. */
export function newHash(): Hash {
  return createHash("sha256");
}

/** Creates the error for a rejected archive; `name` is the offending entry. */
export function archiveError(error: ArchiveProblem, params: Record<string, string | number> = {}): AppError {
  const { name, ...rest } = params;
  return new AppError("archive_refused", {
    fault: error,
    ...rest,
    ...(name !== undefined && { name: printableName(String(name)) }),
  });
}

/** Returns a name of an untrusted archive for a message: control and formatting characters must not reach the terminal or page. */
export function printableName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "�");
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain;
}
