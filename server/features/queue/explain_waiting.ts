// Why each run in the line has not started. The rules are those of the engine's queue, looked at without changing anything.
import type { QueueEntry } from "../../contract/queue.ts";
import { exemptTypes } from "../../engine/kinds/run_kinds.ts";
import type { RunRow } from "../../engine/store.ts";

/** What the reason for waiting follows from. */
export type InLine = Pick<RunRow, "id" | "task_id" | "serial_group" | "start_after" | "kind">;

export interface Line {
  /** Runs that hold a place, oldest first. */
  live: readonly InLine[];
  /** Runs without one, next first. */
  waiting: readonly InLine[];
  /** How many runs of a task may be live at once. */
  maxAtOnce(taskId: number): number;
  now: number;
}

export type Reason = Pick<QueueEntry, "reason" | "blockedBy">;

/** Tells for each waiting run what it waits for. Those ahead of it in the line come before it, as they will. */
export function explainWaiting({ live, waiting, maxAtOnce, now }: Line): Reason[] {
  const ofTask = new Map<number, number[]>();
  const ofGroup = new Map<string, number>();
  const stand = ({ id, task_id, serial_group }: InLine) => {
    if (task_id !== null) ofTask.set(task_id, [...ofTask.get(task_id) ?? [], id]);
    if (serial_group !== null && !ofGroup.has(serial_group)) ofGroup.set(serial_group, id);
  };
  for (const run of live) stand(run);
  return waiting.map((run) => {
    if (run.start_after > now) return { reason: "delay", blockedBy: null };
    const reason = reasonOf(run, { ofTask, ofGroup, maxAtOnce });
    stand(run);
    return reason;
  });
}

interface Ahead {
  /** Ids of the runs of each task that hold a place or come before. */
  ofTask: ReadonlyMap<number, readonly number[]>;
  ofGroup: ReadonlyMap<string, number>;
  maxAtOnce(taskId: number): number;
}

function reasonOf({ task_id, serial_group, kind }: InLine, { ofTask, ofGroup, maxAtOnce }: Ahead): Reason {
  const sameTask = task_id === null ? [] : ofTask.get(task_id) ?? [];
  if (task_id !== null && sameTask.length >= maxAtOnce(task_id)) {
    return { reason: "task", blockedBy: sameTask[0] ?? null };
  }
  const group = serial_group === null ? undefined : ofGroup.get(serial_group);
  if (group !== undefined) return { reason: "group", blockedBy: group };
  return { reason: exemptTypes.includes(kind) ? "kind" : "limit", blockedBy: null };
}
