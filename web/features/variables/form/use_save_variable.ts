import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type Draft, inputsOf, patchOf } from "./draft.ts";

interface SaveParts {
  variable: Variable | null;
  start: Draft;
  onSaved: () => void;
}

/** Gives the way to save a draft; `stale` is the variable as somebody else has left it meanwhile. */
export function useSaveVariable({ variable, start, onSaved }: SaveParts) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState<Variable | null>(null);
  const send = async (draft: Draft, version: number | null) => {
    const inputs = inputsOf(draft);
    const name = draft.name.trim();
    // Before it, so that values which fit only one by one are not refused for being too long together.
    if (draft.join === "last") await api.put("/variables/rule", { name, join: draft.join });
    if (variable) {
      const how = version === null ? {} : { version };
      await api.patch(`/variables/${variable.id}`, patchOf(start, draft), how);
    } else await api.post("/variables", inputs.length === 1 ? inputs[0] : inputs);
    if (draft.join === "join") await api.put("/variables/rule", { name, join: draft.join });
    return { name, count: variable ? 1 : inputs.length };
  };
  const rejected = async (error: unknown) => {
    setError(error);
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "stale_version" && variable) {
      setStale(await api.get<Variable>(`/variables/${variable.id}`));
    } else if (error.code === "not_found") {
      toast.notify("danger", t("variables.notFound"), t("variables.gone"));
    } else if (error.code !== "validation_failed") toast.problem(error);
  };
  const save = async (draft: Draft, version: number | null) => {
    setBusy(true);
    try {
      const saved = await send(draft, version);
      await queries.invalidateQueries({ queryKey: queryKeys.variables() });
      toast.message("success", t(variable ? "variables.saved" : "variables.created", saved));
      onSaved();
    } catch (error) {
      await rejected(error).catch(toast.problem);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error, stale };
}
