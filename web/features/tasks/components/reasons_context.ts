import { createContext, use } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";

/** Why runs failed, by their IDs, where a list shows it. */
export const FailureReasonsContext = createContext<ReadonlyMap<number, string>>(new Map());

/** Returns why the last run of a task failed; undefined where that is not shown, or not known. */
export function useFailureReason({ lastRun }: Task): string | undefined {
  const reasons = use(FailureReasonsContext);
  return lastRun === null ? undefined : reasons.get(lastRun.id);
}
