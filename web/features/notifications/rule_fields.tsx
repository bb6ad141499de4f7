import { useId } from "react";
import {
  type EventGroup,
  eventGroups,
  type NotificationEvent,
} from "../../../server/contract/notification_events.ts";
import type { Channel } from "../../../server/contract/notifications.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type { LabelCounts, Task } from "../../../server/contract/tasks.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import {
  ChipsField,
  NumberField,
  Switch,
  TimeField,
  useFormField,
  useFormValues,
} from "../../ui/form/fields.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { ChipsField as ChipsInput } from "../../ui/inputs/chips_field.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import {
  concernsLabels,
  concernsTasks,
  eventsOfGroup,
  groupSpans,
  type RuleDraft,
  toggleEvent,
} from "./rule_draft.ts";

/** Selects events, group by group; of all events, or of those that are permitted. */
export function EventFields({ permitted }: { permitted?: readonly NotificationEvent[] }) {
  const { t } = useMessages();
  const id = useId();
  const { value: events, onValue, error } = useFormField<readonly NotificationEvent[]>("events");
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h3 id={id} className="text-sm font-medium">{t("notifications.events")}</h3>
      <div className="divide-y divide-line rounded-md border border-line">
        {eventGroups.map((group) => (
          <Group
            key={group}
            group={group}
            permitted={permitted}
            events={events}
            onEvent={(event, selected) => onValue(toggleEvent(events, event, selected))}
          />
        ))}
      </div>
      {error && <p role="alert" className="text-xs text-danger-text">{error}</p>}
    </section>
  );
}

function Group(
  { group, permitted, events, onEvent }: {
    group: EventGroup;
    permitted: readonly NotificationEvent[] | undefined;
    events: readonly NotificationEvent[];
    onEvent: (event: NotificationEvent, selected: boolean) => void;
  },
) {
  const { t } = useMessages();
  const id = useId();
  const offered = eventsOfGroup(group).filter((event) => !permitted || permitted.includes(event));
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5 px-3 py-2.5">
      <div id={id} className="text-xs font-semibold text-faint">{t(`eventGroups.${group}`)}</div>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {offered.map((event) => (
          <Checkbox
            key={event}
            label={t(`eventNames.${event}`)}
            checked={events.includes(event)}
            onChange={({ target }) => onEvent(event, target.checked)}
            className="touch:min-h-9"
          />
        ))}
      </div>
    </div>
  );
}

/** Maximum number of tasks to choose from. */
const maxTasks = 500;

/** Which tasks and heartbeats a rule is for, and when a run takes too long; nothing for rules about neither. */
export function TaskFields() {
  const { events } = useFormValues<RuleDraft>();
  const hasTasks = concernsTasks(events);
  return concernsLabels(events) && (
    <FieldsOfTasks hasTasks={hasTasks} isTimed={events.includes("run_too_long")} />
  );
}

function FieldsOfTasks({ hasTasks, isTimed }: { hasTasks: boolean; isTimed: boolean }) {
  const { t, format } = useMessages();
  const { labels, tasks } = useChoices();
  const { value: taskIds, onValue, error } = useFormField<readonly number[]>("taskIds");
  const known = tasks.map(({ id, name }) => ({ value: String(id), label: name, hint: `#${id}` }));
  const others = taskIds.filter((id) => !tasks.some((task) => task.id === id));
  const unknown = others.map((id) => ({ value: String(id), label: t("notifications.taskNumber", { id }) }));
  return (
    <>
      {isTimed && (
        <NumberField
          name="longerThanMinutes"
          optional
          min={1}
          label={t("notifications.longerThan")}
          help={t("notifications.longerThanHelp")}
          unit={t("notifications.minutes")}
        />
      )}
      <ChipsField
        name="labels"
        optional
        commas
        label={t("notifications.onlyLabels")}
        help={t("notifications.onlyLabelsHelp")}
        options={labels.map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }))}
      />
      {hasTasks && (
        <ChipsInput
          optional
          onlyOptions
          label={t("notifications.onlyTasks")}
          help={t("notifications.onlyTasksHelp")}
          value={taskIds.map(String)}
          options={[...known, ...unknown]}
          onValue={(ids) => onValue(ids.map(Number))}
          error={error}
        />
      )}
    </>
  );
}

function useChoices() {
  const query = { pageSize: maxTasks, sort: "name" };
  const labels = useApiQuery<LabelCounts>(queryKeys.taskLabels(), "/tasks/labels");
  const tasks = useApiQuery<List<Task>>(queryKeys.taskList(query), "/tasks", { query });
  return { labels: labels.data?.items ?? [], tasks: tasks.data?.items ?? [] };
}

/** Where messages go. */
export function ChannelsField({ channels }: { channels: readonly Channel[] }) {
  const { t } = useMessages();
  const { value, onValue, error } = useFormField<readonly number[]>("channelIds");
  return (
    <ChipsInput
      optional
      onlyOptions
      label={t("notifications.toChannels")}
      help={t("notifications.toChannelsHelp")}
      value={value.map(String)}
      options={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
      onValue={(ids) => onValue(ids.map(Number))}
      error={error}
    />
  );
}

/** When messages go out, and how many of them. */
export function WhenFields() {
  const { t, format } = useMessages();
  const { value, onValue, error } = useFormField<number>("groupMs");
  const spans = groupSpans.includes(value) ? groupSpans : [...groupSpans, value];
  return (
    <>
      <Select
        label={t("notifications.grouping")}
        help={t("notifications.groupingHelp")}
        value={String(value)}
        options={spans.map((ms) => ({
          value: String(ms),
          label: ms === 0
            ? t("notifications.groupNone")
            : t("notifications.groupWithin", { time: format.duration(ms) }),
        }))}
        onValue={(ms) => onValue(Number(ms))}
        error={error}
      />
      <Switch
        name="oncePerState"
        label={t("notifications.oncePerState")}
        help={t("notifications.oncePerStateHelp")}
      />
      <QuietHours />
    </>
  );
}

function QuietHours() {
  const { t } = useMessages();
  const zone = useSession().settings.effectiveTimeZone;
  const { quiet } = useFormValues<RuleDraft>();
  return (
    <div className="flex flex-col gap-3">
      <Switch
        name="quiet"
        label={t("notifications.quietHours")}
        help={t("notifications.quietHoursHelp", { zone })}
      />
      {quiet && (
        <div className="grid grid-cols-2 gap-3 ps-10.5">
          <TimeField name="quietHours.from" label={t("notifications.from")} />
          <TimeField name="quietHours.to" label={t("notifications.to")} />
        </div>
      )}
    </div>
  );
}
