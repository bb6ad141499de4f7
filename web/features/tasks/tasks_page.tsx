import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { withTimeLimit } from "../../shell/time_limit.ts";
import { Waiting } from "../../shell/page_frame.tsx";
import { TaskActsProvider } from "./acts/task_acts.tsx";
import { TaskList } from "./list/task_list.tsx";
import { type Place, usePlace } from "./place.ts";
import { type TaskLinks, useTaskLinks } from "./task_links.ts";

const chunkLimitMs = 120_000;

function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => withTimeLimit(load(), chunkLimitMs));
}

const TaskDetail = lazyPart(() => import("./detail/task_detail.tsx"));
const TaskFormDialog = lazyPart(() => import("./form/task_form_dialog.tsx"));
const LogDialog = lazyPart(() => import("./log/log_dialog.tsx"));

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
      <Suspense>
        <PlaceDialog place={place} links={links} />
      </Suspense>
    </TaskActsProvider>
  );
}

function PlaceDialog({ place, links }: { place: Place; links: TaskLinks }): ReactNode {
  const { dialog, id, copy, run } = place;
  const close = () => links.close(id ?? copy);
  if (dialog === "form") return <TaskFormDialog key={`${id} ${copy}`} {...{ id, copy }} onClose={close} />;
  if (dialog === "log") return <LogDialog key={id} {...{ id, run }} onClose={close} />;
  return null;
}
