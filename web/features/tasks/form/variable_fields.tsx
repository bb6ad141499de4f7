import { Select } from "../../../ui/inputs/select.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ChipsField } from "../../../ui/inputs/chips_field.tsx";
import { useVariableLabels } from "../show/use_variable_labels.ts";
import type { FormParts } from "./form_parts.ts";

/** Which of the panel's variables the task gets. */
export function VariableFields({ draft, set, fault: error }: FormParts) {
  const { t, format } = useMessages();
  const labels = useVariableLabels();
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
        <ChipsField
          commas
          label={t("task.variableLabels")}
          value={draft.variableLabels}
          onValue={(variableLabels) => set({ variableLabels })}
          options={labels.map(({ label, variables }) => ({ value: label, hint: format.number(variables) }))}
          help={t("tasks.labelsHelp")}
          error={error("variableLabels")}
        />
      )}
    </div>
  );
}
