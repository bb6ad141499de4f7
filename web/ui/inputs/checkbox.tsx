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
        className="checkbox touch:size-5"
      />
      {!hideLabel && label}
    </label>
  );
}
