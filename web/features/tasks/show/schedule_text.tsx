import type { Schedules } from "../../../../server/contract/tasks.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { useWords } from "../../../words/use_words.tsx";

/** A schedule on one line: its first rule and how many more there are; all of them on hover. */
export function ScheduleText({ schedules, timeZone }: { schedules: Schedules; timeZone: string | null }) {
  const { t } = useWords();
  if (schedules === "manual") return <span className="text-muted">{t("tasks.scheduleManual")}</span>;
  if (schedules === "startup") return <span className="text-muted">{t("tasks.scheduleStartup")}</span>;
  const [first = "", ...others] = schedules;
  return (
    <Tooltip text={[...schedules, timeZone].filter(Boolean).join("\n")}>
      <span className="flex min-w-0 items-baseline gap-1.5">
        <span className="truncate font-mono text-xs">{first}</span>
        {others.length > 0 && <span className="text-xs text-faint">+{others.length}</span>}
      </span>
    </Tooltip>
  );
}
