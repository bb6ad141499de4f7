// The schedules of a list in words. One request describes many rules, instead of one for each row.
import { ruleOf } from "../../../../server/contract/task_rules.ts";
import { useQueries } from "@tanstack/react-query";
import { createContext, useMemo } from "react";
import type { CronDescriptions } from "../../../../server/contract/cron_explain.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** Descriptions by `describedRule`; a rule that is missing is not loaded yet, or invalid. */
type ScheduleDescriptions = ReadonlyMap<string, string>;

export const ScheduleDescriptionsContext = createContext<ScheduleDescriptions>(new Map());

/** The API describes at most 200 rules at once. */
const batchSize = 100;

/** Queries the first rule of each task in words; rules that are already loaded are not queried again. */
export function useScheduleDescriptions(tasks: readonly (Task | undefined)[]): ScheduleDescriptions {
  const api = useApi();
  const { language } = useMessages();
  const batches = useMemo(() => batchesOf(tasks), [tasks]);
  const results = useQueries({
    queries: batches.map((rules) => ({
      queryKey: ["cron-describe", language, rules],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.post<CronDescriptions>("/cron/describe", { schedules: rules.map(readRule) }, { signal }),
      staleTime: Infinity,
      retry: false, // the rules are there without words
    })),
    combine: (all) => all.map(({ data }) => data?.descriptions),
  });
  return useMemo(() => {
    const known = batches.flatMap((rules, batch) =>
      rules.map((rule, index) => [rule, results[batch]?.[index] ?? null] as const)
    );
    return new Map(known.filter((entry): entry is readonly [string, string] => entry[1] !== null));
  }, [batches, results]);
}

/** Returns what the description of a rule depends on: `H` has a value of its own in each task. */
export function describedRule(rule: string, taskId: number): string {
  return /\bH/i.test(rule) ? `${taskId}:${rule}` : rule;
}

function readRule(described: string): { expression: string; taskId?: number } {
  const [, taskId, expression] = /^(\d+):(.*)$/.exec(described) ?? [];
  return expression === undefined ? { expression: described } : { expression, taskId: Number(taskId) };
}

function batchesOf(tasks: readonly (Task | undefined)[]): string[][] {
  const first = tasks.flatMap((task) =>
    typeof task?.schedules === "object"
      ? task.schedules.slice(0, 1).map((rule) => describedRule(ruleOf(rule), task.id))
      : []
  );
  const rules = [...new Set(first)];
  const count = Math.ceil(rules.length / batchSize);
  return Array.from({ length: count }, (_, batch) => rules.slice(batch * batchSize, (batch + 1) * batchSize));
}
