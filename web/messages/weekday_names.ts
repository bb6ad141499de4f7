import { useMemo } from "react";
import { languageTag } from "./language.ts";
import { useMessages } from "./use_messages.tsx";

/** Returns the names of the days of the week, from Monday. */
export function useWeekdayNames(style: "long" | "short" | "narrow" = "long"): readonly string[] {
  const { language } = useMessages();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(languageTag(language), { weekday: style, timeZone: "UTC" });
    // 2024-01-01 was a Monday.
    return Array.from({ length: 7 }, (_, index) => format.format(new Date(Date.UTC(2024, 0, 1 + index))));
  }, [language, style]);
}
