import type { ReactNode } from "react";
import { classNames } from "../class_names.ts";
import { type Tone, toneBorder, toneDot } from "../tones.ts";

/**
 * Renders a status as a colored dot with a label. The label may be hidden visually but is always there for
 * screen readers.
 */
export function StatusDot(
  { tone, pulse = false, hollow = false, faint = false, hideLabel = false, children }: {
    tone: Tone;
    /** Pulses slowly, for something in progress. */
    pulse?: boolean;
    hollow?: boolean;
    /** For something disabled. */
    faint?: boolean;
    hideLabel?: boolean;
    children: ReactNode;
  },
) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span
        aria-hidden
        className={classNames(
          "size-2 shrink-0 rounded-full",
          hollow ? `border-[1.5px] ${toneBorder[tone]}` : toneDot[tone],
          pulse && "animate-pulse",
        )}
      />
      <span className={classNames(hideLabel && "sr-only", faint && "text-faint")}>
        {children}
      </span>
    </span>
  );
}
