import { ManagedNotice } from "../../shared/managed/managed_notice.tsx";
import { notificationLimits } from "../../../server/contract/limits/notifications.ts";
import type { Channel, StoredRule } from "../../../server/contract/notifications.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import { TextField } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../ui/form/loaded_form.tsx";
import { StaleError, type Submission, useServerForm } from "../../ui/form/use_server_form.ts";
import { type RuleDraft, ruleDraftOf, sentRule } from "./rule_draft.ts";
import { ChannelsField, EventFields, TaskFields, WhenFields } from "./rule_fields.tsx";
import { TemplateSection } from "./template_section.tsx";
import { localRule, useChannels, useRules } from "../../shared/channel/use_channels.ts";
import { useChangeRules } from "./use_rule_actions.tsx";

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
      <ManagedNotice kind="rule" id={rule?.id} />
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
  const { t, language } = useMessages();
  const change = useChangeRules();
  return useChange({
    send: async (_api, { values, base }: Submission<RuleDraft, StoredRule>) => {
      const sent = sentRule(values);
      await change((rules) => {
        const found = rules.find(({ id }) => id === base?.id);
        if (!found) return [...rules, sent];
        const current = localRule(found, language);
        if (JSON.stringify(current) !== JSON.stringify(base)) throw new StaleError(current);
        // The name is displayed in the reader's language; it is stored as it was, unless it was changed.
        const name = sent.name === current.name ? found.name : sent.name;
        return rules.map((one) => one === found ? { ...sent, id: one.id, name } : one);
      });
      return sent;
    },
    invalidates: [],
    done: ({ name }) => t("notifications.ruleSaved", { name }),
  });
}
