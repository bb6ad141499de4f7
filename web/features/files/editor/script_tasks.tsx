import type { ScriptTasks } from "../../../../server/contract/references.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { nameOf } from "../../../shared/files/file_paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { CalendarClock } from "../../../ui/icons/icons.ts";
import { LazyPopover, withoutPanel } from "../../../ui/overlays/lazy_popover.tsx";

const TasksPanel = lazyPart(() => import("./script_tasks_panel.tsx"), withoutPanel);

/** Renders the number of tasks that run a script, as a button that lists them. */
export function ScriptTasksButton({ path, onCreate }: { path: string; onCreate: () => void }) {
  const { t, format } = useMessages();
  const { data } = useApiQuery<ScriptTasks>(queryKeys.taskList({ script: path }), "/scripts/tasks", {
    query: { path },
    retry: false,
  });
  if (!data) return null;
  const count = data.tasks.length;
  const label = t("files.tasksOf", { name: nameOf(path) });
  return (
    <LazyPopover
      Panel={TasksPanel}
      label={label}
      tasks={data}
      onCreate={onCreate}
      trigger={
        <Button
          variant="ghost"
          icon={<CalendarClock />}
          aria-label={t("ui.labelAndValue", { label, value: t("files.tasksCount", { count }) })}
        >
          <span className="max-xl:hidden">{t("files.tasksCount", { count })}</span>
          {count > 0 && <span className="tabular-nums xl:hidden">{format.number(count)}</span>}
        </Button>
      }
    />
  );
}
