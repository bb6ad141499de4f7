import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { CronField } from "../../../shared/cron/cron_field.tsx";
import {
  NumberField,
  SegmentedControl,
  Select,
  Switch,
  useFormField,
  useFormValues,
} from "../../../ui/form/fields.tsx";
import type { SubscriptionValues } from "./subscription_values.ts";

/** Renders the schedule of the subscription and whether it is enabled. */
export function ScheduleFields({ error }: { error: unknown }) {
  const { t } = useMessages();
  const { kind, timeZone } = useFormValues<SubscriptionValues>();
  const rules = useFormField<readonly string[]>("rules");
  return (
    <>
      <div className="flex flex-col gap-3">
        <SegmentedControl
          name="kind"
          label={t("subscriptions.schedule")}
          options={[
            { value: "cron", label: t("task.kindCron") },
            { value: "interval", label: t("subscriptions.scheduleInterval") },
            { value: "manual", label: t("subscriptions.manual") },
          ]}
          help={kind === "manual" ? t("subscriptions.manualHelp") : undefined}
        />
        {kind === "cron" && (
          <CronField
            rules={rules.value}
            onRules={rules.onValue}
            timeZone={timeZone}
            saveError={error}
            path="schedule.rules"
            missing={rules.error}
            incorrect={t("subscriptions.scheduleWrong")}
          />
        )}
        {kind === "interval" && <IntervalFields />}
      </div>
      <Switch name="enabled" label={t("subscriptions.enabled")} help={t("subscriptions.enabledHelp")} />
    </>
  );
}

function IntervalFields() {
  const { t } = useMessages();
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:w-2/3">
      <NumberField name="every" label={t("subscriptions.every")} min={1} max={subscriptionLimits.every} />
      <Select
        name="unit"
        label={t("subscriptions.intervalUnit")}
        options={[
          { value: "seconds", label: t("task.unitSecond") },
          { value: "minutes", label: t("task.unitMinute") },
          { value: "hours", label: t("task.unitHour") },
          { value: "days", label: t("task.unitDay") },
        ]}
      />
    </div>
  );
}
