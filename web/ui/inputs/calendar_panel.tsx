// The calendar of a date field, after the date picker dialog of the ARIA Authoring Practices. Loaded when first opened.
import { ChevronLeft, ChevronRight } from "../icons/icons.ts";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { dateTag } from "../../messages/language.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { IconButton } from "../buttons/icon_button.tsx";
import { classNames } from "../class_names.ts";
import type { PanelProps } from "../overlays/lazy_popover.tsx";
import Popover from "../overlays/popover.tsx";
import { addDays, addMonths, firstWeekdayOf, startOfWeek, todayIn, weeksOf } from "./calendar_days.ts";

interface CalendarProps {
  /** The selected day, or empty. */
  day: string;
  timeZone: string | undefined;
  onPick: (day: string) => void;
}

/** Renders a calendar next to the button that opens it. */
export default function CalendarPanel(
  { label, day, timeZone, onPick, ...panel }: CalendarProps & { label: string } & PanelProps,
) {
  const pick = (picked: string) => {
    onPick(picked);
    panel.onOpen(false);
  };
  return (
    <Popover label={label} align="end" {...panel}>
      <Calendar day={day} timeZone={timeZone} onPick={pick} />
    </Popover>
  );
}

function Calendar({ day, timeZone, onPick }: CalendarProps) {
  const { t } = useMessages();
  const today = todayIn(timeZone);
  const [active, setActive] = useState(day || today);
  const { names, firstWeekday } = useNames();
  const weeks = weeksOf(active, firstWeekday);
  const { grid, focusNext } = useDayFocus(active);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfter(event, active, firstWeekday);
    if (next === null) return;
    event.preventDefault();
    focusNext();
    setActive(next);
  };
  return (
    <div className="flex flex-col gap-1 p-2">
      <div className="flex items-center">
        <IconButton
          label={t("controls.previousMonth")}
          tooltip={false}
          icon={<ChevronLeft />}
          onClick={() => setActive(addMonths(active, -1))}
        />
        <div aria-live="polite" className="flex-1 text-center text-sm font-semibold">
          {names.month(active)}
        </div>
        <IconButton
          label={t("controls.nextMonth")}
          tooltip={false}
          icon={<ChevronRight />}
          onClick={() => setActive(addMonths(active, 1))}
        />
      </div>
      <table ref={grid} role="grid" aria-label={names.month(active)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th
                key={one}
                scope="col"
                abbr={names.weekday(one)}
                className="h-7 text-xs font-normal text-faint"
              >
                {names.narrowWeekday(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} role="gridcell" aria-selected={one === day} className="p-0 text-center">
                  <button
                    type="button"
                    data-day={one}
                    data-autofocus={one === active || undefined}
                    tabIndex={one === active ? 0 : -1}
                    aria-label={names.day(one)}
                    aria-current={one === today ? "date" : undefined}
                    onClick={() =>
                      onPick(one)}
                    className={classNames(
                      "size-8 rounded-md text-sm tabular-nums touch:size-10",
                      one === day
                        ? "bg-accent-fill font-medium text-on-accent"
                        : one === today
                        ? "font-semibold text-accent-text hover:bg-hover"
                        : one.slice(0, 7) === active.slice(0, 7)
                        ? "hover:bg-hover"
                        : "text-faint hover:bg-hover",
                    )}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button variant="ghost" onClick={() => onPick(today)}>{t("controls.today")}</Button>
    </div>
  );
}

/** Focuses the active day after a key has changed it; not after a click on the buttons of the month. */
function useDayFocus(active: string) {
  const grid = useRef<HTMLTableElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);
  return { grid, focusNext: () => wanted.current = true };
}

function dayAfter(event: KeyboardEvent, day: string, firstWeekday: number): string | null {
  const direction = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
  const months = event.shiftKey ? 12 : 1;
  switch (event.key) {
    case "ArrowLeft":
      return addDays(day, -direction);
    case "ArrowRight":
      return addDays(day, direction);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return startOfWeek(day, firstWeekday);
    case "End":
      return addDays(startOfWeek(day, firstWeekday), 6);
    case "PageUp":
      return addMonths(day, -months);
    case "PageDown":
      return addMonths(day, months);
    default:
      return null;
  }
}

/** Returns the names of days and months in the user's language, and the first weekday in their region. */
function useNames() {
  const { language } = useMessages();
  return useMemo(() => {
    const tag = dateTag(language, navigator.languages);
    const named = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" });
      return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
    };
    const names = {
      month: named({ year: "numeric", month: "long" }),
      day: named({ dateStyle: "full" }),
      weekday: named({ weekday: "long" }),
      narrowWeekday: named({ weekday: language === "zh" ? "narrow" : "short" }),
    };
    return { names, firstWeekday: firstWeekdayOf(tag) };
  }, [language]);
}
