import { GripVertical } from "../icons/icons.ts";
import { type ComponentProps, createContext, useContext } from "react";
import { classNames } from "../class_names.ts";
import { Tooltip } from "../buttons/tooltip.tsx";

/** The drag state of the surrounding row; null when the list cannot be reordered. */
export const RowDragContext = createContext<RowDrag | null>(null);

interface RowDrag {
  dragged: boolean;
  handle: ComponentProps<"button">;
}

/** Renders the handle of the surrounding row, with a tooltip; nothing when the list cannot be reordered. */
export function DragHandle({ label, help, className }: { label: string; help?: string; className: string }) {
  const drag = useContext(RowDragContext);
  if (!drag) return null;
  const handle = (
    <button
      type="button"
      data-handle
      aria-label={label}
      {...drag.handle}
      className={classNames(
        "flex shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-faint hover:text-text icon-stroke",
        className,
      )}
    >
      <GripVertical />
    </button>
  );
  return help ? <Tooltip text={help}>{handle}</Tooltip> : handle;
}
