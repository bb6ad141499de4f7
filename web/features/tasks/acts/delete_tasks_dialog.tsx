import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BatchAnswer } from "../../../../server/contract/shapes.ts";
import { useApi } from "../../../api/use_api.tsx";
import { ConfirmDialog } from "../../../ui/confirm_dialog.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { readOutcome } from "./batch_outcome.ts";
import type { ActedTask } from "./task_acts.tsx";
import { useTellOutcome } from "./tell_outcome.ts";

/** Asks before tasks are deleted and says that what runs is ended. */
export function DeleteTasksDialog(
  { tasks, onClose, onDeleted }: {
    tasks: readonly ActedTask[] | null;
    onClose: () => void;
    onDeleted: () => void;
  },
) {
  const { t } = useWords();
  const remove = useDelete();
  const [shown, setShown] = useState<readonly ActedTask[]>([]);
  useEffect(() => {
    if (tasks) setShown(tasks); // the words stay while the dialog fades
  }, [tasks]);
  const named = tasks ?? shown;
  const values = { count: named.length, name: named[0]?.name ?? "" };
  const active = named.filter(({ status }) => status === "running" || status === "queued").length;
  return (
    <ConfirmDialog
      open={tasks !== null}
      danger
      title={t("tasks.deleteTitle", values)}
      text={active > 0 ? t("tasks.deleteActive", { ...values, active }) : t("tasks.deleteText", values)}
      confirmLabel={t("ui.delete")}
      onClose={onClose}
      onConfirm={async () => {
        await remove(named);
        onDeleted();
      }}
    />
  );
}

// Ending what runs may take as long as the grace period of each.
const timeoutMs = 120_000;

function useDelete() {
  const api = useApi();
  const queries = useQueryClient();
  const tell = useTellOutcome();
  return async (tasks: readonly ActedTask[]) => {
    try {
      const body = { ids: tasks.map(({ id }) => id) };
      const answer = await api.delete<BatchAnswer>("/tasks", { body, timeoutMs });
      tell.outcome("delete", readOutcome(answer, tasks), tasks);
    } catch (error) {
      tell.problem(error);
      throw error;
    } finally {
      void queries.invalidateQueries({ queryKey: ["tasks"] });
    }
  };
}
