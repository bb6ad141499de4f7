import { classNames } from "../class_names.ts";

/** Classes of every text input. */
export const inputClass = classNames(
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-base text-text shadow-control",
  "transition-colors duration-100 hover:border-faint focus:border-accent focus:outline-none",
  "focus:ring-3 focus:ring-accent/20 disabled:bg-sunken disabled:text-muted",
  "aria-invalid:border-danger aria-invalid:focus:ring-danger/20 touch:text-lg",
);
