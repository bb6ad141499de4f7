import type { ScriptTasks } from "../../../../server/contract/references.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { CalendarPlus } from "../../../ui/icons/icons.ts";
import type { PanelProps } from "../../../ui/overlays/lazy_popover.tsx";
import Popover from "../../../ui/overlays/popover.tsx";
import { TaskList } from "./script_tasks.tsx";

interface TasksPanelProps {
  label: string;
  tasks: ScriptTasks;
  onCreate: () => void;
}

/** Renders the tasks that run a script, or offers to create one. */
export default function TasksPanel({ label, tasks, onCreate, ...panel }: TasksPanelProps & PanelProps) {
  const { t } = useMessages();
  return (
    <Popover label={label} align="end" {...panel}>
      <div className="flex flex-col items-start gap-2 p-3">
        <h3 className="text-sm font-medium">{label}</h3>
        {tasks.tasks.length > 0 ? <TaskList tasks={tasks} /> : (
          <>
            <p className="text-sm text-muted">{t("files.noTasks")}</p>
            <Button size="small" icon={<CalendarPlus size={14} />} onClick={onCreate}>
              {t("files.makeTask")}
            </Button>
          </>
        )}
      </div>
    </Popover>
  );
}
