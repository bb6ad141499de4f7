import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/use_api.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Returns a function that stops a run or removes it from the queue, and reports the result. */
export function useStopRun() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: number) => api.post(`/runs/${id}/stop`),
    onSuccess: () => toast.message("success", t("runs.stopRequested")),
    onError: toast.problem,
    onSettled: () => queries.invalidateQueries({ queryKey: ["runs"] }),
  });
  return { stop: mutate, stopping: isPending ? variables : null };
}
