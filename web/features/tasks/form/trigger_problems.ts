import type { Translate } from "../../../messages/create_messages.ts";
import { triggerTypes } from "../../../shared/triggers/trigger_texts.ts";
import { sourceField, type TriggerRow } from "./trigger_rows.ts";

/** Returns what is missing in the triggers of a form, by field. */
export function triggerProblems(rows: readonly TriggerRow[], t: Translate): Record<string, string | false> {
  return Object.fromEntries(rows.map(({ type, path, source }, index) => {
    const label = t(type === "file" ? "triggers.path" : triggerTypes[type]);
    const isEmpty = (type === "file" ? path.trim() : source) === "";
    return [`triggers.${index}.${sourceField(type)}`, isEmpty && t("ui.required", { label })];
  }));
}
