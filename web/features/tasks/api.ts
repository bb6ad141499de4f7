import { keepPreviousData } from "@tanstack/react-query";
import type { Parameter } from "../../../server/contract/parameters.ts";
import type { ListedRun } from "../../../server/contract/runs.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type { Task, TaskAction, TaskDetail } from "../../../server/contract/tasks.ts";
import type { TrashedTask } from "../../../server/contract/task_trash.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useBatchAction } from "../../shared/actions/use_batch_action.ts";

type RunTarget = Pick<Task, "id" | "name"> & { parameters?: readonly Parameter[] };

/** Asks for one task; null asks for nothing. */
export function useTask(id: number | null, { refetchMs }: { refetchMs?: number } = {}) {
  return useApiQuery<TaskDetail>(queryKeys.task(id ?? 0), `/tasks/${id}`, {
    enabled: id !== null,
    refetchInterval: refetchMs ?? false,
  });
}

/**
 * Queries a page of a task's runs, newest first, all or those in some states (`failed,timed_out`). The
 * previous page stays visible until the next is loaded.
 */
export function useRuns(
  taskId: number | null,
  { page, pageSize, state }: { page: number; pageSize: number; state?: string | undefined },
) {
  const query = { page, pageSize, state };
  return useApiQuery<List<ListedRun>>(queryKeys.runList({ taskId, ...query }), `/tasks/${taskId}/runs`, {
    query,
    enabled: taskId !== null,
    placeholderData: keepPreviousData,
  });
}

/** Queries a page of the trash; the previous page stays visible until the next is loaded. */
export function useTrash(query: { q: string; page: number; pageSize: number }) {
  return useApiQuery<List<TrashedTask>>(queryKeys.taskTrash(query), "/tasks/trash", {
    query,
    placeholderData: keepPreviousData,
  });
}

export function useRestoreTasks() {
  return useBatchAction<"restore">({
    path: "/tasks",
    done: { restore: "task.doneRestore" },
    topics: ["tasks", "runs"],
    waits: true,
  });
}

export function useRemoveTrashed() {
  return useBatchAction<"delete">({
    path: "/tasks/trash",
    done: { delete: "taskTrash.doneRemove" },
    topics: ["tasks", "runs", "logs"],
    waits: true,
  });
}

/**
 * Returns functions that change or delete several tasks; `onShowLog` opens the log of a run when the user asks for
 * it, `onStarted` is called with the run of a single task at once.
 */
export function useTaskBatch(
  onShowLog?: (id: number, runId: number) => void,
  onStarted?: (id: number, runId: number) => void,
) {
  const { perform: restore } = useRestoreTasks();
  const { perform: runAgain } = useBatchAction<"run">({
    path: "/tasks",
    done: { run: "task.doneRun" },
    topics: ["tasks", "runs"],
    onShowLog,
  });
  return useBatchAction<TaskAction | "labels" | "delete", RunTarget>({
    path: "/tasks",
    done: {
      run: "task.doneRun",
      stop: "task.doneStop",
      enable: "task.doneEnable",
      disable: "task.doneDisable",
      pin: "task.donePin",
      unpin: "task.doneUnpin",
      mute: "task.doneMute",
      unmute: "task.doneUnmute",
      delete: "task.doneDelete",
      labels: "task.doneLabels",
    },
    followUp: {
      stop: {
        label: "runs.runAgain",
        onSelect: (tasks) => void runAgain("run", tasks),
        // It would run with other values.
        fits: (tasks) => tasks.every(({ parameters = [] }) => parameters.length === 0),
      },
    },
    undo: { delete: (tasks) => () => void restore("restore", tasks) },
    topics: ["tasks", "runs"],
    onShowLog,
    onStarted,
  });
}
