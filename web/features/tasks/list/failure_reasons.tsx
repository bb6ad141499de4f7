import { useEffect, useMemo } from "react";
import { hasFailed } from "../../../../server/contract/failed_states.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useFailureReasons } from "../../../shared/run/use_failure_reasons.ts";

interface FailureReasonsProps {
  /** Undefined for rows that are not loaded yet. */
  rows: readonly (Task | undefined)[];
  onReasons: (reasons: ReadonlyMap<number, string>) => void;
}

/** Finds out why the last runs of tasks failed. It renders nothing: the rows are there before the reasons. */
export default function FailureReasons({ rows, onReasons }: FailureReasonsProps) {
  const ids = useMemo(
    () => rows.flatMap((task) => task?.lastRun && hasFailed(task.lastRun.outcome) ? [task.lastRun.id] : []),
    [rows],
  );
  const reasons = useFailureReasons(ids);
  useEffect(() => onReasons(reasons), [reasons, onReasons]);
  return null;
}
