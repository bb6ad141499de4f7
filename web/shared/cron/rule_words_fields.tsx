import { useState } from "react";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useWeekdayNames } from "../../messages/weekday_names.ts";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { DateTimeField, TimeField } from "../../ui/inputs/date_field.tsx";
import { NumberField } from "../../ui/inputs/number_field.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import {
  firstWords,
  type IntervalUnit,
  MAX_WORKDAY,
  type RuleKind,
  ruleOf,
  type RuleWords,
  wordsOf,
} from "./rule_words.ts";

/** The kinds in the order of the list. */
const kindLabels: Record<RuleKind, MessageKey> = {
  interval: "task.whenInterval",
  daily: "task.whenDaily",
  workdays: "task.whenWorkdays",
  weekly: "task.whenWeekly",
  monthly: "task.whenMonthly",
  nthWorkday: "task.whenNthWorkday",
  once: "task.whenOnce",
  after: "task.whenAfter",
  cron: "task.whenCron",
};
const kinds = Object.keys(kindLabels) as RuleKind[]; // has no other keys

const kindHelp: Partial<Record<RuleKind, MessageKey>> = {
  workdays: "task.whenWorkdaysHelp",
  nthWorkday: "task.whenWorkdayHelp",
  once: "task.whenOnceHelp",
  after: "task.whenAfterHelp",
  cron: "task.whenCronHelp",
};

const unitLabels: Record<IntervalUnit, MessageKey> = {
  s: "task.unitSecond",
  m: "task.unitMinute",
  h: "task.unitHour",
};

interface RuleWordsFieldsProps {
  rule: string;
  onRule: (rule: string) => void;
  /** Empty for the panel's zone. */
  timeZone: string;
  /** Whether the rules are those of a task, which has runs to wait for, a calendar, and is disabled in the end. */
  ofTask: boolean;
}

/** Renders what a rule says as a few choices. The rule is empty while one is missing. */
export function RuleWordsFields({ rule, onRule, timeZone, ofTask }: RuleWordsFieldsProps) {
  const { t } = useMessages();
  const [edited, setEdited] = useState<{ words: RuleWords; rule: string } | null>(null);
  // A rule that was changed as text replaces the choices.
  const words = edited?.rule === rule
    ? edited.words
    : wordsOf(rule) ?? { ...firstWords, kind: rule.trim() === "" ? "daily" : "cron" };
  const change = (changes: Partial<RuleWords>) => {
    const next = { ...words, ...changes };
    const nextRule = next.kind === "cron" ? rule : ruleOf(next);
    setEdited({ words: next, rule: nextRule });
    if (nextRule !== rule) onRule(nextRule);
  };
  const help = kindHelp[words.kind];
  return (
    <div className="flex flex-col gap-2">
      <div className="grid items-start gap-3 sm:grid-cols-[12rem_11.5rem_1fr]">
        <Select
          label={t("task.whenKind")}
          value={words.kind}
          onValue={(kind) => change({ kind })}
          options={kinds.filter((kind) => ofTask || kind !== "after").map((kind) => ({
            value: kind,
            label: t(kindLabels[kind]),
          }))}
        />
        <KindFields {...{ words, change, timeZone }} />
      </div>
      {help && (ofTask || words.kind === "cron") && <p className="text-xs text-muted">{t(help)}</p>}
    </div>
  );
}

interface KindFieldsProps {
  words: RuleWords;
  change: (changes: Partial<RuleWords>) => void;
  timeZone: string;
}

function KindFields({ words, change, timeZone }: KindFieldsProps) {
  const { t } = useMessages();
  const time = (
    <TimeField
      label={t("task.whenTime")}
      value={words.time}
      onValue={(time) => change({ time })}
    />
  );
  switch (words.kind) {
    case "interval":
      return (
        <>
          <Count {...{ words, change }} label={t("task.whenEvery")} />
          <TimeField
            label={t("task.whenStart")}
            optional
            help={t("task.whenStartHelp")}
            value={words.start}
            onValue={(start) => change({ start })}
          />
        </>
      );
    case "daily":
    case "workdays":
      return time;
    case "weekly":
      return (
        <>
          {time}
          <Weekdays {...{ words, change }} />
        </>
      );
    case "monthly":
      return (
        <>
          <Select
            label={t("task.whenDay")}
            value={`${words.monthDay}`}
            onValue={(day) => change({ monthDay: Number(day) })}
            options={numbersTo(31).map((day) => ({
              value: `${day}`,
              label: day === -1 ? t("task.whenDayLast") : t("task.whenDayNumber", { day }),
            }))}
            help={words.monthDay > 28 ? t("task.whenMonthlyHelp") : undefined}
          />
          {time}
        </>
      );
    case "nthWorkday":
      return (
        <>
          <Select
            label={t("task.whenWorkday")}
            value={`${words.workday}`}
            onValue={(day) => change({ workday: Number(day) })}
            options={numbersTo(MAX_WORKDAY).map((number) => ({
              value: `${number}`,
              label: number === -1 ? t("task.whenWorkdayLast") : t("task.whenWorkdayNumber", { number }),
            }))}
          />
          {time}
        </>
      );
    case "once":
      return (
        <DateTimeField
          label={t("task.whenMoment")}
          value={words.moment}
          onValue={(moment) => change({ moment })}
          {...(timeZone && { timeZone })}
        />
      );
    case "after":
      return <Count {...{ words, change }} label={t("task.whenAfterCount")} />;
    case "cron":
      return null;
  }
}

// The last one is the most frequent, after the first.
function numbersTo(last: number): number[] {
  return [...Array.from({ length: last }, (_, index) => index + 1), -1];
}

/** Renders a number and its unit. */
function Count({ words, change, label }: Pick<KindFieldsProps, "words" | "change"> & { label: string }) {
  const { t } = useMessages();
  return (
    <div className="grid grid-cols-[1fr_2fr] gap-2 sm:grid-cols-[3.75rem_1fr]">
      <NumberField label={label} min={1} value={words.count} onValue={(count) => change({ count })} />
      <Select
        label={t("task.whenUnit")}
        value={words.unit}
        onValue={(unit) => change({ unit })}
        options={(["s", "m", "h"] as const).map((unit) => ({ value: unit, label: t(unitLabels[unit]) }))}
      />
    </div>
  );
}

function Weekdays({ words: { weekdays }, change }: Pick<KindFieldsProps, "words" | "change">) {
  const { t } = useMessages();
  const names = useWeekdayNames("short");
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0 sm:col-span-3">
      <legend className="mb-1.5 p-0 text-sm font-medium">{t("task.whenWeekdays")}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {names.map((name, index) => {
          const day = index + 1;
          const isOn = weekdays.includes(day);
          return (
            <Checkbox
              key={name}
              label={name}
              checked={isOn}
              onChange={() =>
                change({ weekdays: isOn ? weekdays.filter((one) => one !== day) : [...weekdays, day] })}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
