import { LabelsDialog } from "../../../ui/labels_dialog.tsx";
import { useMessages } from "../../../words/use_words.tsx";
import { useLabels } from "../show/use_labels.ts";
import type { LabelledTask } from "./acted_task.ts";
import { useSendAction } from "./use_send_act.ts";

/** Changes the labels of tasks. */
export default function TaskLabelsDialog(
  { tasks, onClose }: { tasks: readonly LabelledTask[]; onClose: () => void },
) {
  const { t, format } = useMessages();
  const send = useSendAction();
  const labels = useLabels();
  return (
    <LabelsDialog
      title={t("acts.labelsTitle", { count: tasks.length, name: tasks[0]?.name ?? "" })}
      labelled={tasks}
      known={labels.map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }))}
      onSave={(request) => send("labels", tasks, request)}
      onClose={onClose}
    />
  );
}
