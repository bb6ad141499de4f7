import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type {
  Application,
  ApplicationInput,
  ApplicationWithSecret,
} from "../../../server/contract/applications.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Gives the way to save an application; `stale` is set when somebody else has changed it, and the next save overwrites that. */
export function useSaveApplication(
  application: Application | null,
  onSaved: (made: ApplicationWithSecret | null) => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState<Application | null>(null);
  const send = async (input: ApplicationInput) => {
    if (!application) return await api.post<ApplicationWithSecret>("/applications", input);
    const { version } = stale ?? application;
    await api.patch(`/applications/${application.id}`, input, { version });
    return null;
  };
  const rejected = async (error: unknown) => {
    setError(error);
    if (!(error instanceof ApiProblem) || !application || error.code !== "stale_version") {
      if (!(error instanceof ApiProblem) || error.code !== "validation_failed") toast.problem(error);
      return;
    }
    setStale(await api.get<Application>(`/applications/${application.id}`));
  };
  const save = async (input: ApplicationInput) => {
    setBusy(true);
    try {
      const made = await send(input);
      void queries.invalidateQueries({ queryKey: queryKeys.applications() });
      toast.message("success", t(made ? "applications.created" : "applications.saved", { name: input.name }));
      onSaved(made);
    } catch (error) {
      await rejected(error).catch(toast.problem);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error, stale };
}
