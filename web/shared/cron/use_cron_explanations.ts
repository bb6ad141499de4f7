import { useQueries } from "@tanstack/react-query";
import type { CronExplanation } from "../../../server/contract/cron_explain.ts";
import type { OnDayOff } from "../../../server/contract/tasks.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** The server's explanation of a rule: its meaning and next times, or why it is invalid. */
export interface ExplainedRule {
  data: CronExplanation | undefined;
  error: unknown;
}

const maxTimerMs = 2 ** 31 - 1;

/** Queries what rules mean in a zone (null for the panel's), and again whenever the earliest of the next times has passed. */
export function useCronExplanations(
  rules: readonly string[],
  { timeZone, count = 5, taskId, calendar }: {
    timeZone: string | null;
    count?: number;
    /** The calendar that moves or drops times. */
    calendar?: { calendarId: number; onDayOff: OnDayOff } | undefined;
    /** The task whose values of `H` to use. */
    taskId?: number | undefined;
  },
): ExplainedRule[] {
  const api = useApi();
  const { language } = useMessages();
  return useQueries({
    queries: rules.map((expression) => ({
      queryKey: ["cron-explain", expression, timeZone, count, language, taskId, calendar],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.post<CronExplanation>("/cron/explain", { expression, timeZone, count, taskId, ...calendar }, {
          signal,
        }),
      enabled: expression.trim() !== "",
      retry: false,
      refetchInterval: ({ state }: { state: { data: CronExplanation | undefined } }) => untilNext(state.data),
    })),
    combine: (results) => results.map(({ data, error }) => ({ data, error })),
  });
}

function untilNext(explanation: CronExplanation | undefined): number | false {
  const [first] = explanation?.next ?? [];
  if (!first) return false;
  return Math.min(maxTimerMs, Math.max(500, new Date(first).getTime() - Date.now() + 200));
}
