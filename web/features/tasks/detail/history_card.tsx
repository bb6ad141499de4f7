import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import type { List } from "../../../../server/contract/shapes.ts";
import type { TaskChange } from "../../../../server/contract/task_changes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";
import { AuthorName } from "../../../shared/changes/author_name.tsx";
import { ChangeList } from "../../../shared/changes/change_list.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Card } from "../../../ui/data/card.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { ExactTime } from "../../../ui/data/time_text.tsx";
import { useLastPage } from "../../../ui/data/use_list_state.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { History, RotateCcw } from "../../../ui/icons/icons.ts";
import { useMay } from "../../../api/use_permissions.ts";

const pageSize = 5;

/** Renders who changed which fields of a task, newest first, and restores previous values. */
export default function HistoryCard({ task }: { task: Pick<Task, "id" | "version"> }) {
  const { t } = useMessages();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useTaskChanges(task.id, page);
  const { mutate: restore, isPending } = useRestoreChange(task);
  useLastPage({ total: data?.total, page, pageSize, onPage: setPage });
  return (
    <Card
      id="history"
      title={t("changes.title")}
      help={t("changes.help")}
      footer={data && data.total > pageSize && (
        <Pagination {...{ page, pageSize }} total={data.total} onPage={setPage} />
      )}
      flush
    >
      {!data && (error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <Skeleton className="m-4 h-24" />)}
      {data?.total === 0 && (
        <EmptyState icon={<History size={22} />} title={t("changes.none")} text={t("changes.noneHelp")} />
      )}
      <ol className="divide-y divide-line">
        {data?.items.map((change) => (
          <li key={change.id} className="px-4 py-3">
            <Entry
              change={change}
              busy={isPending}
              onRestore={() => restore(change.id)}
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Entry(
  { change: { at, type, by, changes }, busy, onRestore }: {
    change: TaskChange;
    busy: boolean;
    onRestore: () => void;
  },
) {
  const { t, format } = useMessages();
  const mayRestore = useMay("tasks:write");
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="text-muted">
          <ExactTime at={at} />
        </span>
        <span className="min-w-0 break-words">
          <AuthorName author={by} />
        </span>
        {type !== "updated" && (
          <span className="text-muted">
            {t(type === "created" ? "changes.created" : "changes.fromTrash")}
          </span>
        )}
        {mayRestore && type === "updated" && (
          <Button
            size="small"
            className="ms-auto"
            icon={<RotateCcw size={14} aria-hidden />}
            aria-label={t("ui.labelAndValue", { label: t("changes.restore"), value: format.dateTime(at) })}
            keepsFocus
            disabled={busy}
            onClick={onRestore}
          >
            {t("changes.restore")}
          </Button>
        )}
      </div>
      {changes.length > 0 && (
        <ChangeList
          changes={changes.map((one) => ({ ...one, kind: "task" }))}
          isNew={type === "created"}
        />
      )}
    </div>
  );
}

function useTaskChanges(taskId: number, page: number) {
  const query = { page, pageSize };
  return useApiQuery<List<TaskChange>>(queryKeys.taskChanges(taskId, query), `/tasks/${taskId}/changes`, {
    query,
    placeholderData: keepPreviousData,
  });
}

/** Returns a mutation that sets the fields of a change back; rejected if somebody has changed the task meanwhile. */
function useRestoreChange({ id, version }: Pick<Task, "id" | "version">) {
  return useAction({
    send: (api, changeId: number) =>
      api.post(`/tasks/${id}/changes/${changeId}/restore`, undefined, { version }),
    invalidates: [["tasks"], ["runs"]],
    done: "changes.restored",
  });
}
