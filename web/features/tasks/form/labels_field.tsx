import { ChipsField } from "../../../ui/inputs/chips_field.tsx";
import type { FieldProps } from "../../../ui/inputs/field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useLabels } from "../../../shared/task/use_labels.ts";

/**
 * Renders a field for labels as chips, with suggestions; Enter, a comma or leaving the field adds the typed
 * label.
 */
export function LabelsField(
  props: FieldProps & { value: readonly string[]; onValue: (labels: readonly string[]) => void },
) {
  const { format } = useMessages();
  const options = useLabels().map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }));
  return <ChipsField {...props} options={options} commas />;
}
