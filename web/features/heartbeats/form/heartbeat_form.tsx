import { ManagedNotice } from "../../../shared/managed/managed_notice.tsx";
import type { Heartbeat } from "../../../../server/contract/heartbeats.ts";
import { heartbeatLimits } from "../../../../server/contract/limits/heartbeats.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { CronField } from "../../../shared/cron/cron_field.tsx";
import { useLabels } from "../../../shared/task/use_labels.ts";
import {
  ChipsField,
  NumberField,
  SegmentedControl,
  Select,
  Switch,
  TextField,
  useFormField,
  useFormValues,
  ZoneField,
} from "../../../ui/form/fields.tsx";
import { RelativeTime, useNow } from "../../../ui/data/time_text.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../../ui/form/loaded_form.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { useHeartbeat, useSaveHeartbeat } from "../api.ts";
import {
  checkValues,
  emptyValues,
  fieldOf,
  type HeartbeatValues,
  nextPingAt,
  periodOf,
  valuesOf,
} from "./heartbeat_values.ts";

/** Creates or edits a heartbeat over the list, or over its page. */
export default function HeartbeatDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <LoadedForm
      isNew={id === null}
      query={useHeartbeat(id)}
      title={t("heartbeats.editTitle")}
      gone={{ title: t("heartbeats.notFound"), text: t("heartbeats.notFoundHelp") }}
      onClose={onClose}
    >
      {(heartbeat) => <HeartbeatForm heartbeat={heartbeat} onClose={onClose} />}
    </LoadedForm>
  );
}

function HeartbeatForm({ heartbeat, onClose }: { heartbeat: Heartbeat | null; onClose: () => void }) {
  const { t } = useMessages();
  const api = useApi();
  const form = useServerForm({
    values: heartbeat ? valuesOf(heartbeat) : emptyValues,
    base: heartbeat,
    save: useSaveHeartbeat(heartbeat).mutateAsync,
    onSaved: onClose,
    check: (values) => checkValues(values, t),
    fieldOf,
    loadCurrent: () => api.get<Heartbeat>(`/heartbeats/${heartbeat?.id}`),
  });
  return (
    <FormDialog
      form={form}
      title={t(heartbeat ? "heartbeats.editTitle" : "heartbeats.createTitle")}
      submitLabel={t(heartbeat ? "ui.save" : "ui.create")}
      stale={{ text: t("heartbeats.stale") }}
      onClose={onClose}
    >
      <ManagedNotice kind="heartbeat" id={heartbeat?.id} />
      <TextField
        name="name"
        autoFocus
        label={t("heartbeats.name")}
        help={t("heartbeats.nameHelp")}
        maxLength={heartbeatLimits.name}
      />
      <ExpectedFields heartbeat={heartbeat} error={form.error} />
      <NumberField
        name="graceMinutes"
        label={t("heartbeats.grace")}
        help={t("heartbeats.graceHelp")}
        unit={t("notifications.minutes")}
        min={1}
      />
      <LabelsField />
      <FoldedSection
        name="heartbeat.advanced"
        title={t("heartbeats.advanced")}
        hint={t("heartbeats.advancedHint")}
      >
        <NumberField
          name="maxMinutes"
          optional
          label={t("heartbeats.maxDuration")}
          help={t("heartbeats.maxDurationHelp")}
          unit={t("notifications.minutes")}
          min={1}
        />
        <Switch name="postOnly" label={t("heartbeats.postOnly")} help={t("heartbeats.postOnlyHelp")} />
        <Switch name="onDown" label={t("heartbeats.notifyDown")} help={t("heartbeats.notifyHelp")} />
        <Switch name="onUp" label={t("heartbeats.notifyUp")} />
      </FoldedSection>
    </FormDialog>
  );
}

function ExpectedFields({ heartbeat, error }: { heartbeat: Heartbeat | null; error: unknown }) {
  const { t } = useMessages();
  const { kind, timeZone } = useFormValues<HeartbeatValues>();
  const rules = useFormField<readonly string[]>("rules");
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        name="kind"
        label={t("heartbeats.expected")}
        help={t("heartbeats.kindHelp")}
        options={[
          { value: "schedule", label: t("heartbeats.bySchedule") },
          { value: "period", label: t("heartbeats.byPeriod") },
        ]}
      />
      {kind === "schedule"
        ? (
          <>
            <CronField
              isSingle
              rules={rules.value}
              onRules={rules.onValue}
              timeZone={timeZone}
              taskId={heartbeat?.id}
              saveError={error}
              path="schedule"
              missing={rules.error}
              timesTitle={t("heartbeats.nextPings")}
            />
            <ZoneField name="timeZone" help={t("heartbeats.zoneHelp")} />
          </>
        )
        : <PeriodFields heartbeat={heartbeat} />}
    </div>
  );
}

function PeriodFields({ heartbeat }: { heartbeat: Heartbeat | null }) {
  const { t } = useMessages();
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3 sm:w-2/3">
        <NumberField name="period" label={t("heartbeats.period")} min={1} />
        <Select
          name="unit"
          label={t("heartbeats.periodUnit")}
          options={[
            { value: "minutes", label: t("task.unitMinute") },
            { value: "hours", label: t("task.unitHour") },
            { value: "days", label: t("task.unitDay") },
          ]}
        />
      </div>
      <NextPing heartbeat={heartbeat} />
    </>
  );
}

/** Renders when a ping is expected by the period that is entered. */
function NextPing({ heartbeat }: { heartbeat: Heartbeat | null }) {
  const { t, format } = useMessages();
  const now = useNow(10_000);
  const periodMs = periodOf(useFormValues<HeartbeatValues>());
  if (periodMs === null) return null;
  const at = nextPingAt(heartbeat, periodMs, now);
  return (
    <section aria-label={t("heartbeats.nextPing")} className="rounded-md bg-sunken px-3 py-2.5 text-sm">
      <h3 className="mb-1.5 text-xs font-medium text-muted">{t("heartbeats.nextPing")}</h3>
      {at === null
        ? t("heartbeats.nextPingAfterFirst", { period: format.duration(periodMs) })
        : <ExpectedAt at={at} />}
    </section>
  );
}

function ExpectedAt({ at }: { at: string }) {
  const { format } = useMessages();
  return (
    <p className="flex flex-wrap gap-x-3 tabular-nums">
      {format.dayAndTime(at)}
      <span className="ms-auto text-muted">
        <RelativeTime at={at} />
      </span>
    </p>
  );
}

function LabelsField() {
  const { t, format } = useMessages();
  const options = useLabels().map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }));
  return <ChipsField name="labels" optional commas label={t("tasks.labels")} options={options} />;
}
