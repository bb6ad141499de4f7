import type { ReactNode } from "react";
import { classNames } from "../class_names.ts";
import { type Tone, toneBorder, toneDot } from "../tones.ts";

/** A state: a coloured dot and its word. Never without the word, at most with it hidden from sight. */
export function StatusDot(
  { tone, pulse = false, hollow = false, struck = false, hideLabel = false, children }: {
    tone: Tone;
    /** Breathes slowly, for what is going on. */
    pulse?: boolean;
    hollow?: boolean;
    /** Faint and struck out, for what is switched off. */
    struck?: boolean;
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
      <span className={classNames(hideLabel && "sr-only", struck && "text-faint line-through")}>
        {children}
      </span>
    </span>
  );
}
