import { useMemo, useState } from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { CalendarDays, ChartColumn, Table2 } from "../../../ui/icons/icons.ts";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useBands, useDaysOff, useTimelineTasks } from "../api.ts";
import { CountsLegend } from "../counts.tsx";
import { dayOffText } from "../grid_days.ts";
import { type Band, timelinePeriod } from "../visible_days.ts";
import { type ChangeUrl, type UrlState, type Zoom, zooms } from "../url_state.ts";
import { useDayNames } from "../use_day_names.ts";
import { DayTable } from "./day_table.tsx";
import { Timeline } from "./timeline.tsx";

const noBands: readonly Band[] = [];

/** Renders the tasks of one day or night: as a timeline, or as a table, which a phone always shows. */
export default function DayView(
  { state, zone, change }: { state: UrlState; zone: string; change: ChangeUrl },
) {
  const { t } = useMessages();
  const names = useDayNames();
  const [asTable, setAsTable] = useState(false);
  const narrow = useNarrow();
  const day = useMemo(() => timelinePeriod(state.view ?? "day", state.at, zone), [
    state.view,
    state.at,
    zone,
  ]);
  const { data, error, refetch } = useTimelineTasks(day, state.label);
  const off = useDaysOff(state.calendar, [state.at]).data?.items[0];
  const dayOff = dayOffText(off, t);
  const bands = useBands(day).data?.items ?? noBands;
  if (!data) {
    return error
      ? <ErrorState error={error} onRetry={() => void refetch()} />
      : <Skeleton className="h-[36rem] w-full" />;
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        frame="solid"
        icon={<CalendarDays size={22} />}
        title={t("calendarPage.none")}
        text={state.label === ""
          ? t("calendarPage.noneHelp")
          : t("calendarPage.noneLabel", { label: state.label })}
      />
    );
  }
  const zoom = state.zoom ?? "24";
  const setZoom = (next: Zoom) => change({ zoom: next === "24" ? null : next }, { replace: true });
  const isTable = asTable || narrow;
  return (
    <>
      {!data.isComplete && <Callout tone="warning">{t("calendarPage.incomplete")}</Callout>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-sm text-muted tabular-nums">
          {t("calendarPage.tasks", { count: data.items.length })}
        </p>
        {dayOff !== "" && <Badge tone={off?.kind === "off" ? "danger" : "accent"}>{dayOff}</Badge>}
        <div className="min-w-0 flex-1">{!isTable && <CountsLegend waits />}</div>
        {!isTable && (
          <SegmentedControl<Zoom>
            label={t("calendarPage.zoom")}
            hideLabel
            value={zoom}
            options={(["24", "6", "1"] as const).map((value) => ({
              value,
              label: t("calendarPage.hours", { count: zooms[value] }),
            }))}
            onValue={setZoom}
          />
        )}
        {!narrow && (
          <IconButton
            label={t(asTable ? "calendarPage.asChart" : "calendarPage.asTable")}
            icon={asTable ? <ChartColumn /> : <Table2 />}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </div>
      {isTable ? <DayTable {...{ day, zone, bands }} rows={data.items} /> : (
        <Timeline
          key={day.from}
          {...{ day, zone, bands, zoom }}
          rows={data.items}
          label={t("calendarPage.chart", { day: names.day(state.at) })}
          onZoom={setZoom}
        />
      )}
    </>
  );
}
