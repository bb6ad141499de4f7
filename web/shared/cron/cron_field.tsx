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
  /** Empty: the panel's. */
  timeZone: string;
  /** What the panel said when it refused to save. */
  saveError: unknown;
  /** Name of the rules in the API. */
  path?: string;
  /** What is wrong when there is no rule at all. */
  missing: string | undefined;
  /** What is said of a rule that is none, where the panel's own words are not those of the thing it is for. */
  incorrect?: string;
}

/** Cron rules, what they mean in words, and when they are due next; the panel explains, the page only asks. */
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
    if (settled[index] !== rule) return undefined; // what is known is of what was there before
    if (explained[index]?.data) return undefined; // whatever was refused before, this rule is right
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
