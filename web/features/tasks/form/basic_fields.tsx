import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { CronField } from "../../../shared/cron/cron_field.tsx";
import { LabelsField } from "./labels_field.tsx";
import type { FormParts } from "./form_parts.ts";

const help = {
  manual: "task.manualHelp",
  startup: "task.startupHelp",
  boot: "task.bootHelp",
} as const;

/** What every task needs: name, command, schedule; and its labels and whether it is enabled. */
export function BasicFields({ draft, set, fault: cause, error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <TextField
        label={t("tasks.name")}
        value={draft.name}
        maxLength={200}
        autoFocus
        autoComplete="off"
        onChange={(event) => set({ name: event.target.value })}
        error={cause("name")}
      />
      <TextArea
        label={t("tasks.command")}
        mono
        value={draft.command}
        placeholder="task script.js"
        onChange={(event) => set({ command: event.target.value })}
        help={t("task.commandHelp")}
        error={cause("command")}
      />
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label={t("tasks.schedule")}
          value={draft.kind}
          options={[
            { value: "cron", label: t("task.kindCron") },
            { value: "manual", label: t("tasks.scheduleManual") },
            { value: "startup", label: t("tasks.scheduleStartup") },
            { value: "boot", label: t("tasks.scheduleBoot") },
          ]}
          onValue={(kind) => set({ kind })}
          help={draft.kind === "cron" ? undefined : t(help[draft.kind])}
        />
        {draft.kind === "cron" && (
          <CronField
            rules={draft.rules}
            onRules={(rules) => set({ rules })}
            timeZone={draft.timeZone}
            saveError={error}
            missing={cause("schedules")}
          />
        )}
      </div>
      <LabelsField
        label={t("tasks.labels")}
        optional
        value={draft.labels}
        onValue={(labels) => set({ labels })}
        help={t("tasks.labelsHelp")}
        error={cause("labels")}
      />
      <Switch
        label={t("tasks.enabled")}
        help={t("tasks.enabledHelp")}
        checked={draft.enabled}
        onChecked={(enabled) => set({ enabled })}
      />
    </>
  );
}
