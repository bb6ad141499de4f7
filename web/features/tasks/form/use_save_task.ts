import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { changesBetween, type Draft, inputOf } from "./draft.ts";

interface SaveParts {
  task: Task | null;
  start: Draft;
  onSaved: () => void;
}

/** Gives the way to save a draft; when the task has changed meanwhile, `stale` is what it is now. */
export function useSaveTask({ task, start, onSaved }: SaveParts) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState<Task | null>(null);
  const send = (draft: Draft, version: number | null): Promise<Task> =>
    task
      ? api.patch(`/tasks/${task.id}`, changesBetween(start, draft), { ...(version !== null && { version }) })
      : api.post("/tasks", inputOf(draft));
  const rejected = async (error: unknown) => {
    setError(error);
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "stale_version" && task) setStale(await api.get<Task>(`/tasks/${task.id}`));
    else if (error.code !== "validation_failed") toast.problem(error);
  };
  const save = async (draft: Draft, version: number | null) => {
    setBusy(true);
    try {
      const saved = await send(draft, version);
      queries.setQueryData(queryKeys.task(saved.id), saved);
      void queries.invalidateQueries({ queryKey: ["tasks"] });
      toast.message("success", task ? t("tasks.saved") : t("tasks.created", { name: saved.name }));
      onSaved();
    } catch (error) {
      await rejected(error).catch(toast.problem);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error, stale, forget: () => setStale(null) };
}
