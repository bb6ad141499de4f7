import { Select } from "../../../ui/select.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { LabelsField } from "./labels_field.tsx";
import type { FormParts } from "./task_form.tsx";

/** Which of the panel's variables the task gets. */
export function VariableFields({ draft, set, fault }: FormParts) {
  const { t } = useWords();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label={t("task.variablesSeen")}
        value={draft.variablesFrom}
        options={[
          { value: "all", label: t("task.variablesAll") },
          { value: "labels", label: t("task.variablesLabelled") },
        ]}
        onValue={(variablesFrom) => set({ variablesFrom })}
        help={t("task.variablesHelp")}
      />
      {draft.variablesFrom === "labels" && (
        <LabelsField
          label={t("task.variableLabels")}
          value={draft.variableLabels}
          onValue={(variableLabels) => set({ variableLabels })}
          help={t("tasks.labelsHelp")}
          error={fault("variableLabels")}
        />
      )}
    </div>
  );
}
