// Panels that share the files of their areas through one database. A panel can crash at any step.
import { dirname, join } from "node:path";
import type { OverwrittenFile } from "../../server/cluster/files/area_sync.ts";
import { BlobStore } from "../../server/cluster/files/blob_store.ts";
import { SyncMemory } from "../../server/cluster/files/sync_memory.ts";
import { TreeSync, type TreeSyncOptions } from "../../server/cluster/files/tree_sync.ts";
import type { FileArea } from "../../server/contract/files.ts";
import type { Database } from "../../server/engine/store.ts";
import type { LogFields } from "../../server/platform/logger.ts";
import { freshDatabase } from "./fresh_database.ts";
import { TestClock } from "./test_clock.ts";

export class CrashError extends Error {}

/** Counts the steps of a panel, and fails from a certain one on. */
export class CrashPoint {
  /** Steps until the crash. */
  left = Infinity;
  steps = 0;

  step(): void {
    this.steps++;
    if (--this.left < 0) throw new CrashError("the panel has crashed");
  }

  async around<T>(action: () => Promise<T>): Promise<T> {
    this.step();
    const result = await action();
    this.step();
    return result;
  }
}

class CrashingBlobs extends BlobStore {
  readonly crash = new CrashPoint();

  override put(...args: Parameters<BlobStore["put"]>) {
    return this.crash.around(() => super.put(...args));
  }

  override get(...args: Parameters<BlobStore["get"]>) {
    return this.crash.around(() => super.get(...args));
  }
}

class CrashingMemory extends SyncMemory {
  readonly #crash: CrashPoint;

  constructor(folder: string, crash: CrashPoint) {
    super(folder);
    this.#crash = crash;
  }

  override save(...args: Parameters<SyncMemory["save"]>): void {
    this.#crash.step();
    super.save(...args);
    if (super.load(args[0]) === null) throw new Error("what was saved cannot be read again");
    this.#crash.step();
  }
}

export class TreeScene {
  readonly clock = new TestClock();
  readonly panels: PanelTrees[];
  readonly #folder: string;

  private constructor(readonly db: Database, folder: string, count: number) {
    this.#folder = folder;
    this.panels = Array.from(
      { length: count },
      (_, index) => new PanelTrees(this, join(folder, `p${index}`)),
    );
  }

  static async open(count: number): Promise<TreeScene> {
    const folder = await Deno.makeTempDir({ prefix: "sundial-trees-" });
    return new TreeScene(await freshDatabase(), folder, count);
  }

  /** Synchronizes all panels until nothing changes any more. */
  async settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      for (const panel of this.panels) await panel.sync.sync("scripts");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.db.destroy();
    await Deno.remove(this.#folder, { recursive: true });
  }
}

export class PanelTrees {
  readonly folders: Record<FileArea, string>;
  /** Contents handed over before they were replaced or removed. */
  readonly versions: { area: FileArea; path: string; text: string }[] = [];
  readonly published: [FileArea, number][] = [];
  readonly applied: [FileArea, string[]][] = [];
  readonly warnings: [string, LogFields | undefined][] = [];
  crash = new CrashPoint();
  sync: TreeSync;
  readonly #scene: TreeScene;

  constructor(scene: TreeScene, readonly root: string) {
    this.#scene = scene;
    this.folders = { config: join(root, "config"), scripts: join(root, "scripts") };
    for (const folder of Object.values(this.folders)) Deno.mkdirSync(folder, { recursive: true });
    this.sync = this.restart();
  }

  /** Replaces the panel by a new process over the same data. */
  restart(options: Partial<TreeSyncOptions> = {}): TreeSync {
    const { db, clock } = this.#scene;
    const blobs = new CrashingBlobs({ db, clock });
    const crash = blobs.crash;
    this.crash = crash;
    const warn = (message: string, fields?: LogFields) => void this.warnings.push([message, fields]);
    return this.sync = new TreeSync({
      db,
      clock,
      logger: { debug() {}, info() {}, warn, error: warn },
      blobs,
      memory: new CrashingMemory(join(this.root, "sync"), crash),
      origin: "one",
      folders: this.folders,
      exclusive: (_, action) => crash.around(action),
      overwritten: (file) => crash.around(() => this.#keepVersion(file)),
      published: (area, version) => {
        crash.step();
        this.published.push([area, version]);
      },
      applied: (area, paths) => {
        crash.step();
        this.applied.push([area, paths]);
      },
      ...options,
    });
  }

  /** Writes a file in a step, as the panel does. */
  write(path: string, text: string, { area = "scripts", mode = 0o644 }: WriteOptions = {}): void {
    const full = join(this.folders[area], path);
    Deno.mkdirSync(dirname(full), { recursive: true });
    const beside = join(dirname(full), ".sundial-save-test");
    Deno.writeTextFileSync(beside, text);
    Deno.chmodSync(beside, mode);
    Deno.renameSync(beside, full);
  }

  remove(path: string): void {
    Deno.removeSync(join(this.folders.scripts, path), { recursive: true });
  }

  path(path: string): string {
    return join(this.folders.scripts, path);
  }

  /** Returns the text of each file by its path; whatever is not a file, by its kind. */
  files(area: FileArea = "scripts"): Record<string, string> {
    const found: Record<string, string> = {};
    collect(this.folders[area], "", found);
    return found;
  }

  #keepVersion({ area, path, bytes }: OverwrittenFile): Promise<void> {
    this.versions.push({ area, path, text: new TextDecoder().decode(bytes) });
    return Promise.resolve();
  }
}

interface WriteOptions {
  area?: FileArea;
  mode?: number;
}

function collect(folder: string, above: string, found: Record<string, string>): void {
  for (const { name, isFile, isDirectory } of [...Deno.readDirSync(folder)].sort(byName)) {
    const path = above === "" ? name : `${above}/${name}`;
    if (isDirectory) collect(join(folder, name), path, found);
    else found[path] = isFile ? Deno.readTextFileSync(join(folder, name)) : "not a file";
  }
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
