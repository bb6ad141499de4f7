// Joins the panels and workers that share a PostgreSQL database, and builds what only they need: shared files and logs. Loaded
// only then.
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type FileArea, fileAreas } from "../contract/files.ts";
import { BlobStore } from "../cluster/files/blob_store.ts";
import { syncFolder } from "../cluster/files/claim_trees.ts";
import { Cluster } from "../cluster/cluster.ts";
import { DatabaseClock } from "../cluster/coordination/database_clock.ts";
import { databaseId } from "../cluster/files/database_id.ts";
import { NodeNameTakenError } from "../cluster/coordination/nodes.ts";
import { LogMirror } from "../cluster/logs/log_mirror.ts";
import { LogShipper } from "../cluster/logs/log_shipper.ts";
import { PanelFiles, type RunFiles, WorkerFiles } from "../cluster/files/run_files.ts";
import { TreeSync } from "../cluster/files/tree_sync.ts";
import { WorkspaceCache } from "../cluster/files/workspace_cache.ts";
import type { RunTypes } from "../engine/run_type.ts";
import type { FilesParts } from "../features/files/files_parts.ts";
import { removeStrayLogs } from "../features/runs/stray_logs.ts";
import { version } from "../platform/build_info.ts";
import type { Timer } from "../platform/clock.ts";
import { readBootId } from "../platform/process/process_table.ts";
import { StartError } from "./foundation.ts";
import type { Foundation } from "./foundation_shape.ts";
import { nodeNameOf } from "./open_store.ts";
import type { SharedNode } from "./shared_node.ts";

/** With fewer, one slow task would delay all others, even on a small machine. */
const MIN_CAPACITY = 4;
/** How often a panel looks for files that were changed beside it, or whose message was lost. */
const SYNC_MS = 30_000;

export interface JoinOptions {
  url: string;
  runTypes: RunTypes;
  files: FilesParts;
}

/** Joins as the panel or worker that the configuration describes. Throws `StartError` when its name is taken. */
export async function joinCluster(foundation: Foundation, options: JoinOptions): Promise<SharedNode> {
  const { url, runTypes } = options;
  const { db, clock, logger, bus, language, folder, sealer, config } = foundation;
  const { deciding, settings, role = "panel" } = foundation;
  if (!(clock instanceof DatabaseClock)) throw new Error("nodes need the clock of their database");
  let mirror: LogMirror | undefined;
  let cluster: Cluster | undefined;
  const notifyTree = (area: FileArea) => cluster?.notifyTree(area);
  const shared = role === "panel"
    ? await shareFolders(foundation, options.files, notifyTree)
    : copyFolders(foundation);
  const joined = cluster = await Cluster.join({
    ...{ url, db, clock, logger, bus, runTypes, sealer, deciding },
    files: shared.files,
    node: {
      name: nodeNameOf(foundation),
      role,
      pools: role === "panel" && config.noRunner ? [] : config.pools,
      capacity: capacityOf(foundation),
      version,
      bootId: readBootId(),
    },
    onLog: (runId) => mirror?.notify(runId),
    onTree: (area) => shared.changed(area),
    refresh: () => bus.heartbeat(),
  }).catch(async (error) => {
    await shared.close();
    throw error instanceof NodeNameTakenError ? new StartError(error.message, { cause: error }) : error;
  });
  const logs = { db, clock, logger, logs: folder.logs, nodeId: cluster.nodeId };
  const maxBytes = () => settings.current().logMaxBytes;
  const shipper = new LogShipper({ ...logs, maxBytes, language, notify: (id) => joined.notifyLog(id) });
  if (role === "panel") mirror = new LogMirror({ ...logs, maxBytes });
  const stopComparing = bus.onHeartbeat(() => settings.refresh());
  const stopListening = bus.listen(({ type, topic }) => {
    if (type === "file:changed") shared.changed(topic);
    if (type !== "settings:updated") return;
    settings.reload().catch((error) => logger.warn("failed to read the changed settings", { error }));
  });
  return {
    distribution: cluster,
    logSink: shipper,
    ...(mirror && { remoteLogs: mirror }),
    async open() {
      await shipper.adopt();
      mirror?.start();
    },
    async removeStray() {
      await removeStrayLogs({ db, logs: folder.logs, logger, now: clock.now() });
    },
    async close() {
      stopListening();
      stopComparing();
      await shipper.close();
      await mirror?.close();
      await shared.close();
    },
  };
}

/** Returns how many runs this node runs at once. */
export function capacityOf({ config }: Pick<Foundation, "config">): number {
  return config.capacity ?? Math.max(availableParallelism(), MIN_CAPACITY);
}

interface SharedFiles {
  files: RunFiles;
  /** An area may have changed, here or elsewhere. */
  changed(area: string): void;
  close(): Promise<void>;
}

// A panel keeps its folders equal to the shared trees.
async function shareFolders(
  { db, clock, logger, folder }: Foundation,
  { areas, versions }: FilesParts,
  published: (area: FileArea) => void,
): Promise<SharedFiles> {
  const blobs = new BlobStore({ db, clock });
  const trees = new TreeSync({
    ...{ db, clock, logger, blobs, published },
    origin: await databaseId(db),
    folders: { config: folder.config, scripts: folder.scripts },
    memory: syncFolder(folder.root),
    exclusive: (area, action) => areas[area].area.turns.take(action),
    overwritten: ({ area, path, bytes }) => versions.recordReplaced({ area, path }, bytes),
    applied: (area) => areas[area].area.announce(),
  });
  await trees.sync();
  const files = new PanelFiles({ db, clock, trees });
  let timer: Timer;
  const arm = () => {
    timer = clock.after(SYNC_MS, () => {
      for (const area of fileAreas) trees.changed(area);
      arm();
    });
  };
  arm();
  return {
    files,
    changed(area) {
      files.changed();
      const known = fileAreas.find((one) => one === area);
      if (known !== undefined) trees.changed(known);
    },
    async close() {
      timer.cancel();
      await trees.close();
    },
  };
}

// A worker has copies of what its runs need.
function copyFolders({ db, clock, logger, folder }: Foundation): SharedFiles {
  const blobs = new BlobStore({ db, clock });
  const cache = new WorkspaceCache({ folder: join(folder.root, "cache"), blobs, clock, logger });
  const empty = join(folder.root, "cluster", "empty");
  mkdirSync(empty, { recursive: true, mode: 0o700 });
  return { files: new WorkerFiles(cache, empty), changed() {}, close: () => Promise.resolve() };
}
