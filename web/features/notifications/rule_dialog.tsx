import { useId, useState } from "react";
import type { Channel, StoredRule } from "../../../server/contract/notifications.ts";
import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { useLeaveGuard } from "../../shared/leave/leave_guard.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { StaleCallout } from "../../ui/feedback/stale_callout.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import {
  concernsTasks,
  type EventGroup,
  eventGroups,
  eventsOfGroups,
  type RuleDraft,
  ruleDraftOf,
  sentRule,
  toggleEvent,
} from "./rule_draft.ts";
import { TaskFields } from "./task_fields.tsx";
import { TemplateSection } from "./template_section.tsx";
import { useChannels, useRules } from "./use_notifications.ts";
import { useChangeRules } from "./use_rule_actions.tsx";
import { ChannelsField, WhenFields } from "./when_fields.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import type { RulePart } from "./rule_part.ts";
import { notificationLimits } from "../../../server/contract/limits/notifications.ts";

/** Adds a rule or edits one over the list. */
export default function RuleDialog({ of, onClose }: { of: number | "new"; onClose: () => void }) {
  const { t } = useMessages();
  const [channels, result] = [useChannels().data, useRules().data];
  const found = result?.rules.find(({ id }) => id === of);
  const [base, setBase] = useState<StoredRule | null>(null);
  if (!base && found) setBase(found);
  if (!channels || !result) return null;
  if (of === "new" || base) {
    const key = JSON.stringify(base);
    return (
      <RuleForm
        {...{ key, rule: base, channels, onClose }}
        known={result.templateFields}
        onReload={setBase}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title={t("notifications.editRule")}>
      <EmptyState
        title={t("notifications.ruleGone")}
        text={t("notifications.channelGoneHelp")}
        action={<Button onClick={onClose}>{t("ui.close")}</Button>}
      />
    </Dialog>
  );
}

interface RuleFormProps {
  rule: StoredRule | null;
  channels: readonly Channel[];
  known: readonly string[];
  onClose: () => void;
  /** Shows the rule as somebody else has changed it meanwhile. */
  onReload: (rule: StoredRule) => void;
}

function RuleForm({ rule, channels, known, onClose, onReload }: RuleFormProps) {
  const { t } = useMessages();
  const [start] = useState(() => ruleDraftOf(rule));
  const [draft, setDraft] = useState(start);
  const release = useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(start));
  const { save, busy, errorOf, forget, setTried, stale } = useSaveRule(draft, rule, () => {
    release();
    onClose();
  });
  const set = (change: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    forget();
  };
  const submit = () => {
    setTried(true);
    const whole = draft.name.trim() !== "" && draft.events.length > 0 &&
      (!draft.quiet || draft.from && draft.to);
    if (!busy && whole) void save();
  };
  const part = { draft, set, errorOf };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t(rule ? "notifications.editRule" : "notifications.addRule")}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{t(rule ? "ui.save" : "ui.create")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {stale && (
          <StaleCallout
            title={t("notifications.ruleStale")}
            text={t("notifications.ruleStaleText")}
            busy={busy}
            onReload={() => {
              release();
              onReload(stale);
            }}
            onOverwrite={() => void save(stale)}
          />
        )}
        <TextField
          label={t("notifications.ruleName")}
          maxLength={notificationLimits.ruleName}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
          error={errorOf("name")}
        />
        <EventFields {...part} />
        {concernsTasks(draft.events) && <TaskFields {...part} />}
        <ChannelsField {...part} channels={channels} />
        <WhenFields {...part} />
        <TemplateSection {...part} known={known} />
      </div>
    </Dialog>
  );
}

function useSaveRule(draft: RuleDraft, rule: StoredRule | null, onSaved: () => void) {
  const { t } = useMessages();
  const toast = useToast();
  const change = useChangeRules();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  /** What was refused, and at which place of all rules this one stood. */
  const [rejected, setRejected] = useState<{ error: unknown; at: number } | null>(null);
  /** The rule as somebody else has changed it since it was opened. */
  const [stale, setStale] = useState<StoredRule | null>(null);
  const save = async (over: StoredRule | null = rule) => {
    const sent = sentRule(draft);
    let at = 0;
    setBusy(true);
    try {
      await change((rules) => {
        const row = rules.findIndex(({ id }) => id === rule?.id);
        at = row < 0 ? rules.length : row;
        const now = rules[row];
        if (now && JSON.stringify(now) !== JSON.stringify(over)) throw new ChangedMeanwhile(now);
        return row < 0
          ? [...rules, sent]
          : rules.map((one, index) => index === row ? { ...sent, id: one.id } : one);
      });
      toast.message("success", t("notifications.ruleSaved", { name: sent.name }));
      onSaved();
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return setStale(error.rule);
      setRejected({ error, at });
      if (!(error instanceof ApiProblem) || error.code !== "validation_failed") toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  const lacking: Partial<Record<string, string>> = tried
    ? {
      ...(draft.name.trim() === "" && {
        name: t("form.required", { label: t("notifications.ruleName") }),
      }),
      ...(draft.events.length === 0 && { events: t("notifications.chooseEvents") }),
      ...(draft.quiet && !draft.from && { "quietHours.from": t("notifications.timeWrong") }),
      ...(draft.quiet && !draft.to && { "quietHours.to": t("notifications.timeWrong") }),
    }
    : {};
  return {
    ...{ save, busy, setTried, stale },
    forget: () => setRejected(null),
    errorOf: (path: string) =>
      lacking[path] ?? (rejected ? issueAt(rejected.error, `rules.${rejected.at}.${path}`) : undefined),
  };
}

class ChangedMeanwhile extends Error {
  readonly rule: StoredRule;

  constructor(rule: StoredRule) {
    super("the rule was changed meanwhile");
    this.rule = rule;
  }
}

/** Chooses events, group by group. */
function EventFields({ draft: { events }, set, errorOf }: RulePart) {
  const { t } = useMessages();
  const id = useId();
  const error = errorOf("events");
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h3 id={id} className="text-sm font-medium">{t("notifications.events")}</h3>
      <div className="divide-y divide-line rounded-md border border-line">
        {eventGroups.map((group) => (
          <Group
            key={group}
            group={group}
            events={events}
            onEvent={(event, chosen) => set({ events: toggleEvent(events, event, chosen) })}
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
    events: RulePart["draft"]["events"];
    onEvent: (event: RulePart["draft"]["events"][number], chosen: boolean) => void;
  },
) {
  const { t } = useMessages();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5 px-3 py-2.5">
      <div id={id} className="text-xs font-semibold text-faint">{t(`eventGroups.${group}`)}</div>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {eventsOfGroups[group].map((event) => (
          <Checkbox
            key={event}
            label={t(`notifiedEvents.${event}`)}
            checked={events.includes(event)}
            onChange={({ target }) => onEvent(event, target.checked)}
            className="touch:min-h-9"
          />
        ))}
      </div>
    </div>
  );
}
