import type { Task } from "../../../../server/contract/tasks.ts";
import { Card } from "../../../ui/card.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { mergeTimes } from "../show/merge_times.ts";
import { NextTimes } from "../show/next_times.tsx";
import { useCronExplanations } from "../show/use_cron_explanations.ts";

const shownTimes = 5;

/** When a task is due next, or why it is not. */
export function NextRunsCard({ task }: { task: Task }) {
  const { t } = useWords();
  return (
    <Card title={t("tasks.nextRuns")}>
      <NextRuns task={task} />
    </Card>
  );
}

function NextRuns({ task: { schedules, timeZone, enabled } }: { task: Task }) {
  const { t } = useWords();
  const rules = Array.isArray(schedules) && enabled ? schedules : [];
  const explained = useCronExplanations(rules, { timeZone });
  const times = mergeTimes(explained.flatMap(({ data }) => data ?? []), shownTimes);
  const why = !enabled
    ? t("tasks.nextDisabled")
    : schedules === "manual"
    ? t("tasks.nextManual")
    : t("tasks.nextStartup");
  if (!enabled || !Array.isArray(schedules)) return <p className="text-sm text-muted">{why}</p>;
  return <NextTimes times={times} timeZone={timeZone} />;
}
