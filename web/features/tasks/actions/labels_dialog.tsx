import LabelsDialog from "../../../ui/data/labels_dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useLabels } from "../../../shared/task/use_labels.ts";
import { useTaskBatch } from "../api.ts";
import type { LabelledTask } from "../../../shared/task/task_actions.ts";

export default function TaskLabelsDialog(
  { tasks, onClose }: { tasks: readonly LabelledTask[]; onClose: () => void },
) {
  const { t, format } = useMessages();
  const { send } = useTaskBatch();
  const labels = useLabels();
  return (
    <LabelsDialog
      title={t("task.labelsTitle", { count: tasks.length, name: tasks[0]?.name ?? "" })}
      labelled={tasks}
      known={labels.map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }))}
      onSave={(change) => send("labels", tasks, change)}
      onClose={onClose}
    />
  );
}
