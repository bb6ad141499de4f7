import { GripVertical } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "../class_names.ts";

/** What an item of a list is dragged by, and moved with the arrow keys; takes the properties that `useDragOrder` gives. */
export function MoveHandle(
  { label, className, ...button }: { label: string } & ComponentProps<"button">,
) {
  return (
    <button
      type="button"
      data-handle
      aria-label={label}
      {...button}
      className={classNames(
        "flex shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-faint hover:text-text icon-stroke",
        className,
      )}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  );
}
