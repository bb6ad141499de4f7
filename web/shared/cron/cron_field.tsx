import { Plus, Trash2 } from "../../ui/icons/icons.ts";
import { type ReactNode, useRef } from "react";
import type { OnDayOff } from "../../../server/contract/tasks.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import type { Translate } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Field, inputClass } from "../../ui/inputs/field.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { useSettled } from "../../ui/use_settled.ts";
import { evenInterval } from "./even_interval.ts";
import { fieldProblem } from "./out_of_range.ts";
import { mergeTimes, type NextTime, NextTimes } from "./next_times.tsx";
import { RuleWordsFields } from "./rule_words_fields.tsx";
import { useCronExplanations } from "./use_cron_explanations.ts";

const typingMs = 300;
const visibleTimes = 10;
const MAX_RULES = 20;

interface CronFieldProps {
  rules: readonly string[];
  onRules: (rules: readonly string[]) => void;
  /** Empty for the panel's zone. */
  timeZone: string;
  /** The calendar that moves or drops due times. */
  calendar?: { calendarId: number; onDayOff: OnDayOff } | undefined;
  /** The task that the rules belong to, which decides what `H` means; undefined for a new one. */
  taskId?: number | undefined;
  saveError: unknown;
  /** Name of the rules in the API. */
  path?: string;
  /** The error shown when there is no rule. */
  missing: string | undefined;
  /** Whether there is one rule only, whose path is `path` itself. */
  isSingle?: boolean;
  /** The title of the next due times, where no runs are due. */
  timesTitle?: string;
  /** Rendered below each rule. */
  belowRule?: (index: number) => ReactNode;
  /** The error of an invalid rule, where the server's message does not fit the object. */
  incorrect?: string;
}

/** Renders cron rules, what they mean, and when they are due next; the server explains them. */
export function CronField(
  props: CronFieldProps,
) {
  const { rules, onRules, timeZone, calendar, taskId, saveError, path = "schedules", missing, incorrect } =
    props;
  const { isSingle = false } = props;
  const { t } = useMessages();
  const { timesTitle = t("tasks.nextRuns") } = props;
  const settled = useSettled(rules, typingMs);
  const zone = timeZone || null;
  const explained = useCronExplanations(settled, { timeZone: zone, count: visibleTimes, taskId, calendar });
  const times = mergeTimes(explained.flatMap(({ data }) => data ?? []), visibleTimes);
  const set = (index: number, rule: string) => onRules(rules.map((one, at) => at === index ? rule : one));
  const errorOf = (index: number): RuleIssue | undefined => {
    const rule = rules[index] ?? "";
    if (rule.trim() === "") return missing ? { message: missing, start: 0, end: 0 } : undefined;
    if (settled[index] !== rule) return undefined; // the explanation is of an earlier text
    if (explained[index]?.data) return undefined; // the rule is valid, even if an earlier save was rejected
    const issue = ruleIssue(explained[index]?.error, "expression", incorrect) ??
      ruleIssue(saveError, isSingle ? path : `${path}.${index}`);
    return issue && { ...issue, message: exactMessage(issue, rule, t) };
  };
  return (
    <div className="flex flex-col gap-3">
      {rules.map((rule, index) => (
        <CronRuleField
          key={index}
          number={rules.length > 1 ? index + 1 : null}
          rule={rule}
          onRule={(next) => set(index, next)}
          timeZone={timeZone}
          ofTask={!isSingle}
          onRemove={rules.length > 1 ? () => onRules(rules.filter((_, at) => at !== index)) : undefined}
          messages={settled[index] === rule ? explained[index]?.data?.description : undefined}
          error={errorOf(index)}
        >
          {props.belowRule?.(index)}
        </CronRuleField>
      ))}
      {!isSingle && (
        <Button
          variant="ghost"
          size="small"
          className="-ms-2 self-start"
          icon={<Plus size={14} />}
          disabled={rules.length >= MAX_RULES}
          onClick={() => onRules([...rules, ""])}
        >
          {t("task.addRule")}
        </Button>
      )}
      <NextDueTimes
        title={timesTitle}
        times={times}
        timeZone={zone}
        isFaulty={rules.some((rule, index) => rule.trim() === "" || errorOf(index) !== undefined)}
        isKnown={explained.every(({ data }) => data !== undefined)}
      />
    </div>
  );
}

/**
 * Renders the next due times of all rules. While none is known, those of before keep their room, so that the dialog around
 * them does not move.
 */
function NextDueTimes(
  { title, times, timeZone, isFaulty, isKnown }: {
    title: string;
    times: readonly NextTime[];
    timeZone: string | null;
    isFaulty: boolean;
    /** Whether all rules are explained, so that without times there are none. */
    isKnown: boolean;
  },
) {
  const { t } = useMessages();
  const before = useRef(times);
  if (times.length > 0) before.current = times;
  const isUnknown = times.length === 0;
  if (before.current.length === 0 || (isUnknown && isKnown && !isFaulty)) return null;
  return (
    <section aria-label={title} className="relative rounded-md bg-sunken px-3 py-2.5">
      <h3 className="mb-1.5 text-xs font-medium text-muted">{title}</h3>
      {isUnknown && isFaulty && <p className="absolute text-sm text-muted">{t("task.nextAfterRule")}</p>}
      <div className={isUnknown ? "invisible" : undefined}>
        <NextTimes times={before.current} timeZone={timeZone} wide />
      </div>
    </section>
  );
}

/** What is wrong with a rule, and where: `start` and `end` are positions in the text, end exclusive. */
interface RuleIssue {
  message: string;
  start: number;
  end: number;
  /** The field of an expression in which it is, such as `hour`. */
  field?: unknown;
}

/** Returns the message of an issue, with what is wrong in the field of the expression if that is known. */
export function exactMessage({ message, field, start, end }: RuleIssue, rule: string, t: Translate): string {
  const problem = fieldProblem(field, rule.slice(start, end), t);
  return problem === "" ? message : t("ui.labelAndValue", { label: message, value: problem });
}

/**
 * Returns the issue of the rule at a path of a rejected request; undefined when the issue is elsewhere. `incorrect`
 * replaces the server's message for an invalid rule.
 */
export function ruleIssue(error: unknown, path: string, incorrect?: string): RuleIssue | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const issue = error.issues.find((one) => one.path === path);
  if (!issue) return undefined;
  const { start, end, field } = issue.params;
  const message = issue.code === "incorrect_cron" ? incorrect ?? issue.message : issue.message;
  return { message, start: Number(start ?? 0), end: Number(end ?? 0), ...(field !== undefined && { field }) };
}

interface MarkedText {
  before: string;
  faulty: string;
  after: string;
}

/** Splits a rule around its invalid part; an issue without a range, such as a missing field, marks all of it. */
export function markIssue(text: string, { start, end }: RuleIssue): MarkedText {
  const from = Math.min(Math.max(0, start), text.length);
  const to = Math.min(Math.max(from, end), text.length);
  if (to === from) return { before: "", faulty: text, after: "" };
  return { before: text.slice(0, from), faulty: text.slice(from, to), after: text.slice(to) };
}

interface CronRuleFieldProps {
  /** Starting at 1; null when there is only one rule. */
  number: number | null;
  rule: string;
  onRule: (rule: string) => void;
  timeZone: string;
  ofTask: boolean;
  onRemove: (() => void) | undefined;
  messages: string | undefined;
  error: RuleIssue | undefined;
  children: ReactNode;
}

/** Renders one rule: what it says as choices, its expression, and its meaning or error below. */
function CronRuleField(props: CronRuleFieldProps) {
  const { number, rule, onRule, timeZone, ofTask, onRemove, messages, error, children } = props;
  const { t } = useMessages();
  const even = evenInterval(rule);
  return (
    <div
      {...(number !== null && { role: "group", "aria-label": t("task.cronRuleNumber", { number }) })}
      className="flex flex-col gap-3"
    >
      <RuleWordsFields {...{ rule, onRule, timeZone, ofTask }} />
      <Field
        label={number === null ? t("task.cronRule") : t("task.cronRuleNumber", { number })}
        help={error ? undefined : messages ?? <span className="text-faint">{t("task.cronHelp")}</span>}
        error={error?.message}
      >
        {(ids) => (
          <div className="flex items-center gap-1">
            <div className="relative min-w-0 flex-1" dir="ltr">
              <MarkedInput ids={ids} value={rule} onValue={onRule} error={error} />
            </div>
            {onRemove && (
              <IconButton label={t("task.removeRule", { rule })} icon={<Trash2 />} onClick={onRemove} />
            )}
          </div>
        )}
      </Field>
      {even !== null && (
        <p className="mt-1 flex flex-wrap items-center gap-x-1 text-xs text-muted">
          {t("task.unevenInterval")}
          <Button variant="ghost" size="small" onClick={() => onRule(even)}>
            {t("task.useRule", { rule: even })}
          </Button>
        </p>
      )}
      {children}
    </div>
  );
}

const textClass = "px-2.5 font-mono text-sm whitespace-pre touch:text-lg";

/** Renders an input that underlines the invalid part, by rendering the same text invisibly below it. */
function MarkedInput(
  { ids, value, onValue, error }: {
    ids: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };
    value: string;
    onValue: (value: string) => void;
    error: RuleIssue | undefined;
  },
) {
  const drawn = useRef<HTMLDivElement>(null);
  const marked = error && value !== "" ? markIssue(value, error) : null;
  return (
    <>
      <input
        {...ids}
        type="text"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onScroll={({ currentTarget }) => drawn.current?.scrollTo({ left: currentTarget.scrollLeft })}
        className={classNames(inputClass, "control-height", textClass)}
      />
      {marked && (
        <div
          ref={drawn}
          aria-hidden
          className={classNames(
            "pointer-events-none absolute inset-y-0 start-px end-px flex items-center overflow-hidden text-transparent",
            textClass,
          )}
        >
          <span>{marked.before}</span>
          <span className="underline decoration-danger decoration-wavy decoration-[1.5px] underline-offset-4">
            {marked.faulty}
          </span>
          <span>{marked.after}</span>
        </div>
      )}
    </>
  );
}
