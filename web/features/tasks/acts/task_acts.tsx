import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { BatchAnswer } from "../../../../server/contract/shapes.ts";
import type { Task, TaskAction } from "../../../../server/contract/tasks.ts";
import { useApi } from "../../../api/use_api.tsx";
import type { Beneath } from "../place.ts";
import type { TaskLinks } from "../task_links.ts";
import { readOutcome } from "./batch_outcome.ts";
import { DeleteTasksDialog } from "./delete_tasks_dialog.tsx";
import { useTellOutcome } from "./tell_outcome.ts";

export type ActedTask = Pick<Task, "id" | "name" | "status">;

/** What can be done to tasks from any place that shows them; the functions stay the same while the page is shown. */
export interface TaskActs {
  links: TaskLinks;
  /** Does one thing to tasks and tells how it went; resolves in any case. */
  act(action: TaskAction, tasks: readonly ActedTask[]): Promise<void>;
  /** Asks first, then deletes. */
  askDelete(tasks: readonly ActedTask[]): void;
}

const ActsContext = createContext<TaskActs | null>(null);

/** Gives what can be done to tasks. */
export function useTaskActs(): TaskActs {
  const acts = useContext(ActsContext);
  if (!acts) throw new Error("useTaskActs outside of TaskActsProvider");
  return acts;
}

/** Lets everything below act on tasks, and asks before deleting. */
export function TaskActsProvider(
  { links, beneath, children }: { links: TaskLinks; beneath: Beneath; children: ReactNode },
) {
  const [doomed, setDoomed] = useState<readonly ActedTask[] | null>(null);
  const act = useAct();
  const value = useMemo(() => ({ links, act, askDelete: setDoomed }), [links, act]);
  return (
    <ActsContext value={value}>
      {children}
      <DeleteTasksDialog
        tasks={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={() => beneath === "task" && links.list()}
      />
    </ActsContext>
  );
}

function useAct(): TaskActs["act"] {
  const api = useApi();
  const queries = useQueryClient();
  const tell = useTellOutcome();
  return useCallback(async (action, tasks) => {
    try {
      const answer = await api.post<BatchAnswer>(`/tasks/${action}`, { ids: tasks.map(({ id }) => id) });
      tell.outcome(action, readOutcome(answer, tasks), tasks);
    } catch (error) {
      tell.problem(error);
    }
    void queries.invalidateQueries({ queryKey: ["tasks"] });
    void queries.invalidateQueries({ queryKey: ["runs"] });
  }, [api, queries, tell]);
}
