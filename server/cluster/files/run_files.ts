// The scripts and configuration that a run gets: as they were when it was assigned, wherever it runs.
import type { Clock } from "../../platform/clock.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { RunFolders } from "../../engine/run_type.ts";
import type { Database } from "../../engine/store.ts";
import { readTree } from "./tree_store.ts";
import type { TreeSync } from "./tree_sync.ts";
import type { WorkspaceCache } from "./workspace_cache.ts";

export interface RunFiles {
  /** Publishes what users have changed, and returns the names of the trees as they are now, as JSON. */
  current(): Promise<string>;
  /** Provides the folders with these trees. Throws when a file cannot be had. */
  open(treesJson: string): Promise<OpenedFiles>;
  /** Keeps the folders of a run that outlived the process that started it. */
  adopt(treesJson: string): OpenedFiles;
}

export interface OpenedFiles {
  /** Null for the node's own folders. */
  folders: RunFolders | null;
  /** The run no longer needs them. */
  release(): void;
}

/** Names of manifests, by area; null where nothing was published. */
type TreeNames = Record<keyof RunFolders, string | null>;

const areas = ["scripts", "config"] as const;
/** How long a published state counts as current: scanning a large folder for each of many runs would delay them. */
const FRESH_MS = 1_000;
const prepareFolders: OpenedFiles = { folders: null, release() {} };

/** A panel runs in its own folders, which it keeps equal to the shared trees. */
export class PanelFiles implements RunFiles {
  #published = { at: -Infinity, json: "" };

  constructor(private readonly options: { db: Database; clock: Clock; trees: TreeSync }) {}

  /** Notes that a file was changed: the next run gets it. */
  changed(): void {
    this.#published.at = -Infinity;
  }

  async current(): Promise<string> {
    const { db, clock, trees } = this.options;
    const at = clock.monotonic();
    if (at - this.#published.at < FRESH_MS) return this.#published.json;
    for (const area of areas) await trees.publish(area);
    const names: TreeNames = {
      scripts: (await readTree(db, "scripts")).manifestHash,
      config: (await readTree(db, "config")).manifestHash,
    };
    this.#published = { at, json: JSON.stringify(names) };
    return this.#published.json;
  }

  async open(treesJson: string): Promise<OpenedFiles> {
    if (treesJson !== this.#published.json) {
      for (const area of areas) await this.options.trees.apply(area);
    }
    return prepareFolders;
  }

  adopt(): OpenedFiles {
    return prepareFolders;
  }
}

/** A worker has copies of the trees that its runs need. */
export class WorkerFiles implements RunFiles {
  /** `empty` is the path of a folder for what was never published. */
  constructor(private readonly cache: WorkspaceCache, private readonly empty: string) {}

  current(): Promise<string> {
    return Promise.reject(new Error("a worker does not assign runs"));
  }

  async open(treesJson: string): Promise<OpenedFiles> {
    return await this.#provide(treesJson, (name) => this.cache.materialize(name));
  }

  adopt(treesJson: string): OpenedFiles {
    const { scripts, config } = namesIn(treesJson);
    const leases = [scripts, config].flatMap((name) => name === null ? [] : [this.cache.lease(name)]);
    return { folders: null, release: () => leases.forEach((lease) => lease[Symbol.dispose]()) };
  }

  async #provide(
    treesJson: string,
    get: (name: string) => Promise<Disposable & { path: string }>,
  ): Promise<OpenedFiles> {
    const names = namesIn(treesJson);
    const opened: Partial<Record<keyof RunFolders, Disposable & { path: string }>> = {};
    const release = () => Object.values(opened).forEach((workspace) => workspace[Symbol.dispose]());
    try {
      for (const area of areas) {
        const name = names[area];
        if (name !== null) opened[area] = await get(name);
      }
    } catch (error) {
      release();
      throw error;
    }
    const { scripts, config } = opened;
    return {
      folders: { scripts: scripts?.path ?? this.empty, config: config?.path ?? this.empty },
      release,
    };
  }
}

function namesIn(json: string): TreeNames {
  const { scripts = null, config = null } = storedJson<Partial<TreeNames>>(json, {});
  return { scripts, config };
}
