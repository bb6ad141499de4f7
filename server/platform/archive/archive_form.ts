// The archive format: a tar compressed with gzip. Its first file describes the content; its last contains the checksums of
// all other entries in order, so a truncated archive lacks it. The names in between are those of the data folder.
import { createHash, type Hash } from "node:crypto";

export const MANIFEST = "manifest.json";
export const CHECKSUMS = "checksums.jsonl";

/** One line of the checksum file. */
export interface ChecksumLine {
  name: string;
  /** Null for a folder. */
  hash: string | null;
  size: number;
  mode: number;
}

/** Encodes a line of the checksum file. */
export function checksumLine({ name, hash, size, mode }: ChecksumLine): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ name, hash, size, mode })}\n`);
}

/** Creates a SHA-256 hash. */
export function newHash(): Hash {
  return createHash("sha256");
}
