import {
  CalendarClock,
  ListChecks,
  Pencil,
  Pin,
  PinOff,
  Play,
  Power,
  PowerOff,
  Tag,
  Terminal,
  Trash2,
} from "../../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import type { Task, TaskAction } from "../../../../server/contract/tasks.ts";
import { type BatchAction, BatchBar } from "../../../ui/data/batch_bar.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";

const buttons: readonly {
  action: TaskAction;
  label: MessageKey;
  icon: ReactNode;
  onPhone?: boolean;
  isRare?: boolean;
  /** Whether it changes the task itself. */
  changes?: boolean;
}[] = [
  { action: "run", label: "tasks.run", icon: <Play />, onPhone: true },
  { action: "stop", label: "tasks.stop", icon: <StopIcon />, onPhone: true },
  { action: "enable", label: "tasks.enable", icon: <Power /> },
  { action: "disable", label: "tasks.disable", icon: <PowerOff /> },
  { action: "pin", label: "tasks.pin", icon: <Pin />, isRare: true, changes: true },
  { action: "unpin", label: "tasks.unpin", icon: <PinOff />, isRare: true, changes: true },
];

export default function TaskBatchBar({ tasks, matching, onClear }: {
  tasks: readonly Task[];
  /** How many tasks match the list and a function that selects them; null if no page has more of them. */
  matching: { count: number; onSelect: () => Promise<void> } | null;
  onClear: () => void;
}) {
  const { t, format } = useMessages();
  return (
    <BatchBar
      label={t("tasks.batch")}
      selected={t("tasks.selected", { count: tasks.length })}
      selectAll={matching === null ? undefined : {
        label: t("tasks.selectMatching", { count: format.number(matching.count) }),
        icon: <ListChecks />,
        onSelect: matching.onSelect,
      }}
      clearLabel={t("tasks.clearSelection")}
      actions={useBatchActions(tasks)}
      onClear={onClear}
    />
  );
}

function useBatchActions(tasks: readonly Task[]): BatchAction[] {
  const { t } = useMessages();
  const { perform, askDelete, askLabels, askEdit, askSpread, askRun, mayWrite } = useTaskActions();
  const [run, ...others] = buttons.filter(({ changes }) => mayWrite || !changes).map((
    { action, label, changes: _, ...style },
  ): BatchAction => ({
    ...style,
    label: t(label),
    onSelect: () => perform(action, tasks),
  }));
  const runWith: BatchAction = {
    label: t("tasks.runWith"),
    icon: <Terminal />,
    isRare: true,
    onSelect: () => askRun(tasks),
  };
  const dialogs: readonly BatchAction[] = [
    { label: t("tasks.editSeveral"), icon: <Pencil />, onSelect: () => askEdit(tasks) },
    { label: t("tasks.spread"), icon: <CalendarClock />, onSelect: () => askSpread(tasks) },
    { label: t("tasks.editLabels"), icon: <Tag />, onSelect: () => askLabels(tasks) },
    {
      label: t("tasks.delete"),
      icon: <Trash2 />,
      danger: true,
      onPhone: true,
      onSelect: () => askDelete(tasks),
    },
  ];
  if (!mayWrite) return [...(run ? [run] : []), ...others];
  return [...(run ? [run] : []), runWith, ...others, ...dialogs];
}
