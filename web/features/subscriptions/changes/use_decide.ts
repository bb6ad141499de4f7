import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiProblem } from "../../../api/api_problem.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

type Decision = "approve" | "reject";

const timeoutMs = 120_000;

interface DecideParts {
  id: number;
  /** The pull that the person has seen; another one is not decided about. */
  runId: number | null;
  onDone: () => void;
}

/** Gives the way to approve or reject what waits; `deciding` is what is being done. It tells what went wrong, then throws it. */
export function useDecide({ id, runId, onDone }: DecideParts) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const decide = async (decision: Decision) => {
    setDeciding(decision);
    try {
      await api.post(`/subscriptions/${id}/${decision}`, { runId }, { timeoutMs });
      toast.message(
        "success",
        t(decision === "approve" ? "subscriptions.approved" : "subscriptions.rejected"),
      );
      onDone();
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "stale_version") {
        return toast.notify("warning", t("subscriptions.waitingNewer"));
      }
      toast.problem(error);
      throw error;
    } finally {
      setDeciding(null);
      for (const topic of ["subscriptions", "tasks", "scripts"]) {
        void queries.invalidateQueries({ queryKey: [topic] });
      }
    }
  };
  return { decide, deciding };
}
