import { type ComponentProps, useEffect, useRef } from "react";
import { classNames } from "../class_names.ts";

/** Renders a checkbox; `indeterminate` means "some of them". */
export function Checkbox(
  { label, hideLabel = false, indeterminate = false, className, ...input }:
    & { label: string; hideLabel?: boolean; indeterminate?: boolean }
    & Omit<ComponentProps<"input">, "type">,
) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate; // a property only; no attribute sets it
  }, [indeterminate]);
  return (
    <label className={classNames("inline-flex items-center gap-2 text-sm", className)}>
      <input
        {...input}
        ref={ref}
        type="checkbox"
        aria-label={hideLabel ? label : undefined}
        // The browser's own unchecked box does not follow the theme.
        className="size-4 shrink-0 rounded-sm accent-accent-fill unticked:appearance-none unticked:border unticked:border-line-strong unticked:bg-surface unticked:disabled:bg-sunken touch:size-5"
      />
      {!hideLabel && label}
    </label>
  );
}
