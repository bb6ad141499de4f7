import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class_names.ts";
import { Tooltip } from "../overlays/tooltip.tsx";

/** Returns the classes of a tool on the dark background of a log. */
export function toolClass(pressed: boolean): string {
  return classNames(
    "inline-flex size-8 shrink-0 items-center justify-center rounded-md transition-colors duration-100 touch:size-11 max-sm:touch:w-10",
    "disabled:opacity-40",
    pressed ? "bg-log-line text-log-text" : "hover:bg-log-line hover:text-log-text",
  );
}

/** Renders a tool of the log: an icon with a name; `pressed` for a toggle. */
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
