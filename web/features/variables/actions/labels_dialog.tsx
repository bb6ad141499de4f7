import type { Variable } from "../../../../server/contract/variables.ts";
import { LabelsDialog } from "../../../ui/data/labels_dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariableLabels } from "../use_variables.ts";
import { useSendAction } from "./use_send_action.ts";

/** Changes the labels of variables. */
export default function VariableLabelsDialog(
  { variables, onClose }: { variables: readonly Variable[]; onClose: () => void },
) {
  const { t, format } = useMessages();
  const send = useSendAction();
  const labels = useVariableLabels();
  return (
    <LabelsDialog
      title={t("variables.labelsTitle", { count: variables.length, name: variables[0]?.name ?? "" })}
      labelled={variables}
      known={labels.map(({ label, variables }) => ({ value: label, hint: format.number(variables) }))}
      onSave={(request) => send("labels", variables, request)}
      onClose={onClose}
    />
  );
}
