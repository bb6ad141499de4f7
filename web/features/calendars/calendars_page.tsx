import { useState } from "react";
import type { Calendar } from "../../../server/contract/calendars.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { id, queryState } from "../../shared/page/query_state.ts";
import { CalendarTabs } from "../../shared/page/calendar_tabs.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { NewButton } from "../../ui/buttons/new_button.tsx";
import { useListState } from "../../ui/data/use_list_state.ts";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { CalendarDays, Plus } from "../../ui/icons/icons.ts";
import { useShortcuts } from "../../ui/use_shortcuts.ts";
import { useCalendars } from "./api.ts";
import { CalendarRow } from "./calendar_row.tsx";
import { YearPreview } from "./preview/year_preview.tsx";
import { useMay } from "../../api/use_permissions.ts";

const CalendarDialog = lazyDialog(() => import("./form/calendar_form.tsx"));

/** The calendar and the year whose days are visible; by default the first one and this year. */
const address = queryState({ id: id(), year: id(2199) }).at(paths.calendars);

/** Renders the calendars, and a year of one of them. */
export default function CalendarsPage() {
  const { t } = useMessages();
  const { data, error, refetch } = useCalendars();
  const { state, change } = useListState(address);
  const [edited, setEdited] = useState<{ id: number | null } | null>(null);
  const create = () => setEdited({ id: null });
  const mayWrite = useMay("tasks:write");
  useShortcuts(mayWrite ? { n: create } : {});
  const calendars = data?.items ?? [];
  const visible = calendars.find((one) => one.id === state.id) ?? calendars[0];
  return (
    <div className="flex flex-col gap-4">
      <CalendarTabs current="calendars" />
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40" />)}
      {data && calendars.length === 0 && (
        <EmptyState
          frame="dashed"
          icon={<CalendarDays size={22} />}
          title={t("calendars.none")}
          text={t("calendars.noneHelp")}
          action={mayWrite && (
            <Button variant="primary" icon={<Plus />} onClick={create}>{t("calendars.create")}</Button>
          )}
        />
      )}
      {visible && (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <p className="min-w-60 flex-1 text-sm text-muted">{t("calendars.intro")}</p>
            {mayWrite && <NewButton label={t("calendars.create")} onClick={create} />}
          </div>
          <ul
            aria-label={t("calendars.title")}
            className="m-0 list-none divide-y divide-line overflow-hidden rounded-md border border-line bg-surface p-0"
          >
            {calendars.map((calendar) => (
              <CalendarRow
                key={calendar.id}
                calendar={calendar}
                isShown={calendar.id === visible.id}
                onShow={() => change({ id: calendar.id })}
                onEdit={() => setEdited({ id: calendar.id })}
              />
            ))}
          </ul>
          <YearPreview
            calendar={visible}
            year={state.year ?? new Date().getFullYear()}
            onYear={(year) => change({ year })}
          />
        </div>
      )}
      {edited && (
        <CalendarDialog
          id={edited.id}
          onSaved={(saved: Calendar) => change({ id: saved.id })}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
