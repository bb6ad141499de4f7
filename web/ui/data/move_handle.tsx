import { GripVertical } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "../class_names.ts";

/** Renders the handle that drags a list item, or moves it with the arrow keys. Takes the props that `useDragOrder` returns. */
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
