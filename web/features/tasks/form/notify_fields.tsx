import { Switch } from "../../../ui/switch.tsx";
import { TextField } from "../../../ui/text_field.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { DurationField } from "./duration_field.tsx";
import type { FormParts } from "./task_form.tsx";

/** What people are told of. */
export function NotifyFields({ draft, set, fault }: FormParts) {
  const { t } = useWords();
  return (
    <>
      <p className="text-xs text-muted">{t("task.notifyHelp")}</p>
      <div className="flex flex-col gap-2.5">
        <Switch
          label={t("task.notifyFailure")}
          checked={draft.notifyFailure}
          onChecked={(notifyFailure) => set({ notifyFailure })}
        />
        <Switch
          label={t("task.notifyRecovery")}
          checked={draft.notifyRecovery}
          onChecked={(notifyRecovery) => set({ notifyRecovery })}
        />
        <Switch
          label={t("task.notifyEnd")}
          checked={draft.notifyEnd}
          onChecked={(notifyEnd) => set({ notifyEnd })}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DurationField
          label={t("task.notifyLonger")}
          optional
          value={draft.notifyLongerThanMs}
          onValue={(notifyLongerThanMs) => set({ notifyLongerThanMs })}
          error={fault("notify.longerThanMs")}
        />
        <TextField
          type="time"
          label={t("task.notifyNotRunBy")}
          optional
          value={draft.notifyNotRunBy}
          onChange={(event) => set({ notifyNotRunBy: event.target.value.slice(0, 5) })}
          help={t("task.notifyNotRunByHelp")}
          error={fault("notify.notRunBy")}
        />
      </div>
    </>
  );
}
