import { useMessages } from "../../../messages/use_messages.tsx";
import { type ReactNode, Suspense } from "react";
import { alignValues } from "../../../shared/parameters/parameter_values.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { CronField } from "../../../shared/cron/cron_field.tsx";
import { SegmentedControl, useFormField, useFormValues } from "../../../ui/form/fields.tsx";
import { ApprovalFields } from "./approval_fields.tsx";
import { UpstreamFields } from "./upstream_fields.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Plus } from "../../../ui/icons/icons.ts";
import { newTrigger, type TriggerRow } from "./trigger_rows.ts";
import type { TaskValues } from "./task_values.ts";

const RuleValues = lazyPart(() => import("./rule_values.tsx"));
const TriggersEditor = lazyPart(() => import("./triggers_editor.tsx"));

const help = {
  manual: "task.manualHelp",
  startup: "task.startupHelp",
  boot: "task.bootHelp",
} as const;

/** Renders all that starts a task: its schedule, other tasks, triggers and its webhook; with `path`, only its schedule. */
export function ScheduleFields(
  { taskId, error, path, webhook, hasWebhook = false }: {
    taskId?: number | undefined;
    /** The error of a rejected save. */
    error?: unknown;
    /** Name of the rules in the API, if it is not `schedules`. */
    path?: string;
    /** Renders the webhook, which is not part of the form. */
    webhook?: ReactNode;
    hasWebhook?: boolean;
  },
) {
  const { t } = useMessages();
  const { kind, timeZone, calendar, onDayOff } = useFormValues<TaskValues>();
  const { parameters, triggers, upstream } = useFormValues<TaskValues>();
  // What is said of tasks that nothing starts does not hold if something does.
  const isStarted = triggers.length > 0 || upstream.tasks.length > 0 || hasWebhook;
  const isHelped = kind !== "cron" && (kind !== "manual" || !isStarted);
  const rules = useFormField<readonly string[]>("rules");
  const ruleValues = useFormField<TaskValues["ruleValues"]>("ruleValues");
  const setRules = (next: readonly string[]) => {
    rules.onValue(next);
    ruleValues.onValue(alignValues(rules.value, next, ruleValues.value));
  };
  const isPart = path !== undefined;
  const schedule = (
    <>
      <SegmentedControl
        name="kind"
        label={t("tasks.schedule")}
        hideLabel={!isPart}
        inPairs
        options={[
          { value: "cron", label: t("task.kindCron") },
          { value: "manual", label: t("tasks.scheduleManual") },
          { value: "startup", label: t("tasks.scheduleStartup") },
          { value: "boot", label: t("tasks.scheduleBoot") },
        ]}
        help={isHelped ? t(help[kind]) : undefined}
      />
      {kind === "cron" && (
        <CronField
          rules={rules.value}
          onRules={setRules}
          {...(parameters.length > 0 && {
            belowRule: (index) => (
              <Suspense>
                <RuleValues index={index} rule={rules.value[index] ?? ""} />
              </Suspense>
            ),
          })}
          timeZone={timeZone}
          calendar={calendar === "" ? undefined : { calendarId: Number(calendar), onDayOff }}
          taskId={taskId}
          saveError={error}
          missing={rules.error}
          {...(path && { path })}
        />
      )}
    </>
  );
  if (isPart) return <div className="flex flex-col gap-3">{schedule}</div>;
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
        <legend className="mb-1.5 p-0 text-sm font-medium">{t("task.starts")}</legend>
        {schedule}
        {(kind === "cron" || kind === "manual") && <UpstreamFields taskId={taskId} />}
        <Triggers />
        {webhook}
      </fieldset>
      <ApprovalFields />
    </div>
  );
}

/** Renders the triggers, or a button while there are none. */
function Triggers() {
  const { t } = useMessages();
  const { value, onValue } = useFormField<readonly TriggerRow[]>("triggers");
  if (value.length === 0) {
    return (
      <div>
        <Button icon={<Plus />} onClick={() => onValue([newTrigger("file")])}>
          {t("triggers.addFirst")}
        </Button>
      </div>
    );
  }
  return (
    <Suspense>
      <TriggersEditor />
    </Suspense>
  );
}
