import { Link } from "wouter";
import type { Calendar } from "../../../../server/contract/calendars.ts";
import type { List } from "../../../../server/contract/shapes.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { DateTimeField as DateTimeInput } from "../../../ui/inputs/date_field.tsx";
import { Select, useFormField, useFormValues } from "../../../ui/form/fields.tsx";
import { useSession } from "../../../api/use_session.ts";
import { dayOffMessages } from "../../../shared/task/policy_messages.ts";
import type { OnDayOff } from "../../../../server/contract/tasks.ts";
import type { TaskValues } from "./task_values.ts";

const none: Calendar[] = [];
const dayOffChoices = Object.keys(dayOffMessages) as OnDayOff[]; // has no other keys

/** Renders the calendar of a task, what happens on its days off, and how long the task is valid. */
export function CalendarFields() {
  const { t } = useMessages();
  const { calendar, timeZone } = useFormValues<TaskValues>();
  const { data } = useApiQuery<List<Calendar>>(queryKeys.calendars("list"), "/calendars");
  const calendars = data?.items ?? none;
  const panelZone = useSession().settings.effectiveTimeZone;
  const zone = timeZone || panelZone;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          name="calendar"
          label={t("tasks.calendar")}
          options={[
            { value: "", label: t("task.noCalendar") },
            ...calendars.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          help={calendars.length > 0
            ? t("task.calendarHelp")
            : (
              <Link href={paths.calendars()} className="text-accent-text underline">
                {t("task.createCalendar")}
              </Link>
            )}
        />
        {calendar !== "" && (
          <Select
            name="onDayOff"
            label={t("tasks.onDayOff")}
            options={dayOffChoices.map((value) => ({
              value,
              label: t(dayOffMessages[value]),
              ...value === "next_same_month" && { help: t("task.sameMonthHelp") },
            }))}
          />
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Moment name="validFrom" label={t("tasks.validFrom")} zone={zone} />
        <Moment name="validUntil" label={t("tasks.validUntil")} zone={zone} help={t("task.validUntilHelp")} />
      </div>
    </>
  );
}

function Moment(
  { name, label, zone, help }: {
    name: "validFrom" | "validUntil";
    label: string;
    zone: string;
    help?: string;
  },
) {
  const field = useFormField<string>(name, { label });
  return <DateTimeInput {...field} label={label} optional timeZone={zone} {...help && { help }} />;
}
