import { Plus } from "lucide-react";
import { Button } from "../../ui/inputs/button.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { mergeTimes } from "./merge_times.ts";
import { NextTimes } from "./next_times.tsx";
import { useCronExplanations } from "./use_cron_explanations.ts";
import { CronRuleField } from "./cron_rule_field.tsx";
import { type RuleIssue, ruleIssue } from "./rule_issue.ts";
import { useSettled } from "../../ui/use_settled.ts";

const typingMs = 300;
const visibleTimes = 5;
const MAX_RULES = 20;

interface CronFieldProps {
  rules: readonly string[];
  onRules: (rules: readonly string[]) => void;
  /** Empty for the panel's zone. */
  timeZone: string;
  /** The error of a rejected save. */
  saveError: unknown;
  /** Name of the rules in the API. */
  path?: string;
  /** The error shown when there is no rule. */
  missing: string | undefined;
  /** The error of an invalid rule, where the server's message does not fit the object. */
  incorrect?: string;
}

/** Renders cron rules, what they mean, and when they are due next; the server explains them. */
export function CronField(
  { rules, onRules, timeZone, saveError, path = "schedules", missing, incorrect }: CronFieldProps,
) {
  const { t } = useMessages();
  const settled = useSettled(rules, typingMs);
  const zone = timeZone || null;
  const explained = useCronExplanations(settled, { timeZone: zone });
  const times = mergeTimes(explained.flatMap(({ data }) => data ?? []), visibleTimes);
  const set = (index: number, rule: string) => onRules(rules.map((one, at) => at === index ? rule : one));
  const errorOf = (index: number): RuleIssue | undefined => {
    const rule = rules[index] ?? "";
    if (rule.trim() === "") return missing ? { message: missing, start: 0, end: 0 } : undefined;
    if (settled[index] !== rule) return undefined; // the explanation is of an earlier text
    if (explained[index]?.data) return undefined; // the rule is valid, even if an earlier save was rejected
    return ruleIssue(explained[index]?.error, "expression", incorrect) ??
      ruleIssue(saveError, `${path}.${index}`);
  };
  return (
    <div className="flex flex-col gap-3">
      {rules.map((rule, index) => (
        <CronRuleField
          key={index}
          number={rules.length > 1 ? index + 1 : null}
          rule={rule}
          onRule={(next) => set(index, next)}
          onRemove={rules.length > 1 ? () => onRules(rules.filter((_, at) => at !== index)) : undefined}
          messages={settled[index] === rule ? explained[index]?.data?.description : undefined}
          error={errorOf(index)}
        />
      ))}
      <Button
        variant="ghost"
        size="small"
        className="-ms-2 self-start"
        icon={<Plus size={14} aria-hidden />}
        disabled={rules.length >= MAX_RULES}
        onClick={() => onRules([...rules, ""])}
      >
        {t("task.addRule")}
      </Button>
      {times.length > 0 && (
        <section aria-label={t("tasks.nextRuns")} className="rounded-md bg-sunken px-3 py-2.5">
          <h3 className="mb-1.5 text-xs font-medium text-muted">{t("tasks.nextRuns")}</h3>
          <NextTimes times={times} timeZone={zone} />
        </section>
      )}
    </div>
  );
}
