import { useLocation } from "wouter";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { asDialog } from "../../shared/page/dialog_history.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Play } from "../../ui/icons/icons.ts";
import { useTaskActions } from "./api.ts";
import { useMay } from "../../api/use_permissions.ts";

/** Renders a button that runs a task of a card and offers to open its log. */
export function RunButton({ taskId, name }: { taskId: number; name: string }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const mayRun = useMay("tasks:run");
  const { perform, pending } = useTaskActions((id, run) => navigate(paths.taskLog(id, run), asDialog));
  if (!mayRun) return null;
  return (
    <Button
      size="small"
      keepsFocus
      icon={<Play size={14} />}
      aria-label={t("overview.runOne", { name })}
      title={t("tasks.run")}
      loading={pending}
      onClick={() => void perform("run", [{ id: taskId, name }])}
    >
      <span className="max-xl:hidden">{t("tasks.run")}</span>
    </Button>
  );
}
