import { useMemo } from "react";
import { dateTag } from "../../messages/language.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { firstWeekdayOf } from "../../ui/inputs/calendar_days.ts";

/** Returns the names of days in the user's language, and the first weekday in their region. */
export function useDayNames() {
  const { language } = useMessages();
  return useMemo(() => {
    const tag = dateTag(language, navigator.languages);
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" });
    const named = (options: Intl.DateTimeFormatOptions) => {
      const days = format(options);
      return (day: string) => days.format(parse(day));
    };
    const range = format({ year: "numeric", month: "long", day: "numeric" });
    return {
      firstWeekday: firstWeekdayOf(tag),
      month: named({ year: "numeric", month: "long" }),
      day: named({ dateStyle: "full" }),
      shortDay: named({ month: "short", day: "numeric" }),
      weekday: named({ weekday: "long" }),
      shortWeekday: named({ weekday: "short" }),
      range: (first: string, last: string) => range.formatRange(parse(first), parse(last)),
    };
  }, [language]);
}

function parse(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
