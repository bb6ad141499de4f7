import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { classNames } from "../class_names.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";

export interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  size?: "default" | "small" | undefined;
  /** An icon of 16 px, before the label. */
  icon?: ReactNode;
}

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent-fill text-on-accent shadow-control hover:bg-accent-hover active:bg-accent-pressed",
  secondary: "border border-line-strong bg-surface text-text shadow-control hover:bg-hover active:bg-sunken",
  ghost: "text-muted hover:bg-hover hover:text-text active:bg-sunken",
  danger: "bg-danger-fill text-on-accent shadow-control hover:bg-danger-hover",
};

/** Returns the classes of a button, for anything that looks like one. */
export function buttonClass({ variant = "secondary", size = "default" }: ButtonStyle): string {
  return classNames(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none",
    "transition-colors duration-100 disabled:opacity-50 aria-disabled:opacity-50 icon-stroke",
    size === "small" ? "h-7 px-2 text-xs touch:h-9" : "control-height px-3 text-sm",
    variants[variant],
  );
}

/**
 * Renders a button. `loading` shows a spinner, keeps the width and ignores clicks. With `keepsFocus` it stays focused
 * while it ignores clicks, if it was pressed by keyboard; use it where the focus would otherwise be lost.
 */
export function Button(
  { variant, size, icon, loading = false, keepsFocus = false, className, children, disabled, ...rest }:
    & ButtonStyle
    & { loading?: boolean; keepsFocus?: boolean }
    & ComponentProps<"button">,
) {
  const refuses = disabled || loading;
  return (
    <button
      type="button"
      {...rest}
      {...(keepsFocus && refuses ? { "aria-disabled": true, onClick: undefined } : { disabled: refuses })}
      aria-busy={loading || undefined}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      {loading ? <Spinner size="small" /> : icon}
      {children}
    </button>
  );
}

/** Renders a link within the panel that looks like a button. */
export function ButtonLink(
  { href, state, variant, size, icon, className, children }: ButtonStyle & {
    href: string;
    /** The state of the history entry, as of a dialog. */
    state?: unknown;
    className?: string;
    children: ReactNode;
  },
) {
  return (
    <Link href={href} state={state} className={classNames(buttonClass({ variant, size }), className)}>
      {icon}
      {children}
    </Link>
  );
}
