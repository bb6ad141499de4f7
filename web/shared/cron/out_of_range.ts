import type { MessageKey } from "../../messages/messages.ts";
import type { Translate } from "../../messages/create_messages.ts";

interface Range {
  label: MessageKey;
  min: number;
  max: number;
}

const ranges: Partial<Record<string, Range>> = {
  second: { label: "task.cronSecond", min: 0, max: 59 },
  minute: { label: "task.cronMinute", min: 0, max: 59 },
  hour: { label: "task.cronHour", min: 0, max: 23 },
  day: { label: "task.cronDay", min: 1, max: 31 },
  month: { label: "task.cronMonth", min: 1, max: 12 },
  week: { label: "task.cronWeekday", min: 0, max: 7 },
};

/** Returns which number of a field is out of range, and the range, or else which part is invalid; "" for other errors. */
export function fieldProblem(field: unknown, part: string, t: Translate): string {
  const range = ranges[String(field)];
  if (!range || part === "") return "";
  const { label, min, max } = range;
  // The number after "/" is a step.
  const numbers = part.replaceAll(/\/\d+/g, "").match(/(?<![\w-])\d+|(?<=\d-)\d+/g) ?? [];
  const value = numbers.find((number) => Number(number) < min || Number(number) > max);
  return value === undefined
    ? t("task.cronPartWrong", { field: t(label), part })
    : t("task.cronOutOfRange", { field: t(label), value, min, max });
}
