import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { DurationField } from "./duration_field.tsx";
import type { FormParts } from "./form_parts.ts";

/** How long a run may take, how it is spread, and what it never runs together with. */
export function LimitFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <DurationField
          label={t("task.timeLimit")}
          optional
          value={draft.timeLimitMs}
          onValue={(timeLimitMs) => set({ timeLimitMs })}
          help={t("task.timeLimitHelp")}
          error={error("timeLimitMs")}
        />
        <DurationField
          label={t("task.randomDelay")}
          optional
          unit="second"
          value={draft.randomDelayMs}
          onValue={(randomDelayMs) => set({ randomDelayMs })}
          help={t("task.randomDelayHelp")}
          error={error("randomDelayMs")}
        />
      </div>
      <TextField
        label={t("task.serialGroup")}
        optional
        value={draft.serialGroup}
        maxLength={100}
        onChange={(event) => set({ serialGroup: event.target.value })}
        help={t("task.serialGroupHelp")}
        error={error("serialGroup")}
      />
    </>
  );
}
