import type { Run } from "../../../server/contract/runs.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { paths } from "../../paths.ts";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import type { BellEntry } from "./bell_entry.ts";

/** Returns the entry of a run that failed. */
export function ofRun(run: Run): BellEntry {
  const { id, kind, taskId, subscriptionId, taskName, state, finishedAt, queuedAt } = run;
  const { label, tone } = runStateStyles[state];
  return {
    group: `${kind} ${taskId ?? subscriptionId ?? taskName} ${state}`,
    key: `run ${id}`,
    at: finishedAt ?? queuedAt,
    title: ({ t }) => t(runTitle(kind), { name: taskName, state: t(label) }),
    tone,
    href: pathOfRun(run),
  };
}

/** Returns the entry of a run that waits for approval. */
export function ofWaitingRun(run: Run): BellEntry {
  return {
    group: `approval ${run.taskId ?? run.taskName}`,
    key: `approval ${run.id}`,
    at: run.queuedAt,
    title: ({ t }) => t("notifications.bellApproval", { name: run.taskName }),
    tone: "warning",
    href: pathOfRun(run),
    untilResolved: true,
  };
}

function runTitle(kind: Run["kind"]): MessageKey {
  if (kind === "subscription") return "notifications.bellSubscription";
  return kind === "dependency" ? "notifications.bellDependency" : "notifications.bellRun";
}

function pathOfRun({ id, kind, taskId, subscriptionId }: Run): string {
  if (kind === "subscription") {
    return subscriptionId === null ? paths.subscriptions() : paths.subscriptionLog(subscriptionId, id);
  }
  if (kind === "dependency") return paths.dependencies();
  return taskId === null ? paths.tasks() : paths.taskLog(taskId, id);
}
