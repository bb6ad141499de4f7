import { type ReactNode, Suspense } from "react";
import { Waiting } from "../../shared/page/page_frame.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { TaskActionsProvider } from "./actions/task_actions_provider.tsx";
import { TaskList } from "./list/task_list.tsx";
import { type UrlState, useUrlState } from "./url_state.ts";
import type { TaskLinks } from "../../shared/task/task_actions.ts";
import { useTaskLinks } from "./task_links.ts";
import { lazyDialog, lazyPage } from "../../ui/feedback/lazy.tsx";

const TaskDetail = lazyPage(() => import("./detail/task_detail.tsx"));
const TaskFormDialog = lazyDialog(() => import("./form/task_form.tsx"));
const ImportDialog = lazyDialog(() => import("./import/import_dialog.tsx"));
const LogDialog = lazyDialog(() => import("./log/log_dialog.tsx"));
const ViewDialog = lazyDialog(() => import("../views/view_dialog.tsx"));
const ViewsDialog = lazyDialog(() => import("../views/views_dialog.tsx"));
const QueueDialog = lazyDialog(() => import("../queue/queue_dialog.tsx"));

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
          <Suspense>
            <RoutedDialog location={urlState} links={links} />
          </Suspense>
        </FocusBack>
      )}
    </TaskActionsProvider>
  );
}

function RoutedDialog({ location: urlState, links }: { location: UrlState; links: TaskLinks }): ReactNode {
  const { dialog, id, copy, run } = urlState;
  const close = () => links.close(id ?? copy);
  if (dialog === "form") return <TaskFormDialog key={`${id} ${copy}`} {...{ id, copy }} onClose={close} />;
  if (dialog === "import") return <ImportDialog onClose={close} />;
  if (dialog === "log") return <LogDialog key={id} {...{ id, run }} onClose={close} />;
  if (dialog === "view") return <ViewDialog key={id} id={id} onClose={close} />;
  if (dialog === "views") return <ViewsDialog onClose={close} />;
  if (dialog === "queue") return <QueueDialog onClose={close} />;
  return null;
}
