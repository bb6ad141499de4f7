import { classNames } from "../class_names.ts";

export type SpinnerSize = "small" | "default" | "large";

const sizes: Record<SpinnerSize, string> = { small: "size-3.5", default: "size-5", large: "size-8" };

/** Renders a spinner; give it a label when no text nearby says what is going on. */
export function Spinner({ size = "default", label }: { size?: SpinnerSize; label?: string }) {
  return (
    <span role={label ? "status" : undefined} aria-label={label} className="inline-flex">
      <svg viewBox="0 0 24 24" fill="none" aria-hidden className={classNames("animate-spin", sizes[size])}>
        <circle cx="12" cy="12" r="9.5" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
        <path
          d="M21.5 12A9.5 9.5 0 0 0 12 2.5"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
    </span>
  );
}
