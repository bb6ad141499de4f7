import { useLocation } from "wouter";
import type { Overview } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { asDialog } from "../../shared/page/dialog_history.ts";
import { useAskRun } from "../../shared/task/ask_run.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { Play, Terminal } from "../../ui/icons/icons.ts";
import { useTaskActions } from "./api.ts";
import { useMay } from "../../api/use_permissions.ts";

type Runnable = Pick<Overview["overdue"][number], "taskId" | "name" | "parameters">;

/**
 * Renders a button that runs a task of a card and offers to open its log. A task with parameters gets another one for a
 * run with other values; without the values that it needs, both ask for them.
 */
export function RunButton({ task: { taskId, name, parameters } }: { task: Runnable }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const mayRun = useMay("tasks:run");
  const { perform, pending } = useTaskActions((id, run) => navigate(paths.taskLog(id, run), asDialog));
  const askRun = useAskRun();
  if (!mayRun) return null;
  const task = { id: taskId, name };
  const ask = () => askRun({ tasks: [task] });
  return (
    <>
      <Button
        size="small"
        keepsFocus
        icon={<Play size={14} />}
        aria-label={t("overview.runOne", { name })}
        title={t("tasks.run")}
        loading={pending}
        onClick={() => parameters === "required" ? ask() : void perform("run", [task])}
      >
        <span className="max-xl:hidden">{t("tasks.run")}</span>
      </Button>
      {parameters === "optional" && (
        <IconButton
          size="small"
          icon={<Terminal size={14} />}
          label={t("overview.runOneWith", { name })}
          onClick={ask}
          className="border border-line-strong bg-surface"
        />
      )}
    </>
  );
}
