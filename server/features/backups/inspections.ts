// Uploaded archives for inspection. They are stored temporarily, until they are restored or an hour has
// passed.
import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import type { Clock, Timer } from "../../platform/clock.ts";
import type { Disk } from "../../platform/disk.ts";
import type { BackupStore } from "./backup_store.ts";
import { freeBytes } from "./parts.ts";

const LIFE_MS = 60 * 60_000;
/** Maximum number of uploads; beyond it, the oldest is deleted, because each may fill the disk. */
const MAX = 3;

/** Bytes to leave free on the disk, because tasks write to it meanwhile. */
const RESERVE_BYTES = 64 * 1024 * 1024;
/** Bytes received between two checks of the free space; others may write to the disk, too. */
const STRIDE_BYTES = 8 * 1024 * 1024;

interface Inspection {
  path: string;
  folder: string;
  timer: Timer;
}

export class Inspections {
  readonly #held = new Map<number, Inspection>();

  constructor(private readonly options: { store: BackupStore; clock: Clock; disk: Disk }) {}

  /** Stores an upload. Throws `storage_full` and file system errors, leaving nothing behind. */
  async take(content: AsyncIterable<Uint8Array>): Promise<number> {
    const { store, clock, disk } = this.options;
    const folder = store.workFolder();
    const path = join(folder, "archive");
    try {
      await disk.makeFolder(folder);
      await disk.writeNew(path, whileThereIsRoom(content, folder), 0o600);
    } catch (error) {
      await disk.remove(folder);
      throw error;
    }
    let id = clock.now();
    while (this.#held.has(id)) id++;
    this.#held.set(id, { path, folder, timer: clock.after(LIFE_MS, () => void this.drop(id)) });
    for (const old of [...this.#held.keys()].slice(0, -MAX)) await this.drop(old);
    return id;
  }

  /** Returns the path of an upload. Throws `not_found`. */
  path(id: number): string {
    const held = this.#held.get(id);
    if (!held) throw new AppError("not_found");
    return held.path;
  }

  /** Deletes an upload; does nothing if it is gone. */
  async drop(id: number): Promise<void> {
    const held = this.#held.get(id);
    if (!held) return;
    this.#held.delete(id);
    held.timer.cancel();
    await this.options.disk.remove(held.folder).catch(() => {});
  }

  /** Deletes all uploads. */
  async close(): Promise<void> {
    for (const id of [...this.#held.keys()]) await this.drop(id);
  }
}

/** Passes an upload on. Throws `storage_full` when the disk of `folder` is nearly full. */
export async function* whileThereIsRoom(
  content: AsyncIterable<Uint8Array>,
  folder: string,
): AsyncGenerator<Uint8Array, void> {
  let unseen = STRIDE_BYTES;
  for await (const chunk of content) {
    unseen += chunk.length;
    if (unseen >= STRIDE_BYTES) {
      unseen = 0;
      if ((await freeBytes(folder) ?? Infinity) < RESERVE_BYTES) throw new AppError("storage_full");
    }
    yield chunk;
  }
}
