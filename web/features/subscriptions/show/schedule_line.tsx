import type { IntervalUnit, Subscription } from "../../../../server/contract/subscriptions.ts";
import { useCronExplanations } from "../../../shared/cron/use_cron_explanations.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

const unitMessages: Record<IntervalUnit, MessageKey> = {
  seconds: "subscriptions.everySeconds",
  minutes: "subscriptions.everyMinutes",
  hours: "subscriptions.everyHours",
  days: "subscriptions.everyDays",
};

type Scheduled = Pick<Subscription, "schedule" | "timeZone">;

/** When a subscription is pulled, in words on one line. */
export function ScheduleLine({ subscription: { schedule, timeZone } }: { subscription: Scheduled }) {
  const { t } = useMessages();
  if (schedule.kind === "manual") return <span className="text-muted">{t("subscriptions.manual")}</span>;
  if (schedule.kind === "cron") return <CronLine rules={schedule.rules} timeZone={timeZone} />;
  return <>{t(unitMessages[schedule.unit], { count: schedule.every })}</>;
}

/** The first rule in words, the others counted; the rules themselves on hover. */
function CronLine({ rules, timeZone }: { rules: readonly string[]; timeZone: string | null }) {
  const [first = "", ...others] = rules;
  const [explained] = useCronExplanations([first], { timeZone, count: 1 });
  const messages = explained?.data?.description;
  return (
    <span
      className="flex min-w-0 items-baseline gap-1.5"
      title={[...rules, timeZone].filter(Boolean).join("\n")}
    >
      {messages === undefined
        ? <span className="truncate font-mono text-xs">{first}</span>
        : <span className="truncate">{messages}</span>}
      {others.length > 0 && <span className="text-xs text-faint">+{others.length}</span>}
    </span>
  );
}
