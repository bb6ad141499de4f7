import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class_names.ts";
import { Spinner } from "./spinner.tsx";
import { Tooltip } from "./tooltip.tsx";

/** Renders a square icon button; its label is read by screen readers and shown as a tooltip. */
export function IconButton(
  {
    label,
    icon,
    size = "default",
    tone = "neutral",
    loading = false,
    tooltip = true,
    keepsFocus = false,
    className,
    ...rest
  }:
    & {
      label: string;
      icon: ReactNode;
      size?: "default" | "small";
      tone?: "neutral" | "danger";
      loading?: boolean;
      tooltip?: boolean;
      /** Whether a button pressed by keyboard stays focused while it ignores clicks. */
      keepsFocus?: boolean;
    }
    & Omit<ComponentProps<"button">, "children">,
) {
  const refuses = rest.disabled || loading;
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      {...(keepsFocus && refuses
        ? { "aria-disabled": true, disabled: false, onClick: undefined }
        : { disabled: refuses })}
      className={classNames(
        "inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-100 icon-stroke",
        "disabled:opacity-40 aria-disabled:opacity-40 aria-expanded:bg-hover aria-expanded:text-text",
        tone === "danger" ? "hover:bg-danger-soft hover:text-danger-text" : "hover:bg-hover hover:text-text",
        // The area around a small button belongs to it, as far as a finger needs.
        size === "small"
          ? "relative size-7 touch:size-9 touch:before:absolute touch:before:-inset-1"
          : "size-8 touch:size-11",
        className,
      )}
    >
      {loading ? <Spinner size="small" /> : icon}
    </button>
  );
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
