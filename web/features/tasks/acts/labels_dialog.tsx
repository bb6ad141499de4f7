import { useState } from "react";
import { issueAt } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/button.tsx";
import { ChipsField } from "../../../ui/chips_field.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useLabels } from "../show/use_labels.ts";
import { countLabels } from "./count_labels.ts";
import type { LabelledTask } from "./task_acts.tsx";
import { useSendAct } from "./use_send_act.ts";

/** Adds labels to tasks and takes others from them, in one request. */
export default function LabelsDialog(
  { tasks, onClose }: { tasks: readonly LabelledTask[]; onClose: () => void },
) {
  const { t, format } = useWords();
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const { save, busy, error } = useSave(tasks, onClose);
  const known = useLabels().map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }));
  const present = countLabels(tasks).map(([label, count]) => ({
    value: label,
    ...(tasks.length > 1 && { hint: format.number(count) }),
  }));
  const nothing = add.length + remove.length === 0;
  const values = { count: tasks.length, name: tasks[0]?.name ?? "" };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("acts.labelsTitle", values)}
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
          label={t("acts.labelsAdd")}
          help={t("tasks.labelsHelp")}
          error={issueAt(error, "add")}
          value={add}
          onValue={(next) => {
            setAdd(next);
            setRemove(remove.filter((label) => !next.includes(label)));
          }}
          options={known}
          commas
        />
        {present.length > 0 && (
          <ChipsField
            label={t("acts.labelsRemove")}
            error={issueAt(error, "remove")}
            value={remove}
            onValue={(next) => {
              setRemove(next);
              setAdd(add.filter((label) => !next.includes(label)));
            }}
            options={present}
            closed
          />
        )}
      </div>
    </Dialog>
  );
}

function useSave(tasks: readonly LabelledTask[], onClose: () => void) {
  const send = useSendAct();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (wish: { add: readonly string[]; remove: readonly string[] }) => {
    setBusy(true);
    try {
      await send("labels", tasks, wish);
      onClose();
    } catch (fault) {
      setError(fault);
      if (!issueAt(fault, "add") && !issueAt(fault, "remove")) toast.problem(fault);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error };
}
