// Where the log of a run goes besides its file. On a single machine nowhere; where several machines share a database, other
// nodes read it too. The log itself is always a file of the node that runs it.
import type { OpenLog } from "./open_log.ts";
import type { RunRow } from "../store.ts";

/** Called about the log of each run that this node runs. */
export interface LogSink {
  /** Returns the path at which the log of a run is to be created, below the logs directory. */
  pathFor(run: Pick<RunRow, "id" | "log_path">): string;
  /** Called when the log was created, or opened again after a restart. Never throws, never waits. */
  started(run: RunRow, log: OpenLog, start: { resumed: boolean }): void;
  /** Called when the last line is written. Resolves when others can read the whole log, or never will. Never rejects. */
  ended(run: RunRow): Promise<void>;
}

/** Keeps logs on this machine only. */
export const localLogSink: LogSink = {
  pathFor: ({ id, log_path }) => log_path ?? `run_${id}.log`,
  started() {},
  ended: () => Promise.resolve(),
};

/** Brings logs of other nodes to this one. */
export interface RemoteLogs {
  /** Makes the log of a run that has ended readable at its path. Does nothing for runs of this node. Never rejects. */
  fetch(runId: number): Promise<void>;
}

/** There are no other nodes. */
export const noRemoteLogs: RemoteLogs = { fetch: () => Promise.resolve() };
