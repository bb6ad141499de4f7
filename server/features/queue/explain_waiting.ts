// Explains why each queued run has not started. Applies the rules of the engine's queue without changing
// anything.
import type { QueueEntry } from "../../contract/queue.ts";
import type { RunKind } from "../../contract/runs.ts";
import type { RunRow } from "../../engine/store.ts";

/** The fields that determine why a run waits. */
export type InLine = Pick<RunRow, "id" | "task_id" | "serial_group" | "start_after" | "kind">;

export interface Line {
  /** Runs that hold a slot, oldest first. */
  live: readonly InLine[];
  /** Runs without a slot, next first. */
  waiting: readonly InLine[];
  /** How many runs of a task may be active at once. */
  maxAtOnce(taskId: number): number;
  /** Whether runs of a type are exempt from the limit of all runs. */
  isExempt(kind: RunKind): boolean;
  now: number;
}

export type Reason = Pick<QueueEntry, "reason" | "blockedBy">;

/** Returns the reason why each queued run waits. Runs ahead of it in the queue count as started before it. */
export function explainWaiting({ live, waiting, maxAtOnce, isExempt, now }: Line): Reason[] {
  const ofTask = new Map<number, number[]>();
  const ofGroup = new Map<string, number>();
  const stand = ({ id, task_id, serial_group }: InLine) => {
    if (task_id !== null) ofTask.set(task_id, [...ofTask.get(task_id) ?? [], id]);
    if (serial_group !== null && !ofGroup.has(serial_group)) ofGroup.set(serial_group, id);
  };
  for (const run of live) stand(run);
  return waiting.map((run) => {
    if (run.start_after > now) return { reason: "delay", blockedBy: null };
    const reason = reasonOf(run, { ofTask, ofGroup, maxAtOnce, isExempt });
    stand(run);
    return reason;
  });
}

interface Ahead {
  /** Ids of each task's runs that hold a slot or are ahead in the queue. */
  ofTask: ReadonlyMap<number, readonly number[]>;
  ofGroup: ReadonlyMap<string, number>;
  maxAtOnce(taskId: number): number;
  isExempt(kind: RunKind): boolean;
}

function reasonOf(
  { task_id, serial_group, kind }: InLine,
  { ofTask, ofGroup, maxAtOnce, isExempt }: Ahead,
): Reason {
  const sameTask = task_id === null ? [] : ofTask.get(task_id) ?? [];
  if (task_id !== null && sameTask.length >= maxAtOnce(task_id)) {
    return { reason: "task", blockedBy: sameTask[0] ?? null };
  }
  const group = serial_group === null ? undefined : ofGroup.get(serial_group);
  if (group !== undefined) return { reason: "group", blockedBy: group };
  return { reason: isExempt(kind) ? "kind" : "limit", blockedBy: null };
}
