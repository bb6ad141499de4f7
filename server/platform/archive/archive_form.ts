// The form of an archive: a tar, packed with gzip. Its first file says what it holds, its last has the checksum of every other in
// their order: one that was cut off lacks it. Names in between are those of the data folder.
import { createHash, type Hash } from "node:crypto";

export const MANIFEST = "manifest.json";
export const CHECKSUMS = "checksums.jsonl";

/** One line of the checksums. */
export interface ChecksumLine {
  name: string;
  /** Null for a folder. */
  hash: string | null;
  size: number;
  mode: number;
}

/** Writes a line of the checksums. */
export function checksumLine({ name, hash, size, mode }: ChecksumLine): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ name, hash, size, mode })}\n`);
}

/** Starts a SHA-256. */
export function newHash(): Hash {
  return createHash("sha256");
}
