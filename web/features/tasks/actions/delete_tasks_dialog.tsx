import ConfirmBox from "../../../ui/overlays/confirm_box.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { TaskTarget } from "./task_target.ts";
import { useSendAction } from "./use_send_action.ts";

/** Asks before tasks are deleted and says that what runs is ended. */
export default function DeleteTasksDialog(
  { tasks, onClose, onDeleted }: {
    tasks: readonly TaskTarget[];
    onClose: () => void;
    onDeleted: () => void;
  },
) {
  const { t } = useMessages();
  const send = useSendAction();
  const toast = useToast();
  const values = { count: tasks.length, name: tasks[0]?.name ?? "" };
  const active = tasks.filter(({ status }) => status === "running" || status === "queued").length;
  return (
    <ConfirmBox
      danger
      title={t("actions.deleteTitle", values)}
      text={active > 0 ? t("actions.deleteActive", { ...values, active }) : t("actions.deleteText", values)}
      confirmLabel={t("ui.delete")}
      onClose={onClose}
      onConfirm={async () => {
        await send("delete", tasks).catch((error) => {
          toast.problem(error);
          throw error;
        });
        onDeleted();
      }}
    />
  );
}
