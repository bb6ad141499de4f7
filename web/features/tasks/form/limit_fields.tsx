import { TextField } from "../../../ui/text_field.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { DurationField } from "./duration_field.tsx";
import type { FormParts } from "./task_form.tsx";

/** How long a run may take, how it is spread, and what it never runs together with. */
export function LimitFields({ draft, set, fault }: FormParts) {
  const { t } = useWords();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <DurationField
          label={t("tasks.timeLimit")}
          optional
          value={draft.timeLimitMs}
          onValue={(timeLimitMs) => set({ timeLimitMs })}
          help={t("tasks.timeLimitHelp")}
          error={fault("timeLimitMs")}
        />
        <DurationField
          label={t("tasks.randomDelay")}
          optional
          unit="second"
          value={draft.randomDelayMs}
          onValue={(randomDelayMs) => set({ randomDelayMs })}
          help={t("tasks.randomDelayHelp")}
          error={fault("randomDelayMs")}
        />
      </div>
      <TextField
        label={t("tasks.serialGroup")}
        optional
        value={draft.serialGroup}
        maxLength={100}
        onChange={(event) => set({ serialGroup: event.target.value })}
        help={t("tasks.serialGroupHelp")}
        error={fault("serialGroup")}
      />
    </>
  );
}
