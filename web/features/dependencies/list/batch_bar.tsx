import { Ban, RotateCcw, Trash2, TriangleAlert } from "lucide-react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { BatchBar, type BatchDeed } from "../../../ui/batch_bar.tsx";
import { useWords } from "../../../words/use_words.tsx";
import type { DependencyActs } from "../acts/use_acts.tsx";
import { isBusy } from "../state_look.tsx";

/** What can be done with the chosen packages. */
export function DependencyBatchBar(
  { rows, acts, onClear }: { rows: readonly Dependency[]; acts: DependencyActs; onClear: () => void },
) {
  const { t } = useWords();
  return (
    <BatchBar
      label={t("dependencies.batch")}
      selected={t("tasks.selected", { count: rows.length })}
      clearLabel={t("tasks.clearSelection")}
      deeds={useDeeds(rows, acts)}
      onClear={onClear}
    />
  );
}

function useDeeds(rows: readonly Dependency[], acts: DependencyActs): BatchDeed[] {
  const { t } = useWords();
  const busy = rows.filter(isBusy);
  const cancel: BatchDeed = {
    label: t("ui.cancel"),
    icon: <Ban size={16} aria-hidden />,
    onPhone: true,
    act: () => acts.act("cancel", busy),
  };
  return [
    {
      label: t("dependencies.reinstall"),
      icon: <RotateCcw size={16} aria-hidden />,
      onPhone: true,
      act: () => acts.act("reinstall", rows),
    },
    ...(busy.length > 0 ? [cancel] : []),
    {
      label: t("ui.delete"),
      icon: <Trash2 size={16} aria-hidden />,
      danger: true,
      onPhone: true,
      act: () => acts.askDelete(rows, false),
    },
    {
      label: t("dependencies.force"),
      icon: <TriangleAlert size={16} aria-hidden />,
      danger: true,
      onPhone: true,
      act: () => acts.askDelete(rows, true),
    },
  ];
}
