import { useState } from "react";
import { issueAt } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../inputs/button.tsx";
import type { ChipOption } from "../inputs/chip_values.ts";
import { ChipsField } from "../inputs/chips_field.tsx";
import { countLabels } from "./count_labels.ts";
import { Dialog } from "../overlays/dialog.tsx";
import { useToast } from "../feedback/use_toast.tsx";

interface LabelsChange {
  add: readonly string[];
  remove: readonly string[];
}

interface LabelsDialogProps {
  title: string;
  labelled: readonly { labels: readonly string[] }[];
  /** Labels in use anywhere. */
  known: readonly ChipOption[];
  onSave: (request: LabelsChange) => Promise<void>;
  onClose: () => void;
}

/** Adds labels to several items and removes others, in one request. */
export function LabelsDialog({ title, labelled, known, onSave, onClose }: LabelsDialogProps) {
  const { t, format } = useMessages();
  const [{ add, remove }, setRequest] = useState<LabelsChange>({ add: [], remove: [] });
  const { save, busy, error } = useSave(onSave, onClose);
  const present = countLabels(labelled).map(([label, count]) => ({
    value: label,
    ...(labelled.length > 1 && { hint: format.number(count) }),
  }));
  const nothing = add.length + remove.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      onSubmit={() => nothing ? onClose() : void save({ add, remove })}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{t("ui.save")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ChipsField
          label={t("actions.labelsAdd")}
          help={t("tasks.labelsHelp")}
          error={issueAt(error, "add")}
          value={add}
          onValue={(add) => setRequest({ add, remove: remove.filter((label) => !add.includes(label)) })}
          options={known}
          commas
        />
        {present.length > 0 && (
          <ChipsField
            label={t("actions.labelsRemove")}
            error={issueAt(error, "remove")}
            value={remove}
            onValue={(remove) => setRequest({ add: add.filter((label) => !remove.includes(label)), remove })}
            options={present}
            closed
          />
        )}
      </div>
    </Dialog>
  );
}

function useSave(send: LabelsDialogProps["onSave"], onClose: () => void) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (request: LabelsChange) => {
    setBusy(true);
    try {
      await send(request);
      onClose();
    } catch (error) {
      setError(error);
      if (!issueAt(error, "add") && !issueAt(error, "remove")) toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error };
}
