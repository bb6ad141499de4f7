import { Ban, RotateCcw, Trash2, TriangleAlert, X } from "lucide-react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useWords } from "../../../words/use_words.tsx";
import type { DependencyActs } from "../acts/use_acts.tsx";
import { isBusy } from "../state_look.tsx";

/** What can be done with the chosen packages; in place of the toolbar, on a phone at the foot of the page. */
export function BatchBar(
  { rows, acts, onClear }: { rows: readonly Dependency[]; acts: DependencyActs; onClear: () => void },
) {
  const { t } = useWords();
  const narrow = useNarrow();
  const busy = rows.filter(isBusy);
  const deeds = [
    {
      label: t("dependencies.reinstall"),
      icon: <RotateCcw size={16} aria-hidden />,
      act: () => void acts.act("reinstall", rows),
    },
    ...(busy.length > 0
      ? [{
        label: t("ui.cancel"),
        icon: <Ban size={16} aria-hidden />,
        act: () => void acts.act("cancel", busy),
      }]
      : []),
    {
      label: t("ui.delete"),
      icon: <Trash2 size={16} aria-hidden />,
      act: () => acts.askDelete(rows, false),
      danger: true,
    },
    {
      label: t("dependencies.force"),
      icon: <TriangleAlert size={16} aria-hidden />,
      act: () => acts.askDelete(rows, true),
      danger: true,
    },
  ];
  return (
    <div
      role="toolbar"
      aria-label={t("dependencies.batch")}
      className={classNames(
        "flex min-h-8 items-center gap-1 rounded-md ps-1 pe-1",
        narrow
          ? "sticky bottom-0 z-20 order-last border border-line-strong bg-raised py-1 shadow-float"
          : "overflow-x-auto bg-selected",
      )}
    >
      <IconButton label={t("dependencies.clearSelection")} icon={<X size={16} />} onClick={onClear} />
      <span className="me-2 text-sm font-medium whitespace-nowrap tabular-nums">
        {t("dependencies.selected", { count: rows.length })}
      </span>
      <span className={classNames("flex", narrow && "ms-auto")}>
        {deeds.map(({ label, icon, act, danger = false }) =>
          narrow
            ? (
              <IconButton
                key={label}
                {...{ label, icon }}
                tone={danger ? "danger" : "neutral"}
                onClick={act}
              />
            )
            : (
              <Button
                key={label}
                variant="ghost"
                icon={icon}
                onClick={act}
                className={danger ? "text-danger-text! hover:bg-danger-soft!" : "text-text!"}
              >
                {label}
              </Button>
            )
        )}
      </span>
    </div>
  );
}
