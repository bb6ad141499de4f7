import { Download, Power, PowerOff, Tag, TextCursorInput, Trash2 } from "lucide-react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { BatchBar, type BatchDeed } from "../../../ui/data/batch_bar.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariableActions } from "../actions/use_variable_actions.tsx";

/** What can be done to the chosen variables. */
export default function VariableBatchBar(
  { variables, onClear }: { variables: readonly Variable[]; onClear: () => void },
) {
  const { t } = useMessages();
  return (
    <BatchBar
      label={t("variables.batch")}
      selected={t("tasks.selected", { count: variables.length })}
      clearLabel={t("tasks.clearSelection")}
      deeds={useDeeds(variables)}
      onClear={onClear}
    />
  );
}

function useDeeds(variables: readonly Variable[]): BatchDeed[] {
  const { t } = useMessages();
  const { act: action, rename, askDelete, askLabels, askExport } = useVariableActions();
  return [
    {
      label: t("tasks.enable"),
      icon: <Power size={16} aria-hidden />,
      onPhone: true,
      act: () => action("enable", variables),
    },
    {
      label: t("tasks.disable"),
      icon: <PowerOff size={16} aria-hidden />,
      onPhone: true,
      act: () => action("disable", variables),
    },
    {
      label: t("variables.renameSome"),
      icon: <TextCursorInput size={16} aria-hidden />,
      act: () => rename(variables),
    },
    {
      label: t("tasks.editLabels"),
      icon: <Tag size={16} aria-hidden />,
      act: () => askLabels(variables),
    },
    {
      label: t("variables.export"),
      icon: <Download size={16} aria-hidden />,
      act: () => askExport(variables),
    },
    {
      label: t("ui.delete"),
      icon: <Trash2 size={16} aria-hidden />,
      danger: true,
      onPhone: true,
      act: () => askDelete(variables),
    },
  ];
}
