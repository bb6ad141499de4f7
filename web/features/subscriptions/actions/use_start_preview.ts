import { useCallback } from "react";
import type { PreviewBody } from "../../../../server/contract/subscriptions.ts";
import { useApi } from "../../../api/use_api.tsx";

/** Gives the way to start a preview; it answers the run's id and throws what the panel refused. */
export function useStartPreview() {
  const api = useApi();
  return useCallback(
    async (body: PreviewBody) => (await api.post<{ runId: number }>("/subscriptions/preview", body)).runId,
    [api],
  );
}
