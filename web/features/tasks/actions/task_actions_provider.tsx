import { type ReactNode, Suspense, useMemo, useState } from "react";
import type { Background } from "../url_state.ts";
import {
  type LabelledTask,
  TaskActionsContext,
  type TaskLinks,
  type TaskTarget,
} from "../../../shared/task/task_actions.ts";
import { useTaskBatch } from "../api.ts";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";

const DeleteTasksDialog = lazyDialog(() => import("./delete_tasks_dialog.tsx"));
const LabelsDialog = lazyDialog(() => import("./labels_dialog.tsx"));
const RunWithDialog = lazyDialog(() => import("./run_with_dialog.tsx"));

/** Provides the actions on tasks and opens their dialogs. */
export function TaskActionsProvider(
  { links, background, children }: { links: TaskLinks; background: Background; children: ReactNode },
) {
  const [doomed, setDoomed] = useState<readonly TaskTarget[] | null>(null);
  const [labelled, setLabelled] = useState<readonly LabelledTask[] | null>(null);
  const [wanted, setWanted] = useState<readonly TaskTarget[] | null>(null);
  const { act: action } = useTaskBatch();
  const value = useMemo(
    () => ({ links, act: action, askDelete: setDoomed, askLabels: setLabelled, askRun: setWanted }),
    [links, action],
  );
  return (
    <TaskActionsContext value={value}>
      {children}
      <Suspense>
        {doomed && (
          <DeleteTasksDialog
            tasks={doomed}
            onClose={() => setDoomed(null)}
            onDeleted={() => background === "task" && links.list()}
          />
        )}
        {labelled && <LabelsDialog tasks={labelled} onClose={() => setLabelled(null)} />}
        {wanted && <RunWithDialog tasks={wanted} onClose={() => setWanted(null)} />}
      </Suspense>
    </TaskActionsContext>
  );
}
