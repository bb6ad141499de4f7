import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { isActive, RunStateDot } from "../../../shared/run/run_state.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { CountMarks } from "./count_marks.tsx";

/** How the newest ended pull went and when. */
export function LastOutcome({ subscription: { lastRun } }: { subscription: Subscription }) {
  const { t } = useMessages();
  if (!lastRun) return <span className="text-faint">{t("subscriptions.neverPulled")}</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <RunStateDot state={lastRun.outcome} />
      {lastRun.startedAt && !isActive(lastRun.outcome) && (
        <span className="truncate text-muted">
          <RelativeTime at={lastRun.startedAt} />
        </span>
      )}
    </span>
  );
}

/** What the newest pull brought: into place, or to be approved. */
export function LastChanges(
  { subscription: { lastRun, lastPull, waiting } }: { subscription: Subscription },
) {
  const { t } = useMessages();
  const brought = [waiting, lastPull].find((one) => one && one.runId === lastRun?.id);
  if (!brought) return null;
  const { tasks, files } = brought.counts;
  const some = tasks.added + tasks.changed + tasks.removed + tasks.failed > 0;
  if (some) return <CountMarks counts={tasks} of={t("subscriptions.countsTasks")} />;
  if (files.added + files.changed + files.removed > 0) {
    return <CountMarks counts={files} of={t("subscriptions.countsFiles")} />;
  }
  return <span className="text-faint">{t("subscriptions.changesNone")}</span>;
}
