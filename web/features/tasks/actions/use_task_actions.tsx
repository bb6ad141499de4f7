import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from "react";
import type { TaskAction } from "../../../../server/contract/tasks.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import type { Beneath } from "../url_state.ts";
import type { TaskLinks } from "../task_links.ts";
import { useSendAction } from "./use_send_action.ts";
import type { LabelledTask, TaskTarget } from "./task_target.ts";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";

const DeleteTasksDialog = lazyDialog(() => import("./delete_tasks_dialog.tsx"));
const LabelsDialog = lazyDialog(() => import("./labels_dialog.tsx"));
const RunWithDialog = lazyDialog(() => import("./run_with_dialog.tsx"));

/** What can be done to tasks from any place that shows them; the functions stay the same while the page is shown. */
export interface TaskActions {
  links: TaskLinks;
  /** Does one thing to tasks and tells how it went; resolves in any case. */
  act(action: TaskAction, tasks: readonly TaskTarget[]): Promise<void>;
  /** Asks first, then deletes. */
  askDelete(tasks: readonly TaskTarget[]): void;
  /** Asks which labels to add and to remove. */
  askLabels(tasks: readonly LabelledTask[]): void;
  /** Asks for arguments and variables, then runs. */
  askRun(tasks: readonly TaskTarget[]): void;
}

const ActionsContext = createContext<TaskActions | null>(null);

/** Gives what can be done to tasks. */
export function useTaskActions(): TaskActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useTaskActions outside of TaskActionsProvider");
  return actions;
}

/** Lets everything below act on tasks, and asks where there is something to ask. */
export function TaskActionsProvider(
  { links, beneath, children }: { links: TaskLinks; beneath: Beneath; children: ReactNode },
) {
  const [doomed, setDoomed] = useState<readonly TaskTarget[] | null>(null);
  const [labelled, setLabelled] = useState<readonly LabelledTask[] | null>(null);
  const [wanted, setWanted] = useState<readonly TaskTarget[] | null>(null);
  const action = useAction();
  const value = useMemo(
    () => ({ links, act: action, askDelete: setDoomed, askLabels: setLabelled, askRun: setWanted }),
    [links, action],
  );
  return (
    <ActionsContext value={value}>
      {children}
      <Suspense>
        {doomed && (
          <DeleteTasksDialog
            tasks={doomed}
            onClose={() => setDoomed(null)}
            onDeleted={() => beneath === "task" && links.list()}
          />
        )}
        {labelled && <LabelsDialog tasks={labelled} onClose={() => setLabelled(null)} />}
        {wanted && <RunWithDialog tasks={wanted} onClose={() => setWanted(null)} />}
      </Suspense>
    </ActionsContext>
  );
}

function useAction(): TaskActions["act"] {
  const send = useSendAction();
  const { problem } = useToast();
  return useCallback((action, tasks) => send(action, tasks).catch(problem), [send, problem]);
}
