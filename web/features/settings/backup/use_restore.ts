import type { RestoreBody } from "../../../../server/contract/backups.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useFarewell } from "../progress/use_farewell.ts";

/** Gives the way to begin a restore, which leads to the page of its progress. Throws what the panel refuses, having told it. */
export function useRestore() {
  const api = useApi();
  const toast = useToast();
  const farewell = useFarewell("restore");
  return async (wish: RestoreBody) => {
    try {
      await farewell(() => api.post("/backups/restore", wish));
    } catch (error) {
      toast.problem(error);
      throw error;
    }
  };
}
