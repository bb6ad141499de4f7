import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { BatchResult } from "../../../../server/contract/shapes.ts";
import type { TaskAction } from "../../../../server/contract/tasks.ts";
import { useApi } from "../../../api/use_api.tsx";
import { readOutcome } from "../../../ui/data/batch_outcome.ts";
import { useReportOutcome } from "../../../ui/feedback/report_outcome.ts";
import type { MessageKey } from "../../../messages/messages.ts";

type TaskChange = TaskAction | "delete" | "labels";

const done: Record<TaskChange, MessageKey> = {
  run: "actions.doneRun",
  stop: "actions.doneStop",
  enable: "actions.doneEnable",
  disable: "actions.doneDisable",
  pin: "actions.donePin",
  unpin: "actions.doneUnpin",
  delete: "actions.doneDelete",
  labels: "actions.doneLabels",
};

/** How many tasks the panel takes in one request. */
const maxAtOnce = 1000;
// Ending what runs may take as long as the grace period of each.
const timeoutMs = 120_000;

interface Target {
  id: number;
  name: string;
}

/** Gives the way to do one thing to tasks in one request; tells how it went for each, and throws when the request failed. */
export function useSendAction() {
  const api = useApi();
  const queries = useQueryClient();
  const notify = useReportOutcome();
  return useCallback(async (change: TaskChange, tasks: readonly Target[], extra: object = {}) => {
    const results: BatchResult["results"] = [];
    try {
      for (let from = 0; from < tasks.length; from += maxAtOnce) {
        const body = { ids: tasks.slice(from, from + maxAtOnce).map(({ id }) => id), ...extra };
        const result = change === "delete"
          ? await api.delete<BatchResult>("/tasks", { body, timeoutMs })
          : await api.post<BatchResult>(`/tasks/${change}`, body);
        results.push(...result.results);
      }
    } finally {
      if (results.length > 0) void notify.outcome(done[change], readOutcome({ results }, tasks), tasks);
      void queries.invalidateQueries({ queryKey: ["tasks"] });
      void queries.invalidateQueries({ queryKey: ["runs"] });
    }
  }, [api, queries, notify]);
}
