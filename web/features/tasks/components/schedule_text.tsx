import { ruleOf } from "../../../../server/contract/task_rules.ts";
import { Suspense, useContext } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { classNames } from "../../../ui/class_names.ts";
import { Tooltip } from "../../../ui/buttons/tooltip.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSession } from "../../../api/use_session.ts";
import { describedRule, ScheduleDescriptionsContext } from "./schedule_descriptions.ts";
import { zoneCity } from "../../../shared/cron/zone_name.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

const ScheduleDescription = lazyPart(() => import("../../../shared/cron/schedule_text.tsx"));

/**
 * Renders a schedule: its first rule, the number of others, and the city of its time zone if that is not the panel's; a tooltip
 * describes all rules.
 */
export function ScheduleText(
  {
    task: { id, schedules, timeZone, upstream, triggers },
    isTabStop = false,
    hasWords = false,
    compact = true,
  }: {
    task: Pick<Task, "id" | "schedules" | "timeZone" | "upstream" | "triggers">;
    /** Whether it is a Tab stop, for keyboard users. */
    isTabStop?: boolean;
    /** Whether to describe the rule in words, once they are loaded. */
    hasWords?: boolean;
    /** Whether it takes one line; otherwise the words may take two, and rule and zone are below them where there is room. */
    compact?: boolean;
  },
) {
  const { t } = useMessages();
  const descriptions = useContext(ScheduleDescriptionsContext);
  const panelZone = useSession().settings.effectiveTimeZone;
  if (schedules === "manual") {
    const others = triggers.length > 0 ? "tasks.scheduleTriggers" : "tasks.scheduleManual";
    return <span className="text-muted">{t(upstream ? "tasks.scheduleUpstream" : others)}</span>;
  }
  if (schedules === "startup") return <span className="text-muted">{t("tasks.scheduleStartup")}</span>;
  if (schedules === "boot") return <span className="text-muted">{t("tasks.scheduleBoot")}</span>;
  const rules = schedules.map(ruleOf);
  const [first = "", ...others] = rules;
  const words = hasWords ? descriptions.get(describedRule(first, id)) : undefined;
  const more = others.length > 0 && <span className="text-xs text-faint">+{others.length}</span>;
  const rule = (className: string) => (
    <span className={`truncate font-mono text-xs ${className}`}>{first}</span>
  );
  const zone = timeZone !== null && timeZone !== panelZone && (
    <span className="max-w-3/5 shrink-0 truncate text-xs text-faint">{zoneCity(timeZone)}</span>
  );
  return (
    <Tooltip
      text={
        <Suspense fallback={[...rules, timeZone].filter(Boolean).join("\n")}>
          <ScheduleDescription rules={rules} timeZone={timeZone} taskId={id} />
        </Suspense>
      }
    >
      {compact
        ? (
          <span
            tabIndex={isTabStop ? 0 : undefined}
            className="flex min-w-0 items-baseline gap-1.5 rounded-sm"
          >
            {words ? <span className="truncate">{words}</span> : rule("")}
            {more}
            {zone}
          </span>
        )
        : (
          // Words that need both lines take the place of the rule, which is then hidden; never that of a zone.
          <span
            tabIndex={isTabStop ? 0 : undefined}
            className="flex h-9.75 min-w-0 flex-col gap-0.5 overflow-hidden rounded-sm"
          >
            <span
              className={classNames(
                "min-h-[1.45em] shrink-0 whitespace-normal",
                zone ? "line-clamp-1" : "line-clamp-2",
              )}
            >
              {words} {more}
            </span>
            <span className="flex h-4.5 min-w-0 shrink-0 items-center gap-2">
              {rule("text-muted")}
              {zone}
            </span>
          </span>
        )}
    </Tooltip>
  );
}
