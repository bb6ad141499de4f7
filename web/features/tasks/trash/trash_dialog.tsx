import { RotateCcw, SearchX, Trash2 } from "../../../ui/icons/icons.ts";
import { useEffect, useState } from "react";
import { TRASH_DAYS } from "../../../../server/contract/limits/tasks.ts";
import type { TrashedTask, TrashEmptied } from "../../../../server/contract/task_trash.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { TrashActions, TrashSkeleton } from "../../../ui/data/rows/trash_row.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useSelection } from "../../../ui/data/use_selection.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { SearchField, useSearchText } from "../../../ui/inputs/search_field.tsx";
import { useConfirm } from "../../../ui/overlays/confirm_dialog.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useRemoveTrashed, useRestoreTasks, useTrash } from "../api.ts";
import { useMay } from "../../../api/use_permissions.ts";

const pageSize = 50;
const none: readonly TrashedTask[] = [];

/** Lists deleted tasks, which can be restored or deleted permanently. */
export default function TrashDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const { q, page, setPage, searchField } = useTrashSearch();
  const { data, error, refetch } = useTrash({ q, page, pageSize });
  const items = data?.items ?? none;
  const total = data?.total ?? 0;
  const selection = useSelection(items);
  const selected = [...selection.chosen.values()];
  const { ask, question } = useConfirm();
  const mayWrite = useMay("tasks:write");
  const { restore, remove, empty, pending } = useTrashActions();
  const askRemove = (tasks: readonly TrashedTask[]) =>
    ask({
      danger: true,
      title: t("taskTrash.removeTitle", { count: tasks.length, name: tasks[0]?.name ?? "" }),
      text: t("taskTrash.removeText"),
      confirmLabel: t("taskTrash.remove"),
      onConfirm: () => remove(tasks),
    });
  const askEmpty = () =>
    ask({
      danger: true,
      title: t("taskTrash.emptyTitle"),
      text: t("taskTrash.emptyText", { count: total }),
      confirmLabel: t("taskTrash.emptyIt"),
      onConfirm: empty,
    });
  // The last entries of the last page were restored or removed.
  useEffect(() => {
    if (data && items.length === 0 && page > 1) setPage(Math.max(1, Math.ceil(total / pageSize)));
  }, [data, items, page, total, setPage]);
  return (
    <>
      <Dialog
        flush
        size="wide"
        onClose={onClose}
        title={t("tasks.trash")}
        description={t("taskTrash.help", { days: TRASH_DAYS })}
        footer={!mayWrite ? <Button onClick={onClose}>{t("ui.close")}</Button> : selected.length > 0
          ? (
            <>
              <Button
                variant="danger"
                icon={<Trash2 />}
                className="me-auto"
                onClick={() => askRemove(selected)}
              >
                {t("taskTrash.remove")}
              </Button>
              <Button
                variant="primary"
                icon={<RotateCcw />}
                loading={pending}
                onClick={() => restore(selected)}
              >
                {t("taskTrash.restoreSelected", { count: selected.length })}
              </Button>
            </>
          )
          : (
            <>
              <Button
                disabled={total === 0 || q !== ""}
                className="me-auto"
                onClick={askEmpty}
              >
                {t("taskTrash.emptyIt")}
              </Button>
              <Button onClick={onClose}>{t("ui.close")}</Button>
            </>
          )}
      >
        <div className="flex min-h-72 flex-col gap-2 px-5 pb-4">
          {(total > 0 || q !== "") && searchField}
          {error && !data
            ? <ErrorState error={error} onRetry={() => void refetch()} />
            : !data
            ? <TrashSkeleton />
            : total === 0
            ? (
              <EmptyState
                icon={q === "" ? <Trash2 size={22} /> : <SearchX size={22} />}
                title={q === "" ? t("taskTrash.empty") : t("taskTrash.noMatch")}
                text={q === "" && t("taskTrash.emptyHelp")}
              />
            )
            : (
              <ul aria-label={t("tasks.trash")} className="flex flex-col">
                {items.map((task) => (
                  <TrashedRow
                    key={task.id}
                    task={task}
                    selected={selection.chosen.has(task.id)}
                    onToggle={selection.onToggle}
                    onRestore={() => restore([task])}
                    onRemove={() => askRemove([task])}
                  />
                ))}
              </ul>
            )}
          {total > pageSize && <Pagination {...{ page, pageSize, total }} onPage={setPage} />}
        </div>
      </Dialog>
      {question}
    </>
  );
}

function useTrashSearch() {
  const { t } = useMessages();
  const [q, setQ] = useState("");
  const [page, setPage] = useState(1);
  const [text, setText] = useSearchText(q, (next) => {
    setQ(next);
    setPage(1);
  });
  const searchField = (
    // Escape clears the search first.
    <div data-keeps-escape={text === "" ? undefined : ""}>
      <SearchField label={t("taskTrash.search")} value={text} onValue={setText} />
    </div>
  );
  return { q, page, setPage, searchField };
}

function useTrashActions() {
  const restoring = useRestoreTasks();
  const removing = useRemoveTrashed();
  const emptying = useAction({
    send: (api) => api.post<TrashEmptied>("/tasks/trash/empty"),
    invalidates: [["tasks"], ["runs"], ["logs"]],
    waits: true,
    done: "taskTrash.doneEmpty",
  });
  return {
    restore: (tasks: readonly TrashedTask[]) => void restoring.perform("restore", tasks),
    remove: async (tasks: readonly TrashedTask[]) => void await removing.send("delete", tasks),
    empty: async () => void await emptying.mutateAsync(undefined),
    pending: restoring.pending,
  };
}

function TrashedRow({ task, selected, onToggle, onRestore, onRemove }: {
  task: TrashedTask;
  selected: boolean;
  onToggle: (task: TrashedTask, range: boolean) => void;
  onRestore: () => void;
  onRemove: () => void;
}) {
  const { t } = useMessages();
  const mayWrite = useMay("tasks:write");
  const { name, command, cause, deletedAt, deletedBy, expiresAt } = task;
  const days = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 86_400_000));
  return (
    <li className="flex min-h-13 items-center gap-3 border-b border-line py-2 last:border-b-0 icon-stroke">
      {mayWrite && (
        <Checkbox
          hideLabel
          label={t("taskTrash.select", { name })}
          checked={selected}
          onChange={(event) => onToggle(task, (event.nativeEvent as MouseEvent).shiftKey === true)}
        />
      )}
      <div className="min-w-0 flex-1">
        <div className="truncate text-sm font-medium" title={name}>{name}</div>
        <div className="truncate font-mono text-xs text-muted" title={command}>{command}</div>
        <div className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted">
          <RelativeTime at={deletedAt} />
          {cause === "subscription" && <span>{t("taskTrash.bySubscription")}</span>}
          {deletedBy && <span>{deletedBy}</span>}
          <span className="tabular-nums">{t("taskTrash.daysLeft", { days })}</span>
        </div>
      </div>
      {mayWrite && (
        <TrashActions
          name={name}
          restoreLabel={t("taskTrash.restore")}
          removeLabel={t("taskTrash.remove")}
          {...{ onRestore, onRemove }}
        />
      )}
    </li>
  );
}
