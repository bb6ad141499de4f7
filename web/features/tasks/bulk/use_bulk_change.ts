import type { BulkResult } from "../../../../server/contract/bulk_changes.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useAction, useChange } from "../../../shared/actions/use_action.ts";
import { isChanged, undoRequests } from "./bulk_values.ts";

/** Returns a mutation that changes several tasks, reports how many were changed, and offers Undo. The caller handles errors. */
export function useBulkChange<Body extends object>(action: "update" | "spread") {
  const { t } = useMessages();
  const { mutate: undo } = useAction({
    send: (api, results: BulkResult["results"]) =>
      Promise.all(undoRequests(results).map((body) => api.post("/tasks/update", body))),
    invalidates: [["tasks"]],
    done: "bulk.undone",
  });
  return useChange({
    send: (api, body: Body) => api.post<BulkResult>(`/tasks/${action}`, body),
    invalidates: [["tasks"]],
    done: ({ results }) => t("bulk.done", { count: results.filter(isChanged).length }),
    undo: (_body, { results }) => undo(results),
  });
}
