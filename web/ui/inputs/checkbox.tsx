import { type ComponentProps, useEffect, useRef } from "react";
import { classNames } from "../class_names.ts";

/** Renders a checkbox, with a `note` at the end of the line; `indeterminate` means "some of them". */
export function Checkbox(
  { label, note, hideLabel = false, indeterminate = false, className, ...input }:
    & { label: string; note?: string | undefined; hideLabel?: boolean; indeterminate?: boolean }
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
      {note && <span className="ms-auto ps-3 text-xs text-faint">{note}</span>}
    </label>
  );
}
