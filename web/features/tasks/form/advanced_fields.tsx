import { FieldGroup, FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { PolicyFields } from "./policy_fields.tsx";
import { advancedFields } from "./form_issues.ts";
import type { FormParts } from "./form_parts.ts";
import { ZoneField } from "../../../ui/inputs/zone_field.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { ChipsField } from "../../../ui/inputs/chips_field.tsx";
import { useQuery } from "@tanstack/react-query";
import type { VariableLabels } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { DurationField } from "./duration_field.tsx";
import { NumberField } from "../../../ui/inputs/number_field.tsx";
import type { Channel } from "../../../../server/contract/notifications.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";

/** What is rarely set, folded away; whether it is open is kept in this browser. A fault in it opens it. */
export function AdvancedFields(parts: FormParts) {
  const { t } = useMessages();
  return (
    <FoldedSection
      name="task.advanced"
      title={t("task.advanced")}
      hint={t("task.advancedHint")}
      forced={advancedFields.some((path) => parts.fault(path) !== undefined)}
    >
      <FieldGroup title={t("task.groupPlace")}>
        <LocationFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupLimits")}>
        <LimitFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupPolicies")}>
        <PolicyFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupHooks")}>
        <HookFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupLogs")}>
        <LogFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.variables")}>
        <VariableFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupNotify")}>
        <NotifyFields {...parts} />
      </FieldGroup>
    </FoldedSection>
  );
}

/** Where a task runs: on which clock, in which folder. */
function LocationFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <ZoneField
        value={draft.timeZone}
        onValue={(timeZone) => set({ timeZone })}
        help={t("task.timeZoneHelp")}
        error={error("timeZone")}
      />
      <TextField
        label={t("task.workingDirectory")}
        optional
        mono
        value={draft.workingDirectory}
        onChange={(event) => set({ workingDirectory: event.target.value })}
        help={t("task.workingDirectoryHelp")}
        error={error("workingDirectory")}
      />
    </>
  );
}

/** Commands around the run. */
function HookFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <TextArea
        label={t("task.before")}
        optional
        mono
        value={draft.before}
        onChange={(event) => set({ before: event.target.value })}
        help={t("task.beforeHelp")}
        error={error("before")}
      />
      <TextArea
        label={t("task.after")}
        optional
        mono
        value={draft.after}
        onChange={(event) => set({ after: event.target.value })}
        help={t("task.afterHelp")}
        error={error("after")}
      />
    </>
  );
}

/** Which of the panel's variables the task gets. */
function VariableFields({ draft, set, fault: error }: FormParts) {
  const { t, format } = useMessages();
  const labels = useVariableLabels();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label={t("task.variablesSeen")}
        value={draft.variablesFrom}
        options={[
          { value: "all", label: t("task.variablesAll") },
          { value: "labels", label: t("task.variablesLabelled") },
        ]}
        onValue={(variablesFrom) => set({ variablesFrom })}
        help={t("task.variablesHelp")}
      />
      {draft.variablesFrom === "labels" && (
        <ChipsField
          commas
          label={t("task.variableLabels")}
          value={draft.variableLabels}
          onValue={(variableLabels) => set({ variableLabels })}
          options={labels.map(({ label, variables }) => ({ value: label, hint: format.number(variables) }))}
          help={t("tasks.labelsHelp")}
          error={error("variableLabels")}
        />
      )}
    </div>
  );
}

const none: VariableLabels["items"] = [];

/** Asks for all labels of variables and how many have each. */
function useVariableLabels(): VariableLabels["items"] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.variables("labels"),
    queryFn: ({ signal }) => api.get<VariableLabels>("/variables/labels", { signal }),
  });
  return data?.items ?? none;
}

/** How long a run may take, how it is spread, and what it never runs together with. */
function LimitFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <DurationField
          label={t("task.timeLimit")}
          optional
          value={draft.timeLimitMs}
          onValue={(timeLimitMs) => set({ timeLimitMs })}
          help={t("task.timeLimitHelp")}
          error={error("timeLimitMs")}
        />
        <DurationField
          label={t("task.randomDelay")}
          optional
          unit="second"
          value={draft.randomDelayMs}
          onValue={(randomDelayMs) => set({ randomDelayMs })}
          help={t("task.randomDelayHelp")}
          error={error("randomDelayMs")}
        />
      </div>
      <TextField
        label={t("task.serialGroup")}
        optional
        value={draft.serialGroup}
        maxLength={taskLimits.serialGroup}
        onChange={(event) => set({ serialGroup: event.target.value })}
        help={t("task.serialGroupHelp")}
        error={error("serialGroup")}
      />
    </>
  );
}

/** Where the logs go, how many are kept and for how long. */
function LogFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t("task.logFolder")}
        optional
        mono
        value={draft.logFolder}
        onChange={(event) => set({ logFolder: event.target.value })}
        help={t("task.logFolderHelp")}
        error={error("logFolder")}
      />
      <NumberField
        label={t("task.logKeepRuns")}
        optional
        min={1}
        max={taskLimits.logKeepRuns}
        unit={t("task.logKeepUnit")}
        value={draft.logKeepRuns}
        onValue={(logKeepRuns) => set({ logKeepRuns })}
        help={t("task.logKeepHelp")}
        error={error("logKeepRuns")}
      />
      <NumberField
        label={t("task.logKeepDays")}
        optional
        min={1}
        max={taskLimits.logKeepDays}
        unit={t("task.logKeepDaysUnit")}
        value={draft.logKeepDays}
        onValue={(logKeepDays) => set({ logKeepDays })}
        help={t("task.logKeepDaysHelp")}
        error={error("logKeepDays")}
      />
    </div>
  );
}

/** What people are told of. */
function NotifyFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <NotifiedBy />
      <div className="flex flex-col gap-2.5">
        <Switch
          label={t("task.notifyFailure")}
          checked={draft.notifyFailure}
          onChecked={(notifyFailure) => set({ notifyFailure })}
        />
        <Switch
          label={t("task.notifyRecovery")}
          checked={draft.notifyRecovery}
          onChecked={(notifyRecovery) => set({ notifyRecovery })}
        />
        <Switch
          label={t("task.notifyEnd")}
          checked={draft.notifyEnd}
          onChecked={(notifyEnd) => set({ notifyEnd })}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DurationField
          label={t("task.notifyLonger")}
          optional
          value={draft.notifyLongerThanMs}
          onValue={(notifyLongerThanMs) => set({ notifyLongerThanMs })}
          error={error("notify.longerThanMs")}
        />
        <TextField
          type="time"
          label={t("task.notifyNotRunBy")}
          optional
          value={draft.notifyNotRunBy}
          onChange={(event) => set({ notifyNotRunBy: event.target.value.slice(0, 5) })}
          help={t("task.notifyNotRunByHelp")}
          error={error("notify.notRunBy")}
        />
      </div>
    </>
  );
}

/** Says by which channel it is told, or that there is none. */
function NotifiedBy() {
  const { t } = useMessages();
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.notifications("channels"),
    queryFn: async ({ signal }) => (await api.get<{ items: Channel[] }>("/notifications", { signal })).items,
  });
  const name = data?.find(({ isDefault, enabled }) => isDefault && enabled)?.name;
  if (data && name === undefined) return <Callout tone="warning">{t("task.notifyNobody")}</Callout>;
  return <p className="min-h-4 text-xs text-muted">{name !== undefined && t("task.notifyHelp", { name })}</p>;
}
