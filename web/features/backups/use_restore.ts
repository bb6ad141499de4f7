import type { RestoreBody } from "../../../server/contract/backups.ts";
import { useApi } from "../../api/use_api.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useShutdownNotice } from "../system/progress/use_shutdown_notice.ts";

/** Gives the way to begin a restore, which leads to the page of its progress. Throws what the panel refuses, having told it. */
export function useRestore() {
  const api = useApi();
  const toast = useToast();
  const shutdownNotice = useShutdownNotice("restore");
  return async (request: RestoreBody) => {
    try {
      await shutdownNotice(() => api.post("/backups/restore", request));
    } catch (error) {
      toast.problem(error);
      throw error;
    }
  };
}
