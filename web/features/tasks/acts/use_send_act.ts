import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { BatchAnswer } from "../../../../server/contract/shapes.ts";
import type { TaskAction } from "../../../../server/contract/tasks.ts";
import { useApi } from "../../../api/use_api.tsx";
import { readOutcome } from "../../../ui/batch_outcome.ts";
import { useTellOutcome } from "../../../ui/tell_outcome.ts";
import type { WordKey } from "../../../words/messages.ts";

type TaskChange = TaskAction | "delete" | "labels";

const done: Record<TaskChange, WordKey> = {
  run: "acts.doneRun",
  stop: "acts.doneStop",
  enable: "acts.doneEnable",
  disable: "acts.doneDisable",
  pin: "acts.donePin",
  unpin: "acts.doneUnpin",
  delete: "acts.doneDelete",
  labels: "acts.doneLabels",
};

/** How many tasks the panel takes in one request. */
const mostAtOnce = 1000;
// Ending what runs may take as long as the grace period of each.
const timeoutMs = 120_000;

interface Acted {
  id: number;
  name: string;
}

/** Gives the way to do one thing to tasks in one request; tells how it went for each, and throws when the request failed. */
export function useSendAct() {
  const api = useApi();
  const queries = useQueryClient();
  const tell = useTellOutcome();
  return useCallback(async (change: TaskChange, tasks: readonly Acted[], extra: object = {}) => {
    const results: BatchAnswer["results"] = [];
    try {
      for (let from = 0; from < tasks.length; from += mostAtOnce) {
        const body = { ids: tasks.slice(from, from + mostAtOnce).map(({ id }) => id), ...extra };
        const answer = change === "delete"
          ? await api.delete<BatchAnswer>("/tasks", { body, timeoutMs })
          : await api.post<BatchAnswer>(`/tasks/${change}`, body);
        results.push(...answer.results);
      }
    } finally {
      if (results.length > 0) void tell.outcome(done[change], readOutcome({ results }, tasks), tasks);
      void queries.invalidateQueries({ queryKey: ["tasks"] });
      void queries.invalidateQueries({ queryKey: ["runs"] });
    }
  }, [api, queries, tell]);
}
