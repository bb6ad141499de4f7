// Keeps the areas of a panel equal to the trees that all machines share.
import { type FileArea, fileAreas } from "../../contract/files.ts";
import type { Timer } from "../../platform/clock.ts";
import { AreaSync, type AreaSyncOptions } from "./area_sync.ts";
import type { LeftOut } from "./scan_tree.ts";
import { SyncMemory } from "./sync_memory.ts";

/** A save is often followed by others. */
const DELAY_MS = 500;
const RETRY_MS = 10_000;

export interface TreeSyncOptions extends Omit<AreaSyncOptions, "area" | "folder" | "memory"> {
  folders: Record<FileArea, string>;
  /** Where the panel remembers what it has synchronized: a folder or its replacement in tests. */
  memory: string | SyncMemory;
}

export class TreeSync {
  readonly #areas: Record<FileArea, AreaSync>;
  readonly #timers = new Map<FileArea, Timer>();
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;

  constructor(private readonly options: TreeSyncOptions) {
    const { folders, memory: at, ...rest } = options;
    const memory = typeof at === "string" ? new SyncMemory(at) : at;
    const open = (area: FileArea) => new AreaSync({ ...rest, memory, area, folder: folders[area] });
    this.#areas = { config: open("config"), scripts: open("scripts") };
  }

  /**
   * Publishes what changed in an area: scans it, merges it with what others published, and makes the result the current
   * tree. Writes nothing into the area. Throws file system and database errors; it can be repeated then.
   */
  async publish(area: FileArea): Promise<void> {
    await this.#areas[area].publish();
  }

  /** Writes what others published into an area, except for files that were changed here and are not published yet. */
  async apply(area: FileArea): Promise<void> {
    await this.#areas[area].apply();
  }

  /** Publishes and applies, for an area or for both. */
  async sync(area?: FileArea): Promise<void> {
    for (const one of area ? [area] : fileAreas) {
      await this.publish(one);
      await this.apply(one);
    }
  }

  /** Notes that an area or its shared tree may have changed; it is synchronized in a moment, and again until that succeeds. */
  changed(area: FileArea): void {
    this.#schedule(area, DELAY_MS);
  }

  /** Returns the entries of an area that are not shared, as of the last scan. */
  leftOut(area: FileArea): readonly LeftOut[] {
    return this.#areas[area].leftOut;
  }

  /** Stops, after the synchronizations that `changed` has started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
    await Promise.all(this.#running);
  }

  // The first hint sets the time, so that steady changes do not postpone it forever.
  #schedule(area: FileArea, delayMs: number): void {
    if (this.#isClosed || this.#timers.has(area)) return;
    const timer = this.options.clock.after(delayMs, () => {
      this.#timers.delete(area);
      const running = this.#syncLogged(area).finally(() => this.#running.delete(running));
      this.#running.add(running);
    });
    this.#timers.set(area, timer);
  }

  async #syncLogged(area: FileArea): Promise<void> {
    try {
      await this.sync(area);
    } catch (error) {
      this.options.logger.warn("the files of an area could not be synchronized; trying again", {
        area,
        error,
      });
      this.#schedule(area, RETRY_MS);
    }
  }
}
