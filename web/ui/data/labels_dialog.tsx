import { useMessages } from "../../messages/use_messages.tsx";
import { useFormChange, useFormField } from "../form/fields.tsx";
import { FormDialog } from "../form/form_dialog.tsx";
import { useServerForm } from "../form/use_server_form.ts";
import { type ChipOption, ChipsField } from "../inputs/chips_field.tsx";

interface LabelsChange {
  add: readonly string[];
  remove: readonly string[];
}

interface LabelsDialogProps {
  title: string;
  labelled: readonly { labels: readonly string[] }[];
  known: readonly ChipOption[];
  onSave: (change: LabelsChange) => Promise<unknown>;
  onClose: () => void;
}

/** Adds labels to several items and removes others, in one request. */
export default function LabelsDialog({ title, labelled, known, onSave, onClose }: LabelsDialogProps) {
  const { t } = useMessages();
  const form = useServerForm<LabelsChange, unknown>({
    values: { add: [], remove: [] },
    save: async ({ values }) => {
      if (values.add.length + values.remove.length > 0) await onSave(values);
    },
    onSaved: onClose,
    guarded: false,
  });
  return (
    <FormDialog form={form} title={title} submitLabel={t("ui.save")} onClose={onClose}>
      <LabelFields labelled={labelled} known={known} />
    </FormDialog>
  );
}

function LabelFields({ labelled, known }: Pick<LabelsDialogProps, "labelled" | "known">) {
  const { t, format } = useMessages();
  const add = useFormField<readonly string[]>("add");
  const remove = useFormField<readonly string[]>("remove");
  const change = useFormChange<LabelsChange>();
  const present = countLabels(labelled).map(([label, count]) => ({
    value: label,
    ...(labelled.length > 1 && { hint: format.number(count) }),
  }));
  return (
    <>
      <ChipsField
        {...add}
        label={t("task.labelsAdd")}
        help={t("tasks.labelsHelp")}
        onValue={(labels) =>
          change({ add: labels, remove: remove.value.filter((label) => !labels.includes(label)) })}
        options={known}
        commas
      />
      {present.length > 0 && (
        <ChipsField
          {...remove}
          label={t("task.labelsRemove")}
          onValue={(labels) =>
            change({ add: add.value.filter((label) => !labels.includes(label)), remove: labels })}
          options={present}
          onlyOptions
        />
      )}
    </>
  );
}

/** Counts the items per label, most frequent first. */
export function countLabels(
  labelled: readonly { labels: readonly string[] }[],
): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const label of labelled.flatMap(({ labels }) => labels)) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].sort(([a, some], [b, more]) => more - some || a.localeCompare(b));
}
