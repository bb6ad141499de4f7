import { type ReactNode, Suspense } from "react";
import { Waiting } from "../../shell/page_frame.tsx";
import { FocusBack } from "../../ui/focus_back.tsx";
import { TaskActsProvider } from "./acts/task_acts.tsx";
import { TaskList } from "./list/task_list.tsx";
import { type Place, usePlace } from "./place.ts";
import { type TaskLinks, useTaskLinks } from "./task_links.ts";
import { lazyDialog, lazyPage } from "../../ui/lazy.tsx";

const TaskDetail = lazyPage(() => import("./detail/task_detail.tsx"));
const TaskFormDialog = lazyDialog(() => import("./form/task_form_dialog.tsx"));
const ImportDialog = lazyDialog(() => import("./import/import_dialog.tsx"));
const LogDialog = lazyDialog(() => import("./log/log_dialog.tsx"));
const ViewDialog = lazyDialog(() => import("./views/view_dialog.tsx"));
const ViewsDialog = lazyDialog(() => import("./views/views_dialog.tsx"));
const QueueDialog = lazyDialog(() => import("./queue/queue_dialog.tsx"));

/** The list of tasks or one task, and the dialog over it that the address names. */
export default function TasksPage() {
  const place = usePlace();
  const links = useTaskLinks(place.beneath);
  return (
    <TaskActsProvider links={links} beneath={place.beneath}>
      {place.beneath === "task"
        ? (
          <Suspense fallback={<Waiting />}>
            <TaskDetail id={place.id ?? place.copy} />
          </Suspense>
        )
        : <TaskList />}
      {place.dialog && (
        <FocusBack>
          <Suspense>
            <PlaceDialog place={place} links={links} />
          </Suspense>
        </FocusBack>
      )}
    </TaskActsProvider>
  );
}

function PlaceDialog({ place, links }: { place: Place; links: TaskLinks }): ReactNode {
  const { dialog, id, copy, run } = place;
  const close = () => links.close(id ?? copy);
  if (dialog === "form") return <TaskFormDialog key={`${id} ${copy}`} {...{ id, copy }} onClose={close} />;
  if (dialog === "import") return <ImportDialog onClose={close} />;
  if (dialog === "log") return <LogDialog key={id} {...{ id, run }} onClose={close} />;
  if (dialog === "view") return <ViewDialog key={id} id={id} onClose={close} />;
  if (dialog === "views") return <ViewsDialog onClose={close} />;
  if (dialog === "queue") return <QueueDialog onClose={close} />;
  return null;
}
