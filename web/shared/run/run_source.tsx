// What a run is of: a task, an unsaved script, a package or a subscription.

import { Bug, CalendarClock, GitBranch, Package } from "../../ui/icons/icons.ts";
import type { ComponentType } from "react";
import type { Run, RunKind } from "../../../server/contract/runs.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";

interface Style {
  label: MessageKey;
  Icon: ComponentType<{ size?: number; "aria-label"?: string; className?: string }>;
}

/** The name and icon of each type of run. */
export const kindStyles: Record<RunKind, Style> = {
  task: { label: "runList.sourceTask", Icon: CalendarClock },
  subscription: { label: "runList.sourceSubscription", Icon: GitBranch },
  dependency: { label: "runList.sourceDependency", Icon: Package },
  debug: { label: "runList.sourceDebug", Icon: Bug },
};

export function SourceIcon({ kind }: { kind: RunKind }) {
  const { t } = useMessages();
  const { label, Icon } = kindStyles[kind];
  return <Icon size={14} aria-label={t(label)} className="shrink-0 text-faint" />;
}

/** Returns the URL of what a run is of; null when it was deleted, and for a command of its own. */
export function sourcePath({ kind, taskId, taskName, subscriptionId, scriptPath }: Run): string | null {
  switch (kind) {
    case "task":
      return taskId === null ? null : paths.task(taskId);
    case "subscription":
      return paths.subscriptions(subscriptionId === null ? {} : { q: taskName });
    case "dependency":
      return paths.dependencies();
    case "debug":
      return scriptPath === null ? null : paths.scriptDebug(scriptPath);
    default:
      return kind satisfies never;
  }
}

/** Returns the URL of a run's log on a page of its own; null when there is none. */
export function logPagePath({ id, taskId, logPath, state }: Run): string | null {
  if (state === "skipped") return null;
  if (taskId !== null) return paths.taskLog(taskId, id);
  return logPath === null ? null : paths.logs(logPath);
}
