import { CalendarDays } from "../icons/icons.ts";
import { useState } from "react";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { IconButton } from "../buttons/icon_button.tsx";
import { lazyPart } from "../feedback/lazy.tsx";
import { LazyPopover, withoutPanel } from "../overlays/lazy_popover.tsx";
import { parseDay, parseDayTime, parseTime } from "./calendar_days.ts";
import type { FieldProps } from "./field.tsx";
import { TextField } from "./text_field.tsx";

const CalendarPanel = lazyPart(() => import("./calendar_panel.tsx"), withoutPanel);

interface ValueProps extends FieldProps {
  /** Empty when nothing valid is entered. */
  value: string;
  onValue: (value: string) => void;
}

interface DayProps extends ValueProps {
  /** The zone that decides which day is today; by default that of the browser. */
  timeZone?: string;
}

/** Renders a field for a day, `2026-11-23`: typed, or selected in a calendar. */
export function DateField({ timeZone, ...props }: DayProps) {
  const { t } = useMessages();
  const { value, onValue, label } = props;
  const { input, reset } = useTyped({ ...props, parse: parseDay, type: "controls.typeDate" });
  const pick = (day: string) => {
    reset();
    onValue(day);
  };
  return (
    <TextField
      {...rest(props)}
      {...input}
      title={label}
      placeholder={t("controls.datePattern")}
      end={<CalendarButton label={label} day={value} timeZone={timeZone} onPick={pick} />}
    />
  );
}

/** Renders a field for a day and a time without a zone, `2026-11-23T06:30`, with or without seconds. */
export function DateTimeField({ timeZone, ...props }: DayProps) {
  const { t } = useMessages();
  const { value, onValue, label } = props;
  const typed = { ...props, parse: parseDayTime, type: "controls.typeDateTime" as const };
  const { input, reset } = useTyped({ ...typed, format: (text) => text.replace("T", " ") });
  const [day = "", time = "00:00"] = value.split("T");
  const pick = (picked: string) => {
    reset();
    onValue(`${picked}T${time}`);
  };
  return (
    <TextField
      {...rest(props)}
      {...input}
      placeholder={`${t("controls.datePattern")} ${t("controls.timePattern")}`}
      end={<CalendarButton label={label} day={day} timeZone={timeZone} onPick={pick} />}
    />
  );
}

/** Renders a field for a time of day, `06:30`. */
export function TimeField(props: ValueProps) {
  const { t } = useMessages();
  const parse = (text: string) => parseTime(text)?.slice(0, 5) ?? null;
  const { input } = useTyped({ ...props, parse, type: "controls.typeTime" });
  return <TextField {...rest(props)} {...input} placeholder={t("controls.timePattern")} />;
}

function rest({ value: _value, onValue: _onValue, ...field }: ValueProps): FieldProps {
  return field;
}

interface TypedOptions extends ValueProps {
  /** Parses the typed text; null when it is invalid. */
  parse: (text: string) => string | null;
  format?: (value: string) => string;
  /** What invalid text is not. */
  type: MessageKey;
}

/** Keeps text as it is typed until the field loses the focus; the value is empty while the text is invalid. */
function useTyped(
  { value, onValue, label, error, hideLabel, parse, format = (text) => text, type }: TypedOptions,
) {
  const { t } = useMessages();
  const [typed, setTyped] = useState<{ text: string; value: string; left: boolean } | null>(null);
  // A value that changed elsewhere replaces the text.
  const current = typed?.value === value ? typed : null;
  const isWrong = current !== null && current.left && value === "" && current.text.trim() !== "";
  const input = {
    value: current?.text ?? format(value),
    inputMode: "numeric",
    autoComplete: "off",
    error: isWrong ? t("controls.wrongType", { label, type: t(type) }) : error,
    onChange: ({ target: { value: text } }: { target: { value: string } }) => {
      const next = parse(text) ?? "";
      setTyped({ text, value: next, left: false });
      onValue(next);
    },
    // In a toolbar, where a field has no visible label, a message would move everything; there, invalid text disappears.
    onBlur: () => setTyped(current && value === "" && !hideLabel ? { ...current, left: true } : null),
  } as const;
  return { input, reset: () => setTyped(null) };
}

function CalendarButton(
  { label, day, timeZone, onPick }: {
    label: string;
    day: string;
    timeZone: string | undefined;
    onPick: (day: string) => void;
  },
) {
  const { t } = useMessages();
  const name = t("controls.chooseDate", { label });
  return (
    <LazyPopover
      trigger={<IconButton size="small" tooltip={false} label={name} icon={<CalendarDays />} />}
      Panel={CalendarPanel}
      {...{ label: name, day, timeZone, onPick }}
    />
  );
}
