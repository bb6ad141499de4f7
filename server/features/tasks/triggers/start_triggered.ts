// Starts a task because of one of its triggers.
import type { RunTrigger } from "../../../contract/triggers.ts";
import type { Engine } from "../../../engine/engine.ts";
import { enqueue } from "../../../engine/enqueue.ts";
import { droppedBy } from "../../../engine/follow_ended.ts";
import { insertSkipped } from "../../../engine/ledger.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import type { Tx } from "../../../engine/store.ts";
import { inactiveAt, type StartLimits } from "../start_limits.ts";
import { readTask } from "../store.ts";
import { taskSource } from "../task_source.ts";

export interface TriggerContext {
  engine: Pick<Engine, "openNodes" | "followEnded">;
  limits: StartLimits;
}

export interface Triggered {
  taskId: number;
  trigger: RunTrigger;
  now: number;
  /** Whether the panel did not run when it happened, and it is too late to start now. */
  isMissed?: boolean;
}

/**
 * Enqueues a run of a task, or records why it is skipped: nobody sees otherwise that a trigger of a disabled task has fired. Returns
 * what to publish after the transaction; nothing for a task that is gone.
 */
export async function startTriggered(
  tx: Tx,
  { taskId, trigger, now, isMissed = false }: Triggered,
  { engine, limits }: TriggerContext,
): Promise<FollowingRuns[]> {
  const task = await readTask(tx, taskId);
  if (!task) return [];
  const source = taskSource(task);
  const run = { source, cause: "trigger" as const, now, dueAt: null, triggerJson: JSON.stringify(trigger) };
  const inactive = inactiveAt(task, now) ?? (isMissed ? "missed" as const : null);
  const skip = inactive === null ? limits.droppedAt(task, now) : { reason: inactive };
  if (skip) {
    const id = await insertSkipped(tx, { ...run, ...skip });
    return [{ source, result: { queued: [], skipped: id === null ? [] : [id], stop: [] } }];
  }
  const held = limits.heldAt(task, now);
  const result = await enqueue(tx, engine.openNodes, { ...run, ...held && { held } });
  return [{ source, result }, ...await engine.followEnded(tx, droppedBy([result]), now)];
}
