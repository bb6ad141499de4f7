import { type ReactNode, Suspense, useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { Task } from "../../../server/contract/tasks.ts";
import { basePath, paths } from "../../paths.ts";
import { Waiting } from "../../shared/page/page_frame.tsx";
import { closeDialog } from "../../shared/page/dialog_history.ts";
import { useAskRun } from "../../shared/task/ask_run.ts";
import { readListState, writeListState } from "../../shared/task/list_address.ts";
import {
  type LabelledTask,
  TaskActionsContext,
  type TaskLinks,
  type TaskTarget,
  useTaskActions,
} from "../../shared/task/task_actions.ts";
import { lazyDialog, lazyPage, type PageData } from "../../ui/feedback/lazy.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { useTaskBatch } from "./api.ts";
import { viewsQuery } from "../views/use_views.ts";
import { TaskList } from "./list/task_list.tsx";
import { prefetchTaskList } from "./list/use_task_list.ts";
import {
  type Background,
  type Dialog,
  type DialogState,
  readUrlState,
  type UrlState,
  useUrlState,
} from "./url_state.ts";
import { usePermissions } from "../../api/use_permissions.ts";

const TaskDetail = lazyPage(() => import("./detail/task_detail.tsx"));
const TaskFormDialog = lazyDialog(() => import("./form/task_form.tsx"));
const ImportDialog = lazyDialog(() => import("./import/import_dialog.tsx"));
const LogDialog = lazyDialog(() => import("./log/log_dialog.tsx"));
const ViewDialog = lazyDialog(() => import("../views/view_dialog.tsx"));
const ViewsDialog = lazyDialog(() => import("../views/views_dialog.tsx"));
const QueueDialog = lazyDialog(() => import("../queue/queue_dialog.tsx"));
const TrashDialog = lazyDialog(() => import("./trash/trash_dialog.tsx"));
const DeleteTasksDialog = lazyDialog(() => import("./actions/delete_tasks_dialog.tsx"));
const LabelsDialog = lazyDialog(() => import("./actions/labels_dialog.tsx"));
const BulkDialog = lazyDialog(() => import("./bulk/bulk_dialog.tsx"));
const SpreadDialog = lazyDialog(() => import("./bulk/spread_dialog.tsx"));

/** Loads what the list shows first, when the URL names the list. */
export async function prefetch(data: PageData): Promise<void> {
  const address = location.pathname.slice(basePath.length);
  if (readUrlState(address, location.search, "list").background !== "list") return;
  await Promise.all([prefetchTaskList(data), data.queries.prefetchQuery(viewsQuery(data.api))]);
}

/** Renders the list of tasks or one task, and the dialog that the URL names. */
export default function TasksPage() {
  const urlState = useUrlState();
  const links = useTaskLinks(urlState.background);
  return (
    <TaskActionsProvider links={links} background={urlState.background}>
      {urlState.background === "task"
        ? (
          <Suspense fallback={<Waiting />}>
            <TaskDetail id={urlState.id ?? urlState.copy} />
          </Suspense>
        )
        : <TaskList />}
      {urlState.dialog && (
        <FocusBack>
          <RoutedDialog urlState={urlState} links={links} />
        </FocusBack>
      )}
    </TaskActionsProvider>
  );
}

function RoutedDialog({ urlState, links }: { urlState: UrlState; links: TaskLinks }): ReactNode {
  const { dialog, id, copy, run } = urlState;
  const { mayWrite } = useTaskActions();
  const close = () => links.close(id ?? copy);
  if (dialog === "form") return <TaskFormDialog key={`${id} ${copy}`} {...{ id, copy }} onClose={close} />;
  if (dialog === "import" && mayWrite) return <ImportDialog onClose={close} />;
  if (dialog === "log") return <LogDialog key={id} {...{ id, run }} onClose={close} />;
  if (dialog === "view") return <ViewDialog key={id} id={id} onClose={close} />;
  if (dialog === "views") return <ViewsDialog onClose={close} />;
  if (dialog === "trash") return <TrashDialog onClose={close} />;
  if (dialog === "queue") return <QueueDialog onClose={close} />;
  return null;
}

/** Provides the actions on tasks and opens their dialogs. */
function TaskActionsProvider(
  { links, background, children }: { links: TaskLinks; background: Background; children: ReactNode },
) {
  const [toDelete, setToDelete] = useState<readonly TaskTarget[] | null>(null);
  const [toLabel, setToLabel] = useState<readonly LabelledTask[] | null>(null);
  const [toEdit, setToEdit] = useState<readonly Task[] | null>(null);
  const [toSpread, setToSpread] = useState<readonly Task[] | null>(null);
  const { perform } = useTaskBatch(links.log);
  const askRun = useAskRun();
  const may = usePermissions();
  const mayRun = may("tasks:run");
  const mayWrite = may("tasks:write");
  const mayWriteScripts = may("scripts:write");
  const value = useMemo(
    () => ({
      ...{ links, mayRun, mayWrite, mayWriteScripts },
      perform,
      askDelete: setToDelete,
      askLabels: setToLabel,
      askEdit: setToEdit,
      askSpread: setToSpread,
      askRun: (tasks: readonly TaskTarget[]) => askRun({ tasks, onShowLog: links.log }),
    }),
    [links, perform, askRun, mayRun, mayWrite, mayWriteScripts],
  );
  return (
    <TaskActionsContext value={value}>
      {children}
      {toDelete && (
        <DeleteTasksDialog
          tasks={toDelete}
          onClose={() => setToDelete(null)}
          onDeleted={() => background === "task" && links.list()}
        />
      )}
      {toLabel && <LabelsDialog tasks={toLabel} onClose={() => setToLabel(null)} />}
      {toEdit && <BulkDialog tasks={toEdit} onClose={() => setToEdit(null)} />}
      {toSpread && <SpreadDialog tasks={toSpread} onClose={() => setToSpread(null)} />}
    </TaskActionsContext>
  );
}

function dialogOf({ pathname, search }: Location): Dialog | null {
  return readUrlState(pathname.slice(basePath.length), search, "list").dialog;
}

/** Returns the links that start from a page; the functions stay the same while it is open. */
function useTaskLinks(background: Background): TaskLinks {
  const [, navigate] = useLocation();
  return useMemo(() => {
    const state: DialogState = { background };
    const list = () => writeListState(readListState(location.search, location.pathname));
    return {
      create: () => navigate(paths.taskForm({}, list()), { state }),
      edit: (id) => navigate(paths.taskForm({ id }, list()), { state }),
      copy: (id) => navigate(paths.taskForm({ copy: id }, list()), { state }),
      script: (path) => navigate(paths.scripts(path)),
      log: (id, run) => {
        // From one log to another, closing still returns to the page below.
        const isOpen = dialogOf(location) === "log";
        navigate(
          paths.taskLog(id, run, list()),
          isOpen ? { replace: true, state: history.state } : { state },
        );
      },
      importData: () => navigate(paths.importData()),
      importCrontab: () => navigate(paths.importCrontab(list()), { state }),
      open: (id) => navigate(paths.task(id)),
      viewForm: (id) => navigate(paths.viewForm(id, list()), { state }),
      views: () => navigate(paths.views(list()), { state }),
      queue: () => navigate(paths.queue(list()), { state }),
      trash: () => navigate(paths.taskTrash(list()), { state }),
      list: () => navigate(paths.tasks()),
      close: (id) => {
        const ofTask = background === "task" && id !== null;
        closeDialog(navigate, ofTask ? paths.task(id) : paths.tasks(list()));
      },
    };
  }, [background, navigate]);
}
