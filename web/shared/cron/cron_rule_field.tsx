import { CalendarClock, Trash2 } from "lucide-react";
import { useRef } from "react";
import { classNames } from "../../ui/class_names.ts";
import { Field } from "../../ui/inputs/field.tsx";
import { inputClass } from "../../ui/inputs/input_class.ts";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { markIssue, type RuleIssue } from "./rule_issue.ts";
import type { MessageKey } from "../../messages/messages.ts";

interface CronRuleFieldProps {
  /** Starting at 1; null when there is only one rule. */
  number: number | null;
  rule: string;
  onRule: (rule: string) => void;
  onRemove: (() => void) | undefined;
  /** What the rule means. */
  messages: string | undefined;
  error: RuleIssue | undefined;
}

/** Renders one rule: its expression, a menu of presets, and its meaning or error below. */
export function CronRuleField({ number, rule, onRule, onRemove, messages, error }: CronRuleFieldProps) {
  const { t } = useMessages();
  const presets = cronPresets.map(({ rule: preset, label }) => ({
    label: t(label),
    shortcut: preset,
    onSelect: () => onRule(preset),
  }));
  return (
    <Field
      label={number === null ? t("task.cronRule") : t("task.cronRuleNumber", { number })}
      help={error ? undefined : messages ?? <span className="text-faint">{t("task.cronHelp")}</span>}
      error={error?.message}
    >
      {(ids) => (
        <div className="flex items-center gap-1">
          <div className="relative min-w-0 flex-1">
            <MarkedInput ids={ids} value={rule} onValue={onRule} error={error} />
            <div className="absolute inset-y-0 end-0.5 flex items-center">
              <Menu entries={[{ heading: t("task.presets") }, ...presets]}>
                <IconButton size="small" label={t("task.presets")} icon={<CalendarClock size={16} />} />
              </Menu>
            </div>
          </div>
          {onRemove && (
            <IconButton
              label={t("task.removeRule", { rule })}
              icon={<Trash2 size={16} />}
              onClick={onRemove}
            />
          )}
        </div>
      )}
    </Field>
  );
}

const textClass = "ps-2.5 pe-10 font-mono text-sm whitespace-pre touch:text-lg";

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
        dir="ltr"
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
          dir="ltr"
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

/** Presets, most frequent first. */
const cronPresets: readonly { rule: string; label: MessageKey }[] = [
  { rule: "*/30 * * * * *", label: "task.presetHalfMinute" },
  { rule: "* * * * *", label: "task.presetMinute" },
  { rule: "*/5 * * * *", label: "task.presetFiveMinutes" },
  { rule: "0 * * * *", label: "task.presetHour" },
  { rule: "0 */6 * * *", label: "task.presetSixHours" },
  { rule: "0 0 * * *", label: "task.presetMidnight" },
  { rule: "0 9 * * 1-5", label: "task.presetWorkdays" },
  { rule: "0 3 * * 0", label: "task.presetSunday" },
  { rule: "0 0 1 * *", label: "task.presetMonth" },
  { rule: "0 0 L * *", label: "task.presetMonthEnd" },
];
