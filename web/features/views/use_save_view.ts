import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { View } from "../../../server/contract/views.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { inputOf, type ViewDraft } from "./view_draft.ts";

/** Gives the way to save a draft; `stale` once somebody else was found to have changed the view meanwhile. */
export function useSaveView(view: View | null, onSaved: (view: View) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState(false);
  const send = (draft: ViewDraft, version: number | null): Promise<View> =>
    view
      ? api.patch(`/views/${view.id}`, inputOf(draft), { ...(version !== null && { version }) })
      : api.post("/views", inputOf(draft));
  const save = async (draft: ViewDraft, version: number | null) => {
    setBusy(true);
    try {
      const saved = await send(draft, version);
      await queries.invalidateQueries({ queryKey: queryKeys.views() });
      void queries.invalidateQueries({ queryKey: ["tasks"] });
      toast.message("success", t(view ? "views.saved" : "views.created", { name: saved.name }));
      onSaved(saved);
    } catch (error) {
      setError(error);
      const code = error instanceof ApiProblem ? error.code : null;
      if (code === "stale_version") {
        await queries.invalidateQueries({ queryKey: queryKeys.views() });
        setStale(true);
      } else if (code !== "validation_failed") toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error, stale };
}
