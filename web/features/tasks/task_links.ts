import { useMemo } from "react";
import { useLocation } from "wouter";
import { paths } from "../../paths.ts";
import { readListState, writeListState } from "../../shared/task/list_address.ts";
import type { TaskLinks } from "../../shared/task/task_actions.ts";
import type { Background, DialogState } from "./url_state.ts";

/** Returns the links that start from a page; the functions stay the same while it is open. */
export function useTaskLinks(background: Background): TaskLinks {
  const [, navigate] = useLocation();
  return useMemo(() => {
    const state: DialogState = { background };
    const list = () => writeListState(readListState(location.search, location.pathname));
    return {
      create: () => navigate(paths.taskForm({}, list()), { state }),
      edit: (id) => navigate(paths.taskForm({ id }, list()), { state }),
      copy: (id) => navigate(paths.taskForm({ copy: id }, list()), { state }),
      log: (id, run) => navigate(paths.taskLog(id, run, list()), { state }),
      importCrontab: () => navigate(paths.importCrontab(list()), { state }),
      open: (id) => navigate(paths.task(id)),
      viewForm: (id) => navigate(paths.viewForm(id, list()), { state }),
      views: () => navigate(paths.views(list()), { state }),
      queue: () => navigate(paths.queue(list()), { state }),
      list: () => navigate(paths.tasks()),
      close: (id) => {
        // This state marks that the previous history entry is the page below.
        if (history.state?.background) return history.back();
        const parent = background === "task" && id !== null ? paths.task(id) : paths.tasks(list());
        navigate(parent, { replace: true });
      },
    };
  }, [background, navigate]);
}
