import { keepPreviousData, type QueryKey, useQueries } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Calendar, CalendarDays } from "../../../server/contract/calendars.ts";
import type { EventType } from "../../../server/contract/events.ts";
import type { OccurrenceCounts } from "../../../server/contract/occurrences.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type {
  TimelineBar,
  TimelineBars,
  TimelineTask,
  TimelineTasks,
} from "../../../server/contract/timeline.ts";
import type { WindowSpans } from "../../../server/contract/windows.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { useLiveRefresh } from "../../api/use_live_refresh.ts";
import type { Period } from "./visible_days.ts";

/** How long an event waits before what is shown is queried (ms): on a busy panel many events become one query. */
const refreshDelayMs = 10_000;
/** Due times pass without an event. */
const refreshMs = 60_000;

/** Queries again what is shown when an event affects it. */
export function useCalendarRefresh(): void {
  useLiveRefresh({ keysOf, delayMs: refreshDelayMs, cancelRefetch: false });
}

function keysOf(type: EventType): readonly QueryKey[] {
  return /^(?:task|run|calendar|window|settings):/.test(type) ? [queryKeys.occurrences()] : [];
}

/** What is refreshed by events while the page is open. */
const live = { staleTime: 0, refetchInterval: refreshMs };

function written({ from, to }: Period) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

interface CountedOccurrences {
  items: OccurrenceCounts[];
}

/** Queries the counts of days or hours. */
export function useCounts(period: Period, { by, label }: { by: "day" | "hour"; label: string }) {
  const query = { ...written(period), by, label: label || undefined };
  return useApiQuery<CountedOccurrences>(queryKeys.occurrences("counts", query), "/occurrences", {
    ...live,
    query,
    placeholderData: keepPreviousData,
  });
}

/** Queries when maintenance windows are open. */
export function useBands(period: Period) {
  const query = written(period);
  return useApiQuery<WindowSpans>(queryKeys.windows("spans", query), "/windows/spans", {
    query,
    placeholderData: keepPreviousData,
  });
}

export function useCalendars() {
  return useApiQuery<List<Calendar>>(queryKeys.calendars("list"), "/calendars");
}

/** Queries what a calendar makes of days; without a calendar, it queries nothing. */
export function useDaysOff(calendar: number | null, days: readonly string[]) {
  const query = { from: days[0], to: days.at(-1) };
  return useApiQuery<CalendarDays>(
    queryKeys.calendars("days", calendar, query),
    `/calendars/${calendar}/days`,
    { query, enabled: calendar !== null },
  );
}

/** Queries the tasks that ran or are due in a period. */
export function useTimelineTasks(period: Period, label: string) {
  const query = { ...written(period), label: label || undefined };
  return useApiQuery<TimelineTasks>(queryKeys.occurrences("tasks", query), "/occurrences/tasks", {
    ...live,
    query,
  });
}

/** Tasks in one request. */
const chunkSize = 40;

/** Returns what identifies a task among the rows of a timeline. */
export function keyOf({ taskId, name }: Pick<TimelineTask, "taskId" | "name">): string {
  return taskId === null ? `name ${name}` : String(taskId);
}

/** Queries the bars of the rows in view, and returns them by the key of the task. */
export function useBars(
  rows: readonly TimelineTask[],
  visible: { first: number; last: number },
  period: Period,
): ReadonlyMap<string, readonly TimelineBar[]> {
  const api = useApi();
  const first = Math.floor(visible.first / chunkSize);
  const count = rows.length === 0
    ? 0
    : Math.floor(Math.min(visible.last, rows.length - 1) / chunkSize) - first + 1;
  const chunks = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const chunk = rows.slice((first + index) * chunkSize, (first + index + 1) * chunkSize);
    return [...new Set(chunk.map(({ taskId }) => taskId ?? 0))].join();
  });
  return useQueries({
    queries: chunks.map((taskIds) => {
      const query = { ...written(period), taskIds };
      return {
        ...live,
        queryKey: queryKeys.occurrences("bars", query),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api.get<TimelineBars>("/occurrences/bars", { signal, query }),
      };
    }),
    combine: useCallback(
      (results: readonly { data: TimelineBars | undefined }[]) =>
        Map.groupBy(results.flatMap(({ data }) => data?.items ?? []), keyOf),
      [],
    ),
  });
}
