import * as Radix from "@radix-ui/react-switch";
import { type ReactNode, useId } from "react";
import { classNames } from "../class_names.ts";

/** Renders a switch that takes effect at once, with its label beside it. */
export function Switch(
  { label, help, checked, onChecked, disabled = false, hideLabel = false }: {
    label: string;
    help?: ReactNode;
    checked: boolean;
    onChecked: (checked: boolean) => void;
    disabled?: boolean;
    hideLabel?: boolean;
  },
) {
  const id = useId();
  return (
    <div className={classNames("flex items-start gap-2.5", !hideLabel && "touch:min-h-11 touch:pt-3")}>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChecked}
        disabled={disabled}
        aria-label={hideLabel ? label : undefined}
        aria-describedby={help ? `${id}-help` : undefined}
        className={classNames(
          "relative mt-0.5 inline-flex h-4.5 w-8 shrink-0 items-center rounded-full p-0.5 transition-colors duration-150",
          "bg-line-strong data-[state=checked]:bg-accent-fill disabled:opacity-50",
          // As large as a finger needs, without taking the space.
          "touch:before:absolute touch:before:-inset-x-1.5 touch:before:-inset-y-[13px]",
        )}
      >
        <Radix.Thumb className="size-3.5 rounded-full bg-on-accent shadow-control transition-transform duration-150 data-[state=checked]:translate-x-3.5 rtl:data-[state=checked]:-translate-x-3.5" />
      </Radix.Root>
      {!hideLabel && (
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm">{label}</label>
          {help && <div id={`${id}-help`} className="text-xs text-muted">{help}</div>}
        </div>
      )}
    </div>
  );
}
