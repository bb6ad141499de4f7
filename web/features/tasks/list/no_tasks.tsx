import { CalendarClock, Plus, SearchX } from "lucide-react";
import { useShortcuts } from "../../../shell/use_shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty_state.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";

/** Stands in place of the list while there is no task at all. */
export function FirstTask() {
  const { t } = useWords();
  const { links } = useTaskActs();
  useShortcuts({ n: () => links.create() });
  return (
    <div className="flex flex-1 flex-col justify-center rounded-md border border-dashed border-line-strong bg-surface">
      <EmptyState
        icon={<CalendarClock size={22} />}
        title={t("tasks.none")}
        text={t("tasks.noneHelp")}
        action={
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => links.create()}
          >
            {t("tasks.createFirst")}
          </Button>
        }
      />
    </div>
  );
}

/** Stands in place of the rows when no task fits what was searched for. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useWords();
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
