import { CalendarClock, Plus, SearchX } from "lucide-react";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { isFiltered, type ListState } from "../../../shared/task/list_address.ts";

/** Stands in place of the list while there is no task at all. */
export function FirstTask() {
  const { t } = useMessages();
  const { links } = useTaskActions();
  useShortcuts({ n: () => links.create() });
  return (
    <div className="flex flex-1 flex-col justify-center rounded-md border border-dashed border-line-strong bg-surface">
      <EmptyState
        icon={<CalendarClock size={22} />}
        title={t("tasks.none")}
        text={t("tasks.noneHelp")}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              variant="primary"
              icon={<Plus size={16} aria-hidden />}
              onClick={() => links.create()}
            >
              {t("tasks.createFirst")}
            </Button>
            <Button onClick={() => links.importCrontab()}>{t("tasks.importCrontab")}</Button>
          </div>
        }
      />
    </div>
  );
}

/** Stands in place of the rows when no task fits what was searched for, or the view. */
export function NothingFound({ state, onClear }: { state: ListState; onClear: () => void }) {
  const { t } = useMessages();
  if (!isFiltered(state)) return <EmptyTab state={state} />;
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={<SearchX size={22} />}
        title={t("tasks.noMatch")}
        text={t("tasks.noMatchHelp")}
        action={<Button onClick={onClear}>{t("tasks.clearFilters")}</Button>}
      />
    </div>
  );
}

function EmptyTab({ state: { view } }: { state: ListState }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={<SearchX size={22} />}
        title={view === null ? t("tasks.typeEmpty") : t("tasks.viewEmpty")}
        text={view !== null && t("tasks.viewEmptyHelp")}
        action={view !== null && <Button onClick={() => links.viewForm(view)}>{t("tasks.viewEdit")}</Button>}
      />
    </div>
  );
}
