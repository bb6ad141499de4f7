import { CircleHelp } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { Card } from "../../../ui/data/card.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { NextTimes } from "../../../shared/cron/next_times.tsx";
import { useUpcoming } from "./use_statistics.ts";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";

const WhyDialog = lazyDialog(() => import("./why_dialog.tsx"));

/** When a task is due next, or why it is not; and the way to ask why it did not run. */
export function NextRunsCard({ task }: { task: Task }) {
  const { t } = useMessages();
  const [asking, setAsking] = useState(false);
  const ask = (
    <Button
      size="small"
      icon={<CircleHelp size={14} aria-hidden />}
      onClick={() => setAsking(true)}
    >
      {t("insight.why")}
    </Button>
  );
  return (
    <Card title={t("tasks.nextRuns")} actions={ask}>
      <NextRuns task={task} />
      <Suspense>{asking && <WhyDialog task={task} onClose={() => setAsking(false)} />}</Suspense>
    </Card>
  );
}

function NextRuns({ task }: { task: Task }): ReactNode {
  const { t } = useMessages();
  const { schedules, enabled } = task;
  const { data, error, refetch } = useUpcoming(task);
  const waiting = useDelayed(!data);
  if (!enabled) return <p className="text-sm text-muted">{t("task.nextDisabled")}</p>;
  if (schedules === "manual") return <p className="text-sm text-muted">{t("task.nextManual")}</p>;
  if (schedules === "startup") return <p className="text-sm text-muted">{t("task.nextStartup")}</p>;
  if (schedules === "boot") return <p className="text-sm text-muted">{t("task.nextBoot")}</p>;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data) return <NextTimes times={data.times} timeZone={data.timeZone} />;
  return <div className="min-h-72">{waiting && <Skeleton className="h-4 w-3/4" />}</div>;
}
