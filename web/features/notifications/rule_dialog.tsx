import { useId } from "react";
import { notificationLimits } from "../../../server/contract/limits/notifications.ts";
import {
  type EventGroup,
  eventGroups,
  type NotificationEvent,
} from "../../../server/contract/notification_events.ts";
import type { Channel, StoredRule } from "../../../server/contract/notifications.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import { TextField, useFormField } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../ui/form/loaded_form.tsx";
import { StaleError, type Submission, useServerForm } from "../../ui/form/use_server_form.ts";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { eventsOfGroup, type RuleDraft, ruleDraftOf, sentRule, toggleEvent } from "./rule_draft.ts";
import { TaskFields } from "./task_fields.tsx";
import { TemplateSection } from "./template_section.tsx";
import { useChannels, useRules } from "./use_notifications.ts";
import { useChangeRules } from "./use_rule_actions.tsx";
import { ChannelsField, WhenFields } from "./when_fields.tsx";

/** Adds a rule or edits one over the list. */
export default function RuleDialog({ of, onClose }: { of: number | "new"; onClose: () => void }) {
  const { t } = useMessages();
  const channels = useChannels().data;
  const { data, error, refetch } = useRules();
  if (!channels || !data) return null;
  return (
    <LoadedForm
      isNew={of === "new"}
      query={{ data: data.rules.find(({ id }) => id === of) ?? null, error, refetch }}
      title={t("notifications.editRule")}
      gone={{ title: t("notifications.ruleGone"), text: t("notifications.channelGoneHelp") }}
      onClose={onClose}
    >
      {(rule, restart) => (
        <RuleForm {...{ rule, channels, onClose }} known={data.templateFields} onReload={restart} />
      )}
    </LoadedForm>
  );
}

interface RuleFormProps {
  rule: StoredRule | null;
  channels: readonly Channel[];
  known: readonly string[];
  onClose: () => void;
  /** Starts anew with the rule as someone else has changed it meanwhile. */
  onReload: (rule: StoredRule) => void;
}

function RuleForm({ rule, channels, known, onClose, onReload }: RuleFormProps) {
  const { t } = useMessages();
  const form = useServerForm({
    values: ruleDraftOf(rule),
    base: rule,
    save: useSaveRule().mutateAsync,
    onSaved: onClose,
    check: ({ name, events, quiet, quietHours: { from, to } }) => ({
      name: name.trim() === "" && t("ui.required", { label: t("notifications.ruleName") }),
      events: events.length === 0 && t("notifications.chooseEvents"),
      "quietHours.from": quiet && !from && t("notifications.timeWrong"),
      "quietHours.to": quiet && !to && t("notifications.timeWrong"),
    }),
    // All rules are sent together: the position of this one stands before the field.
    fieldOf: (path) => path.replace(/^rules\.\d+\./, "").replace(/^longerThanMs/, "longerThanMinutes"),
  });
  return (
    <FormDialog
      form={form}
      title={t(rule ? "notifications.editRule" : "notifications.addRule")}
      submitLabel={t(rule ? "ui.save" : "ui.create")}
      stale={{ title: t("notifications.ruleStale"), text: t("notifications.ruleStaleText"), onReload }}
      onClose={onClose}
    >
      <TextField name="name" label={t("notifications.ruleName")} maxLength={notificationLimits.ruleName} />
      <EventFields />
      <TaskFields />
      <ChannelsField channels={channels} />
      <WhenFields />
      <TemplateSection known={known} />
    </FormDialog>
  );
}

/** Returns a mutation that adds a rule to the others or replaces one, unless someone else has changed it. */
function useSaveRule() {
  const { t } = useMessages();
  const change = useChangeRules();
  return useChange({
    send: async ({ values, base }: Submission<RuleDraft, StoredRule>) => {
      const sent = sentRule(values);
      await change((rules) => {
        const current = rules.find(({ id }) => id === base?.id);
        if (!current) return [...rules, sent];
        if (JSON.stringify(current) !== JSON.stringify(base)) throw new StaleError(current);
        return rules.map((one) => one === current ? { ...sent, id: one.id } : one);
      });
      return sent;
    },
    invalidates: [],
    done: ({ name }) => t("notifications.ruleSaved", { name }),
  });
}

/** Selects events, group by group. */
function EventFields() {
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
  { group, events, onEvent }: {
    group: EventGroup;
    events: readonly NotificationEvent[];
    onEvent: (event: NotificationEvent, selected: boolean) => void;
  },
) {
  const { t } = useMessages();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5 px-3 py-2.5">
      <div id={id} className="text-xs font-semibold text-faint">{t(`eventGroups.${group}`)}</div>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {eventsOfGroup(group).map((event) => (
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
