import type { RunState } from "../../../../server/contract/runs.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import { languageTag } from "../../../messages/language.ts";
import { runStateStyles } from "../../../shared/run/run_state.tsx";
import type { HeatCell, OutcomeCounts } from "./heat_cells.ts";

/** Formats the number of runs by outcome: `12 Succeeded, 1 Failed`. */
export function countText(counts: OutcomeCounts, { t, format }: Messages): string {
  const states = Object.keys(runStateStyles) as RunState[]; // its keys are all states
  return states.filter((state) => counts[state])
    .map((state) => `${t(runStateStyles[state].label)} ${format.number(counts[state] ?? 0)}`).join(", ");
}

/** Formats a weekday; 1 is Monday. */
export function weekdayName(weekday: number, { language }: Messages, width: "short" | "long"): string {
  const monday = Date.UTC(2024, 0, 1);
  return new Intl.DateTimeFormat(languageTag(language), { weekday: width, timeZone: "UTC" })
    .format(monday + (weekday - 1) * 86_400_000);
}

/** Formats an hour of a weekday: `Monday 03:00–04:00`. */
export function hourName({ weekday, hour }: HeatCell, messages: Messages): string {
  const clock = (at: number) => `${String(at % 24).padStart(2, "0")}:00`;
  return `${weekdayName(weekday, messages, "long")} ${clock(hour)}–${clock(hour + 1)}`;
}
