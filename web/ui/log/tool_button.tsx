import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class_names.ts";
import { Tooltip } from "../overlays/tooltip.tsx";

/** The looks of a tool on the dark ground of a log. */
export function toolClass(pressed: boolean): string {
  return classNames(
    "inline-flex size-8 shrink-0 items-center justify-center rounded-md transition-colors duration-100 touch:size-11 max-sm:touch:w-10",
    "disabled:opacity-40",
    pressed ? "bg-log-line text-log-text" : "hover:bg-log-line hover:text-log-text",
  );
}

/** A tool of the log: an icon with its name; `pressed` for one that is on or off. */
export function ToolButton(
  { label, icon, pressed, className, ...rest }:
    & { label: string; icon: ReactNode; pressed?: boolean }
    & ComponentProps<"button">,
) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        className={classNames(toolClass(pressed ?? false), className)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
