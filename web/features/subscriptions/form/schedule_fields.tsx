import { CronField } from "../../../shared/cron/cron_field.tsx";
import { NumberField } from "../../../ui/inputs/number_field.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { FormParts } from "./form_parts.ts";
import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";

/** When it is pulled, and whether it is at all. */
export function ScheduleFields(parts: FormParts) {
  const { draft, set, fault: cause, error } = parts;
  const { t } = useMessages();
  return (
    <>
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label={t("subscriptions.schedule")}
          value={draft.kind}
          options={[
            { value: "cron", label: t("task.kindCron") },
            { value: "interval", label: t("subscriptions.scheduleInterval") },
            { value: "manual", label: t("subscriptions.manual") },
          ]}
          onValue={(kind) => set({ kind })}
          help={draft.kind === "manual" ? t("subscriptions.manualHelp") : undefined}
        />
        {draft.kind === "cron" && (
          <CronField
            rules={draft.rules}
            onRules={(rules) => set({ rules })}
            timeZone={draft.timeZone}
            saveError={error}
            path="schedule.rules"
            missing={cause("schedule")}
            incorrect={t("subscriptions.scheduleWrong")}
          />
        )}
        {draft.kind === "interval" && <IntervalFields {...parts} />}
      </div>
      <Switch
        label={t("subscriptions.enabled")}
        help={t("subscriptions.enabledHelp")}
        checked={draft.enabled}
        onChecked={(enabled) => set({ enabled })}
      />
    </>
  );
}

function IntervalFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:w-2/3">
      <NumberField
        label={t("subscriptions.every")}
        value={draft.every}
        min={1}
        max={subscriptionLimits.every}
        onValue={(every) => set({ every })}
        error={error("schedule")}
      />
      <Select
        label={t("subscriptions.intervalUnit")}
        value={draft.unit}
        options={[
          { value: "seconds", label: t("task.unitSecond") },
          { value: "minutes", label: t("task.unitMinute") },
          { value: "hours", label: t("task.unitHour") },
          { value: "days", label: t("task.unitDay") },
        ]}
        onValue={(unit) => set({ unit })}
      />
    </div>
  );
}
