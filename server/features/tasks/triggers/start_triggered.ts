// Starts a task because of one of its triggers.
import type { RunTrigger } from "../../../contract/triggers.ts";
import type { Span } from "../../../contract/cron/slots.ts";
import { windowsAt } from "../../../engine/decide_occurrences.ts";
import type { Held, WindowSpan } from "../../../engine/decision.ts";
import { enqueue, type OpenNodes } from "../../../engine/enqueue.ts";
import { insertSkipped } from "../../../engine/ledger.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import type { Tx } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { readTask } from "../store.ts";
import { taskSource } from "../task_source.ts";

export interface TriggerContext {
  openNodes: OpenNodes;
  /** Returns the maintenance window that holds a run that would start at an instant (ms); null without one. */
  heldAt(task: TaskRow, at: number): Held | null;
  /** Returns the maintenance windows that concern a task and overlap a span. */
  windowsOf(task: TaskRow, span: Span): WindowSpan[];
}

export interface Triggered {
  taskId: number;
  trigger: RunTrigger;
  now: number;
  /** Whether the panel did not run when it happened, and it is too late to start now. */
  isMissed?: boolean;
}

/**
 * Enqueues a run of a task, or records why it is skipped. A task that is disabled, or not valid now, does nothing, as at a due
 * time; then it returns null.
 */
export async function startTriggered(
  tx: Tx,
  { taskId, trigger, now, isMissed = false }: Triggered,
  { openNodes, heldAt, windowsOf }: TriggerContext,
): Promise<FollowingRuns | null> {
  const task = await readTask(tx, taskId);
  if (!task || task.enabled === 0) return null;
  if (task.valid_from !== null && now < task.valid_from) return null;
  if (task.valid_until !== null && now > task.valid_until) return null;
  const source = taskSource(task);
  const run = { source, cause: "trigger" as const, now, dueAt: null, triggerJson: JSON.stringify(trigger) };
  const skip = isMissed
    ? { reason: "missed" as const }
    : skippedBy(windowsOf(task, { after: now - 1, until: now }), now);
  if (skip) {
    const id = await insertSkipped(tx, { ...run, ...skip });
    return { source, result: { queued: [], skipped: id === null ? [] : [id], stop: [] } };
  }
  const held = heldAt(task, now);
  return { source, result: await enqueue(tx, openNodes, { ...run, ...held && { held } }) };
}

function skippedBy(windows: readonly WindowSpan[], now: number) {
  const skipping = windowsAt(windows, now).find(({ effect }) => effect === "skip");
  return skipping && { reason: "window" as const, windowId: skipping.id };
}
