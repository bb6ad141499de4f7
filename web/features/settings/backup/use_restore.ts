import { useLocation } from "wouter";
import type { RestoreBody } from "../../../../server/contract/backups.ts";
import { useApi } from "../../../api/use_api.tsx";
import { paths } from "../../../paths.ts";
import { useToast } from "../../../ui/use_toast.tsx";

/** Gives the way to begin a restore, which leads to the page of its progress. Throws what the panel refuses, having told it. */
export function useRestore() {
  const api = useApi();
  const toast = useToast();
  const [, navigate] = useLocation();
  return async (wish: RestoreBody) => {
    try {
      await api.post("/backups/restore", wish);
      navigate(paths.progress("restore"));
    } catch (error) {
      toast.problem(error);
      throw error;
    }
  };
}
