import { ManagedNotice } from "../../../shared/managed/managed_notice.tsx";
import type { Calendar } from "../../../../server/contract/calendars.ts";
import { calendarLimits } from "../../../../server/contract/limits/calendars.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useSession } from "../../../api/use_session.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { TextField, useFormField } from "../../../ui/form/fields.tsx";
import { FormDialog, SubmitHint } from "../../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../../ui/form/loaded_form.tsx";
import { type FieldMessages, useServerForm } from "../../../ui/form/use_server_form.ts";
import { TimeZoneField } from "../../../ui/inputs/time_zone_field.tsx";
import { useCalendar, useSaveCalendar } from "../api.ts";
import { type CalendarValues, emptyValues, valuesOf } from "./calendar_values.ts";
import { DayFields, WeekendField } from "./day_fields.tsx";
import { SourceFields } from "./source_fields.tsx";

interface CalendarDialogProps {
  /** Null for a new one. */
  id: number | null;
  onSaved: (calendar: Calendar) => void;
  onClose: () => void;
}

/** Creates or edits a calendar. */
export default function CalendarDialog({ id, onSaved, onClose }: CalendarDialogProps) {
  const { t } = useMessages();
  return (
    <LoadedForm
      isNew={id === null}
      query={useCalendar(id)}
      title={t("calendars.editTitle")}
      gone={{ title: t("calendars.notFound"), text: t("calendars.notFoundHelp") }}
      onClose={onClose}
    >
      {(calendar) => <CalendarForm calendar={calendar} onSaved={onSaved} onClose={onClose} />}
    </LoadedForm>
  );
}

function CalendarForm(
  { calendar, onSaved, onClose }: { calendar: Calendar | null } & Omit<CalendarDialogProps, "id">,
) {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const { effectiveTimeZone } = useSession().settings;
  const form = useServerForm({
    values: calendar ? valuesOf(calendar) : emptyValues(effectiveTimeZone),
    base: calendar,
    save: useSaveCalendar(calendar).mutateAsync,
    onSaved: (saved: Calendar) => {
      onSaved(saved);
      onClose();
    },
    check: (values) => checkValues(values, (label) => t("ui.required", { label: t(label) })),
    loadCurrent: () => api.get<Calendar>(`/calendars/${calendar?.id}`),
    onError: (error) =>
      error instanceof ApiProblem && error.code === "not_found"
        ? toast.notify("danger", t("calendars.notFound"), t("calendars.gone"))
        : toast.problem(error),
  });
  return (
    <FormDialog
      form={form}
      title={t(calendar ? "calendars.editTitle" : "calendars.createTitle")}
      submitLabel={t(calendar ? "ui.save" : "ui.create")}
      stale={{ text: t("calendars.stale") }}
      footer={<SubmitHint />}
      onClose={onClose}
    >
      <ManagedNotice kind="calendar" id={calendar?.id} />
      <TextField name="name" label={t("calendars.name")} maxLength={calendarLimits.name} />
      <SourceFields isNew={calendar === null} />
      <WeekendField />
      <DayFields />
      <ZoneOfCalendar />
    </FormDialog>
  );
}

function ZoneOfCalendar() {
  const { t } = useMessages();
  const field = useFormField<string>("timeZone", { label: t("calendars.timeZone") });
  return (
    <TimeZoneField
      {...field}
      label={t("calendars.timeZone")}
      help={t("calendars.timeZoneHelp")}
      searchLabel={t("calendars.timeZoneSearch")}
    />
  );
}

/** Returns what is missing without asking the server. */
function checkValues(
  { name, sources, days }: CalendarValues,
  required: (
    label: "calendars.name" | "calendars.country" | "calendars.address" | "calendars.text" | "calendars.date",
  ) => string,
): FieldMessages {
  const ofSources = sources.map((source, index): [string, string | false] => {
    if (source.type === "country") {
      return [`sources.${index}.country`, source.country === "" && required("calendars.country")];
    }
    return source.type === "address"
      ? [`sources.${index}.url`, source.url.trim() === "" && required("calendars.address")]
      : [`sources.${index}.text`, source.text.trim() === "" && required("calendars.text")];
  });
  const ofDays = days.map(({ date }, index): [string, string | false] => [
    `days.${index}.date`,
    date === "" && required("calendars.date"),
  ]);
  return {
    name: name.trim() === "" && required("calendars.name"),
    ...Object.fromEntries([...ofSources, ...ofDays]),
  };
}
