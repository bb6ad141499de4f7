import { useState } from "react";
import { useSearch } from "wouter";
import { ApiProblem } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error_state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useDelayed } from "../../../ui/use_delayed.ts";
import { useWords } from "../../../words/use_words.tsx";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useTask } from "../show/use_runs.ts";
import { draftOf, emptyDraft } from "./draft.ts";
import { TaskForm } from "./task_form.tsx";

interface TaskFormDialogProps {
  /** The task to edit; null for a new one. */
  id: number | null;
  /** The task whose fields a new one starts with. */
  copy: number | null;
  onClose: () => void;
}

/** Creates, copies or edits a task over the page; opens when the task it starts from is there. */
export default function TaskFormDialog({ id, copy, onClose }: TaskFormDialogProps) {
  const source = id ?? copy;
  const { data, error, refetch } = useTask(source);
  // What came first is what is edited: changes by others meanwhile are told when it is saved.
  const [base, setBase] = useState<Task | null>(null);
  const [round, setRound] = useState(0);
  if (!base && data) setBase(data);
  const start = useStartDraft(base, { copied: id === null });
  if (start && (source === null || base)) {
    return (
      <TaskForm
        key={round}
        task={id === null ? null : base}
        start={start}
        onClose={onClose}
        onReload={(task) => {
          setBase(task);
          setRound(round + 1);
        }}
      />
    );
  }
  return (
    <TaskFormWaiting
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
      editing={id !== null}
    />
  );
}

function useStartDraft(base: Task | null, { copied }: { copied: boolean }) {
  const { t } = useWords();
  const given = new URLSearchParams(useSearch());
  if (!base) return { ...emptyDraft, name: given.get("name") ?? "", command: given.get("command") ?? "" };
  const draft = draftOf(base);
  return copied ? { ...draft, name: t("task.copyName", { name: base.name }) } : draft;
}

function TaskFormWaiting(
  { error, onRetry, onClose, editing }: {
    error: unknown;
    onRetry: () => void;
    onClose: () => void;
    editing: boolean;
  },
) {
  const { t } = useWords();
  const shown = useDelayed(true);
  const gone = error instanceof ApiProblem && error.status === 404;
  if (!error && !shown) return null;
  return (
    <Dialog open onClose={onClose} title={editing ? t("task.editTitle") : t("task.createTitle")}>
      {error
        ? (
          <ErrorState
            error={error}
            {...(gone && { title: t("tasks.notFound"), text: t("tasks.notFoundHelp") })}
            onRetry={gone ? undefined : onRetry}
          />
        )
        : (
          <div className="flex flex-col gap-6 py-2">
            {[1, 2, 3].map((row) => (
              <div key={row} className="flex flex-col gap-2">
                <Skeleton className="h-3.5 w-24" />
                <Skeleton className="h-8 w-full" />
              </div>
            ))}
          </div>
        )}
      {gone && (
        <div className="flex justify-center">
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </div>
      )}
    </Dialog>
  );
}
