import { Link } from "wouter";
import type { ScriptTasks } from "../../../../server/contract/references.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { CalendarPlus } from "../../../ui/icons/icons.ts";
import type { PanelProps } from "../../../ui/overlays/lazy_popover.tsx";
import Popover from "../../../ui/overlays/popover.tsx";
import { useMay } from "../../../api/use_permissions.ts";

interface TasksPanelProps {
  label: string;
  tasks: ScriptTasks;
  onCreate: () => void;
}

/** Renders the tasks that run a script, or offers to create one. */
export default function TasksPanel({ label, tasks, onCreate, ...panel }: TasksPanelProps & PanelProps) {
  const { t } = useMessages();
  const mayCreate = useMay("tasks:write");
  return (
    <Popover label={label} align="end" {...panel}>
      <div className="flex flex-col items-start gap-2 p-3">
        <h3 className="text-sm font-medium">{label}</h3>
        {tasks.tasks.length > 0 ? <TaskList tasks={tasks} /> : (
          <>
            <p className="text-sm text-muted">{t("files.noTasks")}</p>
            {mayCreate && (
              <Button size="small" icon={<CalendarPlus size={14} />} onClick={onCreate}>
                {t("files.makeTask")}
              </Button>
            )}
          </>
        )}
      </div>
    </Popover>
  );
}

/** Renders links to the tasks that run a script. */
function TaskList({ tasks: { tasks, complete } }: { tasks: ScriptTasks }) {
  const { t } = useMessages();
  return (
    <>
      <ul className="flex max-h-72 w-full flex-col gap-1 overflow-y-auto text-sm">
        {tasks.map(({ id, name, enabled }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-2">
            <Link
              href={paths.task(id)}
              className={classNames(
                "min-w-0 truncate rounded-sm text-accent-text hover:underline touch:py-1.5",
                !enabled && "text-muted",
              )}
            >
              {name}
            </Link>
            {!enabled && <span className="shrink-0 text-xs text-faint">{t("tasks.statusDisabled")}</span>}
          </li>
        ))}
      </ul>
      {!complete && <p className="text-xs text-faint">{t("files.tasksMore")}</p>}
    </>
  );
}
