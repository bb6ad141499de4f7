import type { Distribution } from "../engine/distribution.ts";
import type { LogSink, RemoteLogs } from "../engine/log_sink.ts";

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
