import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { BatchAnswer } from "../../../../server/contract/shapes.ts";
import type { SubscriptionAction } from "../../../../server/contract/subscriptions.ts";
import { useApi } from "../../../api/use_api.tsx";
import { readOutcome } from "../../../ui/batch_outcome.ts";
import { useTellOutcome } from "../../../ui/tell_outcome.ts";
import type { WordKey } from "../../../words/messages.ts";

const done: Record<SubscriptionAction | "delete", WordKey> = {
  run: "subscriptions.doneRun",
  stop: "subscriptions.doneStop",
  enable: "subscriptions.doneEnable",
  disable: "subscriptions.doneDisable",
  delete: "subscriptions.doneDelete",
};

// Ending what runs may take as long as the grace period of each.
const timeoutMs = 120_000;

interface Acted {
  id: number;
  name: string;
}

/** Gives the way to do one thing to subscriptions in one request; tells how it went for each, and throws when the request failed. */
export function useSendAct() {
  const api = useApi();
  const queries = useQueryClient();
  const tell = useTellOutcome();
  return useCallback(
    async (act: SubscriptionAction | "delete", acted: readonly Acted[], extra: object = {}) => {
      const body = { ids: acted.map(({ id }) => id), ...extra };
      try {
        const answer = act === "delete"
          ? await api.delete<BatchAnswer>("/subscriptions", { body, timeoutMs })
          : await api.post<BatchAnswer>(`/subscriptions/${act}`, body);
        void tell.outcome(done[act], readOutcome(answer, acted), acted);
      } finally {
        for (const topic of ["subscriptions", "runs", "tasks"]) {
          void queries.invalidateQueries({ queryKey: [topic] });
        }
      }
    },
    [api, queries, tell],
  );
}
