import { calendarLimits } from "../../../../server/contract/limits/calendars.ts";
import { useSession } from "../../../api/use_session.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useCronExplanations } from "../../../shared/cron/use_cron_explanations.ts";
import { DurationField } from "../../../ui/form/duration_field.tsx";
import {
  SegmentedControl,
  TextField,
  useErrorsInside,
  useFormField,
  useFormValues,
  ZoneField,
} from "../../../ui/form/fields.tsx";
import { DateTimeField as DateTimeInput } from "../../../ui/inputs/date_field.tsx";
import { SegmentedControl as SegmentedInput } from "../../../ui/inputs/segmented_control.tsx";
import { TextField as TextInput } from "../../../ui/inputs/text_field.tsx";
import { TextOrFileField } from "../../../ui/inputs/text_or_file_field.tsx";
import { useSettled } from "../../../ui/use_settled.ts";
import type { SourceValues, WindowValues } from "./window_values.ts";

const typingMs = 300;

/** Renders when the window is open: once, by a rule, or during the events of a file. */
export function TimeFields() {
  const { t } = useMessages();
  const { kind } = useFormValues<WindowValues>();
  const zone = useSession().settings.effectiveTimeZone;
  return (
    <>
      <SegmentedControl
        name="kind"
        label={t("windows.when")}
        options={[
          { value: "once", label: t("windows.once") },
          { value: "schedule", label: t("windows.repeated") },
          { value: "events", label: t("windows.events") },
        ]}
      />
      {kind === "once" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Moment name="from" label={t("windows.from")} zone={zone} />
          <Moment name="to" label={t("windows.to")} zone={zone} />
        </div>
      )}
      {kind === "schedule" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <ScheduleField />
          <DurationField name="durationMs" label={t("windows.duration")} unit="hour" />
        </div>
      )}
      {kind === "events" && <SourceField />}
      {kind !== "once" && (
        <>
          <ZoneField
            name="timeZone"
            help={t(kind === "events" ? "windows.eventsZoneHelp" : "windows.zoneHelp")}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Moment name="validFrom" label={t("windows.validFrom")} zone={zone} optional />
            <Moment name="validUntil" label={t("windows.validUntil")} zone={zone} optional />
          </div>
        </>
      )}
    </>
  );
}

/** Renders the iCalendar file: its address, or its text. */
function SourceField() {
  const { t } = useMessages();
  const { value: source, onValue } = useFormField<SourceValues>("icalendar");
  const errorAt = useErrorsInside("icalendar");
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-3">
      <SegmentedInput
        label={t("windows.source")}
        value={source.way}
        onValue={(way) => onValue({ ...source, way })}
        options={[
          { value: "address", label: t("windows.sourceAddress") },
          { value: "text", label: t("windows.sourceText") },
        ]}
      />
      {source.way === "address"
        ? (
          <TextInput
            label={t("windows.address")}
            help={t("windows.addressHelp")}
            placeholder="https://calendar.example/maintenance.ics"
            maxLength={calendarLimits.address}
            value={source.url}
            onChange={({ target }) => onValue({ ...source, url: target.value })}
            error={errorAt("url")}
          />
        )
        : (
          <TextOrFileField
            label={t("windows.file")}
            help={t("windows.fileHelp")}
            placeholder="BEGIN:VCALENDAR"
            longest={calendarLimits.text}
            value={source.text}
            onValue={(text) => onValue({ ...source, text })}
            error={errorAt("text")}
          />
        )}
    </div>
  );
}

/** Renders the rule at which the window opens, and what it means. */
function ScheduleField() {
  const { t } = useMessages();
  const { schedule, timeZone } = useFormValues<WindowValues>();
  const settled = useSettled(schedule, typingMs);
  const [explained] = useCronExplanations([settled], { timeZone: timeZone || null, count: 1 });
  const help = settled === schedule ? explained?.data?.description : undefined;
  return (
    <TextField name="schedule" label={t("windows.schedule")} mono help={help ?? t("windows.scheduleHelp")} />
  );
}

type Time = "from" | "to" | "validFrom" | "validUntil";

function Moment(
  { name, label, zone, optional }: { name: Time; label: string; zone: string; optional?: boolean },
) {
  const field = useFormField<string>(name, { label });
  return <DateTimeInput {...field} label={label} timeZone={zone} {...optional && { optional }} />;
}
