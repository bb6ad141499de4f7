import { Ban, RotateCcw, Trash2, TriangleAlert } from "lucide-react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { BatchBar, type BatchDeed } from "../../../ui/data/batch_bar.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { DependencyActions } from "../actions/use_actions.tsx";
import { isBusy } from "../state_style.tsx";

/** What can be done with the chosen packages. */
export function DependencyBatchBar(
  { rows, actions, onClear }: {
    rows: readonly Dependency[];
    actions: DependencyActions;
    onClear: () => void;
  },
) {
  const { t } = useMessages();
  return (
    <BatchBar
      label={t("dependencies.batch")}
      selected={t("tasks.selected", { count: rows.length })}
      clearLabel={t("tasks.clearSelection")}
      deeds={useDeeds(rows, actions)}
      onClear={onClear}
    />
  );
}

function useDeeds(rows: readonly Dependency[], actions: DependencyActions): BatchDeed[] {
  const { t } = useMessages();
  const busy = rows.filter(isBusy);
  const cancel: BatchDeed = {
    label: t("ui.cancel"),
    icon: <Ban size={16} aria-hidden />,
    onPhone: true,
    act: () => actions.act("cancel", busy),
  };
  return [
    {
      label: t("dependencies.reinstall"),
      icon: <RotateCcw size={16} aria-hidden />,
      onPhone: true,
      act: () => actions.act("reinstall", rows),
    },
    ...(busy.length > 0 ? [cancel] : []),
    {
      label: t("ui.delete"),
      icon: <Trash2 size={16} aria-hidden />,
      danger: true,
      onPhone: true,
      act: () => actions.askDelete(rows, false),
    },
    {
      label: t("dependencies.force"),
      icon: <TriangleAlert size={16} aria-hidden />,
      danger: true,
      onPhone: true,
      act: () => actions.askDelete(rows, true),
    },
  ];
}
