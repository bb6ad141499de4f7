import type { Distribution } from "../engine/distribution.ts";
import type { LogSink, RemoteLogs } from "../engine/logs/log_sink.ts";
import type { SharedContents } from "../platform/files/shared_contents.ts";
import type { SharedFolders } from "../platform/files/shared_folders.ts";

/** What nodes store for each other besides logs and trees. */
export interface SharedStores {
  contents: SharedContents;
  folders: SharedFolders;
  /** Removes contents that nothing refers to any more. */
  removeUnused(): Promise<void>;
}

/** What a panel or worker has of the others that share its database. */
export interface SharedNode {
  distribution: Distribution;
  logSink: LogSink;
  /** Unset on workers. */
  remoteLogs?: RemoteLogs;
  /** Starts exchanging logs. Call after the engine has started. */
  open(): Promise<void>;
  /** Removes copies of logs that another node has removed. */
  removeStray(): Promise<void>;
  /** Stops. Call after the engine is closed. */
  close(): Promise<void>;
}
