import { taskLimits } from "../../../../server/contract/limits/tasks.ts";
import type { VariableLabels } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import {
  ChipsField,
  NumberField,
  Select,
  Switch,
  TextArea,
  TextField,
  TimeField,
  useFormValues,
  ZoneField,
} from "../../../ui/form/fields.tsx";
import { FieldGroup, FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { CalendarFields } from "./calendar_fields.tsx";
import { DurationField } from "../../../ui/form/duration_field.tsx";
import { PlacementFields } from "./placement_fields.tsx";
import { PolicyFields } from "./policy_fields.tsx";
import type { TaskValues } from "./task_values.ts";
import { useMay } from "../../../api/use_permissions.ts";

/** Renders rarely used fields in a collapsed section; this browser remembers whether it is open. */
export function AdvancedFields() {
  const { t } = useMessages();
  return (
    <FoldedSection name="task.advanced" title={t("task.advanced")} hint={t("task.advancedHint")}>
      <FieldGroup title={t("task.groupPlace")}>
        <EnvironmentFields />
      </FieldGroup>
      <PlacementFields />
      <FieldGroup title={t("task.groupCalendar")}>
        <CalendarFields />
      </FieldGroup>
      <FieldGroup title={t("task.groupLimits")}>
        <LimitFields />
      </FieldGroup>
      <FieldGroup title={t("task.groupPolicies")}>
        <PolicyFields />
      </FieldGroup>
      <FieldGroup title={t("task.groupHooks")}>
        <HookFields />
      </FieldGroup>
      <FieldGroup title={t("task.groupLogs")}>
        <LogFields />
      </FieldGroup>
      <FieldGroup title={t("task.variables")}>
        <VariableFields />
      </FieldGroup>
      <FieldGroup title={t("task.groupNotify")}>
        <NotifyFields />
      </FieldGroup>
    </FoldedSection>
  );
}

/** Renders the time zone and the working directory of a task. */
function EnvironmentFields() {
  const { t } = useMessages();
  return (
    <>
      <TaskZoneField />
      <TextField
        name="workingDirectory"
        label={t("tasks.workingDirectory")}
        optional
        mono
        help={t("task.workingDirectoryHelp")}
      />
    </>
  );
}

/** Renders the time zone of the cron rules. */
export function TaskZoneField() {
  const { t } = useMessages();
  return <ZoneField name="timeZone" help={t("task.timeZoneHelp")} />;
}

/** Renders the commands before and after the run. */
function HookFields() {
  const { t } = useMessages();
  return (
    <>
      <TextArea name="before" label={t("tasks.before")} optional mono help={t("task.beforeHelp")} />
      <TextArea name="after" label={t("tasks.after")} optional mono help={t("task.afterHelp")} />
    </>
  );
}

/** Renders which variables the task gets. */
function VariableFields() {
  const { t, format } = useMessages();
  const { variablesFrom } = useFormValues<TaskValues>();
  const labels = useVariableLabels();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        name="variablesFrom"
        label={t("task.variablesSeen")}
        options={[
          { value: "all", label: t("task.variablesAll") },
          { value: "labels", label: t("task.variablesLabelled") },
        ]}
        help={t("task.variablesHelp")}
      />
      {variablesFrom === "labels" && (
        <ChipsField
          name="variableLabels"
          commas
          label={t("tasks.variableLabels")}
          options={labels.map(({ label, variables }) => ({ value: label, hint: format.number(variables) }))}
          help={t("tasks.labelsHelp")}
        />
      )}
    </div>
  );
}

const none: VariableLabels["items"] = [];

/** Queries all labels of variables and how many variables have each. */
function useVariableLabels(): VariableLabels["items"] {
  const { data } = useApiQuery<VariableLabels>(queryKeys.variables("labels"), "/variables/labels", {
    enabled: useMay("variables:read"),
  });
  return data?.items ?? none;
}

/** Renders time limit, random delay, and tasks that must not run at the same time. */
function LimitFields() {
  const { t } = useMessages();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TimeLimitField />
        <RandomDelayField />
      </div>
      <TextField
        name="serialGroup"
        label={t("tasks.serialGroup")}
        optional
        maxLength={taskLimits.serialGroup}
        help={t("task.serialGroupHelp")}
      />
    </>
  );
}

export function TimeLimitField() {
  const { t } = useMessages();
  return (
    <DurationField
      name="timeLimitMs"
      label={t("tasks.timeLimitMs")}
      optional
      help={t("task.timeLimitHelp")}
    />
  );
}

export function RandomDelayField() {
  const { t } = useMessages();
  return (
    <DurationField
      name="randomDelayMs"
      label={t("tasks.randomDelayMs")}
      optional
      unit="second"
      help={t("task.randomDelayHelp")}
    />
  );
}

/** Renders the log folder, and how long and how many logs are retained. */
function LogFields() {
  const { t } = useMessages();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField name="logFolder" label={t("tasks.logFolder")} optional mono help={t("task.logFolderHelp")} />
      <NumberField
        name="logKeepRuns"
        label={t("tasks.logKeepRuns")}
        optional
        min={1}
        max={taskLimits.logKeepRuns}
        unit={t("task.logKeepUnit")}
        help={t("task.logKeepHelp")}
      />
      <NumberField
        name="logKeepDays"
        label={t("tasks.logKeepDays")}
        optional
        min={1}
        max={taskLimits.logKeepDays}
        unit={t("task.logKeepDaysUnit")}
        help={t("task.logKeepDaysHelp")}
      />
    </div>
  );
}

/** Renders which events of the task send notifications. */
export function NotifyFields() {
  const { t } = useMessages();
  return (
    <>
      <div className="flex flex-col gap-2.5">
        <Switch name="notify.onRecovery" label={t("task.notifyRecovery")} />
        <Switch name="notify.onEnd" label={t("task.notifyEnd")} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DurationField name="notify.longerThanMs" label={t("task.notifyLonger")} optional />
        <TimeField
          name="notify.notRunBy"
          label={t("task.notifyNotRunBy")}
          optional
          help={t("task.notifyNotRunByHelp")}
        />
      </div>
    </>
  );
}
