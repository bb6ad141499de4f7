import { TRASH_DAYS } from "../../../../server/contract/limits/tasks.ts";
import ConfirmBox from "../../../ui/overlays/confirm_box.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskBatch } from "../api.ts";
import type { TaskTarget } from "../../../shared/task/task_actions.ts";

/** Asks for confirmation before tasks are moved to the trash; running ones are stopped. */
export default function DeleteTasksDialog(
  { tasks, onClose, onDeleted }: {
    tasks: readonly TaskTarget[];
    onClose: () => void;
    onDeleted: () => void;
  },
) {
  const { t } = useMessages();
  const { send } = useTaskBatch();
  const values = { count: tasks.length, name: tasks[0]?.name ?? "", days: TRASH_DAYS };
  const active = tasks.filter(({ status }) => status === "running" || status === "queued").length;
  return (
    <ConfirmBox
      danger
      title={t("task.deleteTitle", values)}
      text={active > 0 ? t("task.deleteActive", { ...values, active }) : t("task.deleteText", values)}
      confirmLabel={t("ui.delete")}
      onClose={onClose}
      onConfirm={async () => {
        await send("delete", tasks);
        onDeleted();
      }}
    />
  );
}
