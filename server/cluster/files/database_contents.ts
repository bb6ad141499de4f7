import type { Clock } from "../../platform/clock.ts";
import type { SharedContents } from "../../platform/files/shared_contents.ts";
import { BlobError, type BlobStore } from "./blob_store.ts";

/** Larger contents stay on the machine that stored them (bytes): as large as a text that can be opened. */
export const MAX_SHARED_BYTES = 32 * 1024 * 1024;
/** How long a content counts as stored without asking: far less than what keeps unused ones. */
const KNOWN_MS = 3_600_000;
const MAX_KNOWN = 10_000;

/** Contents in the database that the nodes share. */
export class DatabaseContents implements SharedContents {
  /** When contents were last known to be stored: each run stores the script that it executes. */
  readonly #known = new Map<string, number>();

  constructor(private readonly blobs: BlobStore, private readonly clock: Pick<Clock, "now">) {}

  async put(hash: string, bytes: Uint8Array): Promise<void> {
    const now = this.clock.now();
    if (bytes.length > MAX_SHARED_BYTES || (this.#known.get(hash) ?? -Infinity) > now - KNOWN_MS) return;
    if ((await this.blobs.missing([hash])).size > 0) {
      await this.blobs.put([{ path: hash, bytes }], MAX_SHARED_BYTES);
    }
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(hash, now);
  }

  async read(hash: string, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return await this.blobs.get(hash, limit);
    } catch (error) {
      if (error instanceof BlobError) return null;
      throw error;
    }
  }
}
