import { ChipsField } from "../../../ui/chips_field.tsx";
import type { FieldProps } from "../../../ui/field.tsx";
import { useMessages } from "../../../words/use_words.tsx";
import { useLabels } from "../show/use_labels.ts";

/** Labels as chips, those in use suggested: Enter, a comma or leaving the field adds what is typed. */
export function LabelsField(
  props: FieldProps & { value: readonly string[]; onValue: (labels: readonly string[]) => void },
) {
  const { format } = useMessages();
  const options = useLabels().map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }));
  return <ChipsField {...props} options={options} commas />;
}
