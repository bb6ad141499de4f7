import { Suspense } from "react";
import type { Schedules } from "../../../../server/contract/tasks.ts";
import { Tooltip } from "../../../ui/buttons/tooltip.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

const ScheduleDescription = lazyPart(() => import("../../../shared/cron/schedule_text.tsx"));

/** Renders a schedule on one line: its first rule and the number of others; a tooltip describes all rules. */
export function ScheduleText(
  { schedules, timeZone, isTabStop = false }: {
    schedules: Schedules;
    timeZone: string | null;
    /** Whether it is a Tab stop, for keyboard users. */
    isTabStop?: boolean;
  },
) {
  const { t } = useMessages();
  if (schedules === "manual") return <span className="text-muted">{t("tasks.scheduleManual")}</span>;
  if (schedules === "startup") return <span className="text-muted">{t("tasks.scheduleStartup")}</span>;
  if (schedules === "boot") return <span className="text-muted">{t("tasks.scheduleBoot")}</span>;
  const [first = "", ...others] = schedules;
  return (
    <Tooltip
      text={
        <Suspense fallback={[...schedules, timeZone].filter(Boolean).join("\n")}>
          <ScheduleDescription rules={schedules} timeZone={timeZone} />
        </Suspense>
      }
    >
      <span tabIndex={isTabStop ? 0 : undefined} className="flex min-w-0 items-baseline gap-1.5 rounded-sm">
        <span className="truncate font-mono text-xs">{first}</span>
        {others.length > 0 && <span className="text-xs text-faint">+{others.length}</span>}
      </span>
    </Tooltip>
  );
}
