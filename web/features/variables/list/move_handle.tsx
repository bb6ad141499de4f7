import { GripVertical } from "lucide-react";
import { classNames } from "../../../ui/class_names.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { useDragOrder } from "../../../ui/use_drag_order.ts";
import { useWords } from "../../../words/use_words.tsx";

export type Grip = ReturnType<ReturnType<typeof useDragOrder>["item"]>;

/** What a variable is dragged by. */
export function MoveHandle({ name, grip, className }: { name: string; grip: Grip; className: string }) {
  const { t } = useWords();
  return (
    <Tooltip text={t("variables.moveHelp")}>
      <button
        type="button"
        data-handle
        aria-label={t("variables.move", { name })}
        {...grip}
        className={classNames(
          "flex cursor-grab touch-none items-center justify-center rounded-sm text-faint hover:text-text icon-stroke",
          className,
        )}
      >
        <GripVertical size={16} aria-hidden />
      </button>
    </Tooltip>
  );
}
