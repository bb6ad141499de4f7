import { useState } from "react";
import type { Channel, KeptRule } from "../../../../server/contract/notifications.ts";
import { ApiProblem, issueAt } from "../../../api/api_problem.ts";
import { useLeaveGuard } from "../../../shell/leave_guard.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty_state.tsx";
import { StaleCallout } from "../../../ui/stale_callout.tsx";
import { TextField } from "../../../ui/text_field.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { EventFields } from "./event_fields.tsx";
import { type RuleDraft, ruleDraftOf, sentRule, tellsOfTasks } from "./rule_draft.ts";
import { TaskFields } from "./task_fields.tsx";
import { TemplateSection } from "./template_section.tsx";
import { useChannels, useRules } from "./use_notifications.ts";
import { useChangeRules } from "./use_rule_acts.tsx";
import { ChannelsField, WhenFields } from "./when_fields.tsx";

/** Adds a rule or edits one over the list. */
export default function RuleDialog({ of, onClose }: { of: number | "new"; onClose: () => void }) {
  const { t } = useWords();
  const [channels, answer] = [useChannels().data, useRules().data];
  const found = answer?.rules.find(({ id }) => id === of);
  const [base, setBase] = useState<KeptRule | null>(null);
  if (!base && found) setBase(found);
  if (!channels || !answer) return null;
  if (of === "new" || base) {
    const key = JSON.stringify(base);
    return (
      <RuleForm
        {...{ key, rule: base, channels, onClose }}
        known={answer.templateFields}
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
  rule: KeptRule | null;
  channels: readonly Channel[];
  known: readonly string[];
  onClose: () => void;
  /** Shows the rule as somebody else has changed it meanwhile. */
  onReload: (rule: KeptRule) => void;
}

function RuleForm({ rule, channels, known, onClose, onReload }: RuleFormProps) {
  const { t } = useWords();
  const [start] = useState(() => ruleDraftOf(rule));
  const [draft, setDraft] = useState(start);
  const release = useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(start));
  const { save, busy, faultOf, forget, setTried, stale } = useSaveRule(draft, rule, () => {
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
  const part = { draft, set, faultOf };
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
          maxLength={200}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
          error={faultOf("name")}
        />
        <EventFields {...part} />
        {tellsOfTasks(draft.events) && <TaskFields {...part} />}
        <ChannelsField {...part} channels={channels} />
        <WhenFields {...part} />
        <TemplateSection {...part} known={known} />
      </div>
    </Dialog>
  );
}

function useSaveRule(draft: RuleDraft, rule: KeptRule | null, onSaved: () => void) {
  const { t } = useWords();
  const toast = useToast();
  const change = useChangeRules();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  /** What was refused, and at which place of all rules this one stood. */
  const [refused, setRefused] = useState<{ error: unknown; at: number } | null>(null);
  /** The rule as somebody else has changed it since it was opened. */
  const [stale, setStale] = useState<KeptRule | null>(null);
  const save = async (over: KeptRule | null = rule) => {
    const sent = sentRule(draft);
    let at = 0;
    setBusy(true);
    try {
      await change((rules) => {
        const place = rules.findIndex(({ id }) => id === rule?.id);
        at = place < 0 ? rules.length : place;
        const now = rules[place];
        if (now && JSON.stringify(now) !== JSON.stringify(over)) throw new ChangedMeanwhile(now);
        return place < 0
          ? [...rules, sent]
          : rules.map((one, index) => index === place ? { ...sent, id: one.id } : one);
      });
      toast.message("success", t("notifications.ruleSaved", { name: sent.name }));
      onSaved();
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return setStale(error.rule);
      setRefused({ error, at });
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
    forget: () => setRefused(null),
    faultOf: (path: string) =>
      lacking[path] ?? (refused ? issueAt(refused.error, `rules.${refused.at}.${path}`) : undefined),
  };
}

class ChangedMeanwhile extends Error {
  readonly rule: KeptRule;

  constructor(rule: KeptRule) {
    super("the rule was changed meanwhile");
    this.rule = rule;
  }
}
