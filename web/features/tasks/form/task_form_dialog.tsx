import { useState } from "react";
import { useSearch } from "wouter";
import { FormWaiting } from "../../../ui/inputs/form_waiting.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
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
  const { t } = useMessages();
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
    <FormWaiting
      title={id === null ? t("task.createTitle") : t("task.editTitle")}
      gone={{ title: t("tasks.notFound"), text: t("tasks.notFoundHelp") }}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}

function useStartDraft(base: Task | null, { copied }: { copied: boolean }) {
  const { t } = useMessages();
  const given = new URLSearchParams(useSearch());
  if (!base) return { ...emptyDraft, name: given.get("name") ?? "", command: given.get("command") ?? "" };
  const draft = draftOf(base);
  return copied ? { ...draft, name: t("task.copyName", { name: base.name }) } : draft;
}
