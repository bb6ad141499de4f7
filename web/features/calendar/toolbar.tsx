import { useMessages } from "../../messages/use_messages.tsx";
import { useLabels } from "../../shared/task/use_labels.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { ChevronLeft, ChevronRight } from "../../ui/icons/icons.ts";
import { addDays, addMonths } from "../../ui/inputs/calendar_days.ts";
import { Combobox } from "../../ui/inputs/combobox.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { useCalendars } from "./api.ts";
import { daysOf } from "./visible_days.ts";
import type { ChangeUrl, UrlState, View } from "./url_state.ts";
import { useDayNames } from "./use_day_names.ts";

interface ToolbarProps {
  state: UrlState;
  today: string;
  zone: string;
  change: ChangeUrl;
}

/** Renders which days are shown, and what of them. */
export function CalendarToolbar(
  { state: { view: chosen, at, label, calendar }, today, zone, change }: ToolbarProps,
) {
  const { t } = useMessages();
  const names = useDayNames();
  const view = chosen ?? "month";
  const days = daysOf(view, at, names.firstWeekday);
  const title = view === "month"
    ? names.month(at)
    : view === "day"
    ? names.day(at)
    : names.range(days[0]!, days.at(-1)!);
  const labels = useLabels();
  const calendars = useCalendars().data?.items ?? [];
  const step = (count: number) =>
    change({
      at: view === "month" ? addMonths(at, count) : addDays(at, view === "week" ? count * 7 : count),
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex min-w-0 items-center gap-1">
        <Button disabled={at === today} onClick={() => change({ at: "" })}>{t("calendarPage.today")}</Button>
        <IconButton label={t("calendarPage.previous")} icon={<ChevronLeft />} onClick={() => step(-1)} />
        <IconButton label={t("calendarPage.next")} icon={<ChevronRight />} onClick={() => step(1)} />
      </div>
      <div className="min-w-40 flex-1">
        <h2 aria-live="polite" className="text-base font-semibold">{title}</h2>
        <p className="text-xs text-muted">{t("calendarPage.zone", { zone })}</p>
      </div>
      <SegmentedControl<View>
        label={t("calendarPage.view")}
        hideLabel
        value={view}
        options={[
          { value: "month", label: t("calendarPage.viewMonth") },
          { value: "week", label: t("calendarPage.viewWeek") },
          { value: "day", label: t("calendarPage.viewDay") },
          { value: "night", label: t("calendarPage.viewNight") },
        ]}
        onValue={(next) => change({ view: next === "month" ? null : next })}
      />
      {(labels.length > 0 || label !== "") && (
        <Combobox
          className="w-40 max-sm:min-w-32 max-sm:flex-1"
          label={t("calendarPage.label")}
          hideLabel
          value={label}
          options={[
            { value: "", label: t("calendarPage.allLabels") },
            ...labels.map(({ label }) => ({ value: label, label })),
          ]}
          onValue={(label) => change({ label })}
        />
      )}
      {calendars.length > 0 && (
        <Select
          className="w-40 max-sm:min-w-32 max-sm:flex-1"
          label={t("calendarPage.calendar")}
          hideLabel
          value={String(calendars.some(({ id }) => id === calendar) ? calendar : 0)}
          options={[
            { value: "0", label: t("calendarPage.noCalendar") },
            ...calendars.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onValue={(id) => change({ calendar: Number(id) || null })}
        />
      )}
    </div>
  );
}
