import { AppError } from "../../contract/app_error.ts";
import { readSort } from "../../contract/read_sort.ts";
import { readValues } from "../../contract/read_values.ts";
import type { List } from "../../contract/shapes.ts";
import {
  type ListedRun,
  type Run,
  runCauses,
  type RunFailures,
  runSortFields,
  runStates,
} from "../../contract/runs.ts";
import type { Base } from "../../engine/base.ts";
import type { Engine } from "../../engine/engine.ts";
import { reachOfDatabase } from "../../engine/labelled_database.ts";
import { noRemoteLogs, type RemoteLogs } from "../../engine/logs/log_sink.ts";
import { activeStates } from "../../engine/states.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { LogFile } from "./log_file.ts";
import { failureOf, type LogTail } from "./run_failure.ts";
import { type NodeNames, nodeNamesOf } from "./run_nodes.ts";
import { findByLogPath, findFailures, findRun, findRuns, listRuns, medianDurations } from "./store.ts";
import type { RunFilter } from "./run_filter.ts";
import { type MaskedOutputs, outputsOf, shortOutputs } from "./run_outputs.ts";
import { readRunParameters, readUnsetParameters, shortened } from "./run_parameters.ts";
import { readRunTrigger } from "./run_trigger.ts";
import { readUsualDurations, refreshUsualDurations } from "./usual_durations.ts";
import { storedInstant } from "../../platform/stored_json.ts";

export interface RunsOptions extends Pick<Base, "db" | "clock" | "language"> {
  /** For queries that no index serves. */
  reads: HeavyReads;
  engine: Engine;
  /** Directory of all logs. */
  logs: string;
  logTail: LogTail;
  /** Logs of other nodes. Defaults to none. */
  remoteLogs?: RemoteLogs;
}

export interface RunListQuery extends Omit<RunFilter, "states" | "causes" | "from" | "to" | "name" | "sort"> {
  /** States, separated by commas. */
  state?: string | undefined;
  /** Causes, separated by commas. */
  cause?: string | undefined;
  /** ISO 8601. */
  from?: string | undefined;
  to?: string | undefined;
  sort?: string | undefined;
  /** Part of the task's name. */
  q?: string | undefined;
}

/** Reads and stops runs. */
export class Runs {
  constructor(private readonly options: RunsOptions) {}

  /**
   * Returns one page of runs, newest first by default. Throws `validation_failed` for an unknown state or cause or a
   * field that cannot be sorted by.
   */
  async list({ state, cause, sort, q, from, to, ...filter }: RunListQuery): Promise<List<ListedRun>> {
    const { taskId, page, pageSize } = filter;
    const { db, reads, clock } = this.options;
    const states = readValues("state", state, runStates);
    const causes = readValues("cause", cause, runCauses);
    const keys = sort === undefined ? [] : readSort(sort, taskId === undefined ? ["id"] : runSortFields);
    const name = q?.trim() || undefined;
    if (filter.slower) await refreshUsualDurations({ db, reads, now: clock.now() });
    const { rows, total } = await listRuns(this.options, {
      ...filter,
      states,
      causes,
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
      name,
      sort: keys,
    });
    const taskIds = new Set(rows.flatMap(({ task_id }) => task_id ?? []));
    const medians = await medianDurations(this.options, [...taskIds]);
    const usual = await readUsualDurations(db, [...taskIds]);
    const details = { nodes: await nodeNamesOf(db, rows), outputs: await outputsOf(db, rows) };
    const items = rows.map((row) => ({
      ...toRun(row, details),
      parameters: shortened(readRunParameters(row.request_json)),
      outputs: shortOutputs(details.outputs.get(row.id)?.outputs ?? null),
      medianMs: (row.task_id === null ? undefined : medians.get(row.task_id)) ?? null,
      usualMs: (row.task_id === null ? undefined : usual.get(row.task_id)) ?? null,
    }));
    return { items, total, page, pageSize };
  }

  /** Returns one run. Throws `not_found`. */
  async get(id: number): Promise<Run> {
    return await runOf(this.options.db, await this.#find(id));
  }

  async getSeveral(ids: readonly number[]): Promise<Run[]> {
    const { db } = this.options;
    const rows = await findRuns(db, ids);
    const details = { nodes: await nodeNamesOf(db, rows), outputs: await outputsOf(db, rows) };
    return rows.map((row) => toRun(row, details));
  }

  /** Returns why those of the runs that exist failed; only with `readsLogs` what their logs say. */
  async failures(ids: readonly number[], { readsLogs }: { readsLogs: boolean }): Promise<RunFailures> {
    const { db, logTail } = this.options;
    const rows = await findFailures(db, ids);
    const items = rows.map(async (row) => ({
      id: row.id,
      ...await failureOf(row, readsLogs ? logTail : null),
    }));
    return { items: await Promise.all(items) };
  }

  /** Returns the run that writes or wrote a log, by its path below the logs folder; null if there is none. */
  async findByLog(path: string): Promise<Run | null> {
    const row = await findByLogPath(this.options.db, path);
    return row ? await runOf(this.options.db, row) : null;
  }

  /** Stops one run or takes it out of the queue. Throws `not_found` or `run_not_active`. */
  async stop(id: number): Promise<void> {
    // The engine knows every run.
    if (reachOfDatabase(this.options.db) !== null) await this.#find(id);
    await this.options.engine.stopRun(id);
  }

  /** Opens the log of a run. Throws `not_found`. */
  async log(id: number): Promise<LogFile> {
    const run = await this.#find(id);
    const { logs, language, remoteLogs = noRemoteLogs } = this.options;
    // Before a reader takes what is here for everything.
    if (!isActive(run)) await remoteLogs.fetch(id);
    return new LogFile({
      root: logs,
      logPath: run.log_path,
      wasWritten: hasWritten(run),
      complete: !isActive(run),
      language: language(),
    });
  }

  /** Returns whether nothing more will be added to a run's log. */
  async isOver(id: number): Promise<boolean> {
    const run = await findRun(this.options.db, id);
    return !run || !isActive(run);
  }

  async #find(id: number): Promise<RunRow> {
    const row = await findRun(this.options.db, id);
    if (!row) throw new AppError("not_found");
    return row;
  }
}

// A run that was stopped or lost before its process started has a log path, but may never have had a log.
function hasWritten({ started_at, state }: RunRow): boolean {
  return started_at !== null || state === "failed";
}

function isActive({ state }: RunRow): boolean {
  return activeStates.some((one) => one === state);
}

/** Converts one row to a run of the API. */
export async function runOf(db: Database, row: RunRow): Promise<Run> {
  return toRun(row, { nodes: await nodeNamesOf(db, [row]), outputs: await outputsOf(db, [row]) });
}

/** Converts a row to a run of the API, with the name of its node and its outputs. */
export function toRun(row: RunRow, { nodes, outputs }: { nodes: NodeNames; outputs: MaskedOutputs }): Run {
  return {
    id: row.id,
    parameters: readRunParameters(row.request_json),
    unsetParameters: readUnsetParameters(row.request_json),
    taskId: row.task_id,
    taskName: row.task_name,
    cause: row.cause,
    state: row.state,
    dueAt: storedInstant(row.held_until ?? row.due_at),
    dueThrough: storedInstant(row.due_through),
    nominalAt: storedInstant(row.nominal_at ?? row.due_at),
    movedFrom: storedInstant(row.nominal_at),
    windowId: row.window_id,
    heldUntil: storedInstant(row.held_until),
    mergedInto: row.merged_into,
    dueCount: row.due_count,
    queuedAt: storedInstant(row.queued_at),
    startedAt: storedInstant(row.started_at),
    finishedAt: storedInstant(row.finished_at),
    durationMs: row.duration_ms,
    lagMs: row.lag_ms,
    exitCode: row.exit_code,
    signal: row.signal,
    skipReason: row.skip_reason,
    blockedBy: row.blocked_by,
    attempt: row.attempt,
    retryOf: row.retry_of,
    trigger: readRunTrigger(row),
    flowRunId: row.flow_run_id,
    approval: approvalOf(row),
    item: row.item,
    stopRequestedAt: storedInstant(row.stop_requested_at),
    requestedBy: row.requested_by,
    stoppedBy: row.state === "stopped" ? row.stopped_by : null,
    detail: row.detail,
    logPath: row.log_path,
    pid: row.pid,
    nodeId: row.node_id,
    nodeName: row.node_id === null ? null : nodes.get(row.node_id) ?? null,
    kind: row.kind,
    subscriptionId: row.subscription_id,
    scriptPath: row.script_path,
    scriptVersionId: row.script_version_id,
    peakMemoryBytes: row.peak_memory_bytes,
    ...outputs.get(row.id) ?? { outputs: null, outputFiles: 0 },
  };
}

function approvalOf(row: RunRow): Run["approval"] {
  const { approval_until: until, approval_at: at, approval_by: decidedBy, approval_remark: remark } = row;
  if (until === null) return null;
  const isLapsed = row.skip_reason === "approval_lapsed";
  const decided = row.skip_reason === "rejected" ? "rejected" as const : "approved" as const;
  const decision = isLapsed ? "lapsed" : at === null ? null : decided;
  const decidedAt = isLapsed ? row.finished_at : at;
  const isDecided = decision === "approved" || decision === "rejected";
  // People have an account.
  const deciderKind = isDecided ? decidedBy === null ? "operator" as const : "person" as const : null;
  return {
    ...{ until: storedInstant(until), decision, decidedAt: storedInstant(decidedAt), deciderKind, decidedBy },
    remark,
  };
}
