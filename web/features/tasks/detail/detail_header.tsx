import { Ellipsis, Pencil, Pin, Play, ScrollText, Square } from "lucide-react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { Badge } from "../../../ui/data/badge.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { RunningTime } from "../../../ui/data/time_text.tsx";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { isStoppable, taskEntries } from "../actions/task_entries.tsx";
import { TaskStatusDot } from "../../../shared/task/task_status.tsx";

/** Name, state and labels of a task, and what can be done to it. */
export function DetailHeader({ task }: { task: Task }) {
  const { t } = useMessages();
  const since = task.status === "running" ? task.activeRun?.startedAt : null;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="flex items-center gap-2 text-xl font-semibold icon-stroke">
          {task.pinned && (
            <Pin size={16} aria-label={t("tasks.pinned")} className="shrink-0 text-accent-text" />
          )}
          <span className="min-w-0 break-words">{task.name}</span>
        </h2>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <TaskStatusDot status={task.status} />
          {since && (
            <span className="text-muted">
              <RunningTime since={since} />
            </span>
          )}
          {task.labels.map((label) => <Badge key={label}>{label}</Badge>)}
        </div>
      </div>
      <DetailActions task={task} />
    </div>
  );
}

function DetailActions({ task }: { task: Task }) {
  const { t } = useMessages();
  const actions = useTaskActions();
  const { act: action, links } = actions;
  const stoppable = isStoppable(task);
  useShortcuts({
    r: () => void action("run", [task]),
    s: () => stoppable && void action("stop", [task]),
    l: () => links.log(task.id),
    e: () => links.edit(task.id),
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="primary"
        icon={stoppable ? <Square size={14} aria-hidden /> : <Play size={16} aria-hidden />}
        onClick={() => void action(stoppable ? "stop" : "run", [task])}
      >
        {stoppable ? t("tasks.stop") : t("tasks.runNow")}
      </Button>
      <Button icon={<ScrollText size={16} aria-hidden />} onClick={() => links.log(task.id)}>
        {t("tasks.log")}
      </Button>
      <Button icon={<Pencil size={16} aria-hidden />} onClick={() => links.edit(task.id)}>
        {t("ui.edit")}
      </Button>
      <Menu entries={taskEntries(task, { actions, t, opens: false })}>
        <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis size={16} />} />
      </Menu>
    </div>
  );
}
