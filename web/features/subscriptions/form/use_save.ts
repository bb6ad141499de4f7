import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { changesBetween, type Draft, inputOf } from "./draft.ts";

interface SaveParts {
  subscription: Subscription | null;
  start: Draft;
  onSaved: () => void;
}

/** Gives the way to save a draft; when the subscription has changed meanwhile, `stale` is what it is now. */
export function useSave({ subscription, start, onSaved }: SaveParts) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState<Subscription | null>(null);
  const send = (draft: Draft, version: number | null): Promise<Subscription> =>
    subscription
      ? api.patch(`/subscriptions/${subscription.id}`, changesBetween(start, draft), {
        ...(version !== null && { version }),
      })
      : api.post("/subscriptions", inputOf(draft));
  const rejected = async (error: unknown) => {
    setError(error);
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "stale_version" && subscription) {
      setStale(await api.get<Subscription>(`/subscriptions/${subscription.id}`));
    } else if (error.code !== "validation_failed") toast.problem(error);
  };
  const save = async (draft: Draft, version: number | null) => {
    setBusy(true);
    try {
      const saved = await send(draft, version);
      queries.setQueryData(queryKeys.subscriptions("one", saved.id), saved);
      void queries.invalidateQueries({ queryKey: ["subscriptions"] });
      toast.message(
        "success",
        subscription ? t("subscriptions.saved") : t("subscriptions.created", { name: saved.name }),
      );
      onSaved();
    } catch (error) {
      await rejected(error).catch(toast.problem);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error, setError, stale, forget: () => setStale(null) };
}
