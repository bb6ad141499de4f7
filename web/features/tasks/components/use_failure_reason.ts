import { use } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { FailureReasonsContext } from "../../../shared/run/failure_reasons_context.ts";

/**
 * Returns why the last run of a task failed; undefined where that is not shown, or not known. It says that it is of the
 * last run if the task has a newer one.
 */
export function useFailureReason({ lastRun, activeRun }: Task): string | undefined {
  const { t } = useMessages();
  const reasons = use(FailureReasonsContext);
  const reason = lastRun === null ? undefined : reasons.get(lastRun.id);
  return reason !== undefined && activeRun !== null ? t("tasks.lastRunValue", { value: reason }) : reason;
}
