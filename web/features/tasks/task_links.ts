import { useMemo } from "react";
import { useLocation } from "wouter";
import { paths } from "../../paths.ts";
import { readListState, writeListState } from "../../shared/task/list_address.ts";
import type { Beneath, DialogState } from "./url_state.ts";

/** Ways between the list, a task and their dialogs. */
export interface TaskLinks {
  create(): void;
  edit(id: number): void;
  copy(id: number): void;
  log(id: number, run?: number): void;
  importCrontab(): void;
  open(id: number): void;
  /** To make a view of what the list shows now, or to edit one. */
  viewForm(id?: number): void;
  views(): void;
  queue(): void;
  list(): void;
  /** Closes the dialog: back to where it was opened, or to the page it lies over. */
  close(id: number | null): void;
}

/** Gives the ways that start from a page; they stay the same functions while it is shown. */
export function useTaskLinks(beneath: Beneath): TaskLinks {
  const [, navigate] = useLocation();
  return useMemo(() => {
    const state: DialogState = { beneath };
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
        // With that state the entry before is the page beneath.
        if (history.state?.beneath) return history.back();
        const parent = beneath === "task" && id !== null ? paths.task(id) : paths.tasks(list());
        navigate(parent, { replace: true });
      },
    };
  }, [beneath, navigate]);
}
