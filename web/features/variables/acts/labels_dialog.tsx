import { useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { issueAt } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/button.tsx";
import { ChipsField } from "../../../ui/chips_field.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useVariableLabels } from "../use_variables.ts";
import { useSendAct } from "./use_send_act.ts";

/** Adds labels to variables and takes others from them, in one request. */
export default function LabelsDialog(
  { variables, onClose }: { variables: readonly Variable[]; onClose: () => void },
) {
  const { t, format } = useWords();
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const { save, busy, error } = useSave(variables, onClose);
  const known = useVariableLabels().map(({ label, variables }) => ({
    value: label,
    hint: format.number(variables),
  }));
  const present = [...new Set(variables.flatMap(({ labels }) => labels))].sort();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("variables.labelsTitle", { count: variables.length, name: variables[0]?.name ?? "" })}
      onSubmit={() => add.length + remove.length === 0 ? onClose() : void save({ add, remove })}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{t("ui.save")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ChipsField
          commas
          label={t("acts.labelsAdd")}
          help={t("tasks.labelsHelp")}
          error={issueAt(error, "add")}
          value={add}
          onValue={setAdd}
          options={known}
        />
        {present.length > 0 && (
          <ChipsField
            closed
            label={t("acts.labelsRemove")}
            error={issueAt(error, "remove")}
            value={remove}
            onValue={setRemove}
            options={present.map((value) => ({ value }))}
          />
        )}
      </div>
    </Dialog>
  );
}

function useSave(variables: readonly Variable[], onClose: () => void) {
  const send = useSendAct();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (wish: { add: readonly string[]; remove: readonly string[] }) => {
    setBusy(true);
    try {
      await send("labels", variables, wish);
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
