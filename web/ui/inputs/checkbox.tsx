import { type ComponentProps, useEffect, useRef } from "react";
import { classNames } from "../class_names.ts";

// What the browser draws for a box that is not ticked knows nothing of the theme.
const unticked = [
  "[&:not(:checked,:indeterminate)]:appearance-none",
  "[&:not(:checked,:indeterminate)]:border",
  "[&:not(:checked,:indeterminate)]:border-line-strong",
  "[&:not(:checked,:indeterminate)]:bg-surface",
];

/** A tick box; `indeterminate` for "some of them". */
export function Checkbox(
  { label, hideLabel = false, indeterminate = false, className, ...input }:
    & { label: string; hideLabel?: boolean; indeterminate?: boolean }
    & Omit<ComponentProps<"input">, "type">,
) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate; // a property only: no attribute sets it
  }, [indeterminate]);
  return (
    <label className={classNames("inline-flex items-center gap-2 text-sm", className)}>
      <input
        {...input}
        ref={ref}
        type="checkbox"
        aria-label={hideLabel ? label : undefined}
        className={classNames(
          "size-4 shrink-0 rounded-sm accent-accent-fill disabled:opacity-50 touch:size-5",
          ...unticked,
        )}
      />
      {!hideLabel && label}
    </label>
  );
}
