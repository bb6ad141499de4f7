// What the grids of days share.
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { CalendarDays } from "../../../server/contract/calendars.ts";
import type { OccurrenceCounts } from "../../../server/contract/occurrences.ts";
import type { Translate } from "../../messages/create_messages.ts";
import { addDays, addMonths, startOfWeek } from "../../ui/inputs/calendar_days.ts";
import type { Band } from "./visible_days.ts";
import type { useDayNames } from "./use_day_names.ts";

export type DayOff = CalendarDays["items"][number];

export interface GridProps {
  days: readonly string[];
  /** The day that has the focus. */
  at: string;
  today: string;
  zone: string;
  names: ReturnType<typeof useDayNames>;
  items: readonly OccurrenceCounts[];
  bands: readonly Band[];
  daysOff: ReadonlyMap<string, DayOff>;
  onMove: (day: string) => void;
  onOpen: (day: string) => void;
}

/** Moves the day by keys; returns what the grid needs for it. */
export function useDayKeys(
  { at, today, names, onMove }: Pick<GridProps, "at" | "today" | "names" | "onMove">,
) {
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfter(event, { at, today, firstWeekday: names.firstWeekday });
    if (next === null) return;
    event.preventDefault();
    moved.current = next !== at;
    if (moved.current) onMove(next);
  };
  return { grid, onKeyDown };
}

function dayAfter(
  event: KeyboardEvent,
  { at, today, firstWeekday }: { at: string; today: string; firstWeekday: number },
): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const direction = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
  switch (event.key) {
    case "ArrowLeft":
      return addDays(at, -direction);
    case "ArrowRight":
      return addDays(at, direction);
    case "ArrowUp":
      return addDays(at, -7);
    case "ArrowDown":
      return addDays(at, 7);
    case "Home":
      return startOfWeek(at, firstWeekday);
    case "End":
      return addDays(startOfWeek(at, firstWeekday), 6);
    case "PageUp":
      return addMonths(at, -1);
    case "PageDown":
      return addMonths(at, 1);
    case "t":
    case "T":
      return today;
    default:
      return null;
  }
}

/** Returns what a calendar says about a day, if it is not an ordinary one. */
export function dayOffText(off: DayOff | undefined, t: Translate): string {
  if (!off || (off.kind === "working" && off.name === null)) return "";
  const kind = t(off.kind === "off" ? "calendarPage.dayOff" : "calendarPage.working");
  return off.name ? `${kind}: ${off.name}` : kind;
}
