import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { BatchResult } from "../../../../server/contract/shapes.ts";
import type { SubscriptionAction } from "../../../../server/contract/subscriptions.ts";
import { useApi } from "../../../api/use_api.tsx";
import { readOutcome } from "../../../ui/data/batch_outcome.ts";
import { useReportOutcome } from "../../../ui/feedback/report_outcome.ts";
import type { MessageKey } from "../../../messages/messages.ts";

const done: Record<SubscriptionAction | "delete", MessageKey> = {
  run: "subscriptions.doneRun",
  stop: "subscriptions.doneStop",
  enable: "subscriptions.doneEnable",
  disable: "subscriptions.doneDisable",
  delete: "subscriptions.doneDelete",
};

// Ending what runs may take as long as the grace period of each.
const timeoutMs = 120_000;

interface Target {
  id: number;
  name: string;
}

/** Gives the way to do one thing to subscriptions in one request; tells how it went for each, and throws when the request failed. */
export function useSendAction() {
  const api = useApi();
  const queries = useQueryClient();
  const notify = useReportOutcome();
  return useCallback(
    async (action: SubscriptionAction | "delete", results: readonly Target[], extra: object = {}) => {
      const body = { ids: results.map(({ id }) => id), ...extra };
      try {
        const result = action === "delete"
          ? await api.delete<BatchResult>("/subscriptions", { body, timeoutMs })
          : await api.post<BatchResult>(`/subscriptions/${action}`, body);
        void notify.outcome(done[action], readOutcome(result, results), results);
      } finally {
        for (const topic of ["subscriptions", "runs", "tasks"]) {
          void queries.invalidateQueries({ queryKey: [topic] });
        }
      }
    },
    [api, queries, notify],
  );
}
