import type { Translate } from "../../../messages/create_messages.ts";
import { type Draft, inputOf } from "./draft.ts";

/** Fields of the API that the form shows faults at. */
export const basicFields = ["name", "command", "schedules", "labels", "enabled"] as const;
export const advancedFields = [
  "timeZone",
  "workingDirectory",
  "timeLimitMs",
  "overlap",
  "missed",
  "retry",
  "serialGroup",
  "randomDelayMs",
  "before",
  "after",
  "logFolder",
  "logKeepRuns",
  "logKeepDays",
  "variableLabels",
  "notify",
] as const;
export const formFields: readonly string[] = [...basicFields, ...advancedFields];

/** Says what must be filled in before it is worth asking the panel, by field. */
export function missingFields(draft: Draft, t: Translate): Record<string, string> {
  const { schedules } = inputOf(draft);
  return {
    ...(draft.name.trim() === "" && { name: t("form.required", { label: t("tasks.name") }) }),
    ...(draft.command.trim() === "" && { command: t("form.required", { label: t("tasks.command") }) }),
    ...(schedules.length === 0 && { schedules: t("form.required", { label: t("task.cronRule") }) }),
  };
}
