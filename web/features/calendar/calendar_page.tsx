import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { CalendarTabs } from "../../shared/page/calendar_tabs.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { todayIn } from "../../ui/inputs/calendar_days.ts";
import { useShortcuts } from "../../ui/use_shortcuts.ts";
import { useBands, useCalendarRefresh, useCounts, useDaysOff } from "./api.ts";
import { CountsLegend } from "./counts.tsx";
import DayView from "./day/day_view.tsx";
import { MonthGrid } from "./month_grid.tsx";
import { daysOf, periodOf, totalOf } from "./visible_days.ts";
import { CalendarToolbar } from "./toolbar.tsx";
import { type ChangeUrl, type UrlState, useUrlState } from "./url_state.ts";
import { useDayNames } from "./use_day_names.ts";
import { WeekGrid } from "./week_grid.tsx";

/** Renders what ran and what is due: a month, a week or a day. */
export default function CalendarPage() {
  const zone = useSession().settings.effectiveTimeZone;
  const { state, change } = useUrlState();
  const today = todayIn(zone);
  useCalendarRefresh();
  useShortcuts({ t: () => change({ at: "" }) });
  const visible = { ...state, at: state.at || today };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <CalendarTabs current="calendar" />
      <CalendarToolbar state={visible} today={today} zone={zone} change={change} />
      {visible.view === "day" || visible.view === "night"
        ? <DayView state={visible} zone={zone} change={change} />
        : <DaysView state={visible} zone={zone} today={today} change={change} />}
    </div>
  );
}

interface DaysViewProps {
  state: UrlState;
  zone: string;
  today: string;
  change: ChangeUrl;
}

/** Renders the days of a month or a week. */
function DaysView({ state: { view, at, label, calendar }, zone, today, change }: DaysViewProps) {
  const { t } = useMessages();
  const names = useDayNames();
  const isWeek = view === "week";
  const days = daysOf(view ?? "month", at, names.firstWeekday);
  const period = periodOf(days, zone);
  const { data, error, isPlaceholderData, refetch } = useCounts(period, {
    by: isWeek ? "hour" : "day",
    label,
  });
  const { data: bands } = useBands(period);
  const { data: daysOff } = useDaysOff(calendar, days);
  if (!data) {
    return error
      ? <ErrorState error={error} onRetry={() => void refetch()} />
      : <Skeleton className="h-[36rem] w-full" />;
  }
  const isQuiet = data.items.every((counts) => totalOf(counts) === 0);
  const Grid = isWeek ? WeekGrid : MonthGrid;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <CountsLegend />
        {isQuiet && !isPlaceholderData && (
          <p role="status" className="text-sm text-muted">
            {label === ""
              ? `${t("calendarPage.none")}. ${t("calendarPage.noneHelp")}`
              : t("calendarPage.noneLabel", { label })}
          </p>
        )}
      </div>
      <Grid
        {...{ days, at, today, zone, names }}
        items={data.items}
        bands={bands?.items ?? []}
        daysOff={new Map(daysOff?.items.map((day) => [day.date, day]))}
        onMove={(day) => change({ at: day }, { replace: true })}
        onOpen={(day) => change({ view: "day", at: day })}
      />
      <p className="text-xs text-muted max-md:hidden">{t("calendarPage.gridKeys")}</p>
    </>
  );
}
